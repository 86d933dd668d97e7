/** Words whose meaning depends on their position: separable verbs (`bring it back`), and verbs in requests. */
import { weekdayNamed } from './periods.ts'
import type { Token } from './tokens.ts'

interface Separable {
  readonly verbs: ReadonlySet<string>
  readonly particles: ReadonlySet<string>
  /** The meaning of both when they are apart. */
  readonly means: string
  /** One of these must be between them. */
  readonly of?: ReadonlySet<string>
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const separable: readonly Separable[] = [
  { verbs: set('bring put get switch turn'), particles: set('back'), means: 'resume' },
  {
    verbs: set('like want have need'),
    particles: set('back'),
    means: 'resume',
    of: set('digest alerts report reports'),
  },
  {
    verbs: set('get'),
    particles: set('going running started'),
    means: 'resume',
    of: set('digest alerts report reports'),
  },
  {
    verbs: set('put get save pull'),
    particles: set('csv excel spreadsheet sheet file xlsx'),
    means: 'export',
  },
  { verbs: set('turn switch'), particles: set('on'), means: 'resume' },
  { verbs: set('turn switch shut'), particles: set('off down'), means: 'pause' },
  { verbs: set('take throw leave'), particles: set('off out down'), means: 'delete' },
  { verbs: set('cut get'), particles: set('rid'), means: 'delete' },
  { verbs: set('set'), particles: set('up'), means: 'setup' },
]
/** The most words between verb and particle. */
const maxGap = 5

/** Things that people act on, rather than ask about. */
const things = set(
  'digest digests alert alerts report reports newsletter task tasks recommendation recommendations subreddit key token settings setup schedule it this that api',
)
const owners = set('the a an our my this that these those your')
/** After these, and at the start, a verb is a request. */
const requests = set('please to and you lets us just then i we also can could')

const changing = set('add put include remove drop push take')

/** `add Globex to the digest`: the digest is changed. */
function isPartOf(texts: readonly string[], at: number): boolean {
  const digest = texts.findIndex((text, index) => index > at + 1 && (text === 'digest' || text === 'alerts'))
  if (digest < 0) return false
  // `push the digest to 10`
  if (texts[at] === 'push') return texts[digest + 1] === 'to' || texts[digest + 1] === 'back'
  return [1, 2, 3].some((before) => digest - before > at + 1 && into.has(texts[digest - before] ?? ''))
}

const into = set('to into in from of')
const beside = set('next against beside alongside side')
/** `the different engines`: each of them. */
const several = set('different various individual several')
const engineWords = set(
  'engine engines ai ais llm llms platform platforms model models assistant assistants chatbot chatbots',
)
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
/** `is the connection ok` */
const soundWords = set('ok okay alright fine good')
const parts = set('connection api key token bot app sightline system systems everything service server')

/** `hold the weekly thing`: a digest, if something is done with it. */
const recurring = /^(?:daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s)?$/u
const vagueNouns = set('thing things one ones summary post message')
const handling = set(
  'stop pause hold skip mute cancel kill delete remove end resume restart move change push shift edit',
)

/** Replaces such words with what they mean. */
export function replaceIdioms(tokens: readonly Token[]): readonly Token[] {
  const texts = tokens.map(({ kind, text }) => (kind === 'word' ? text : ''))
  const replaced = new Map<number, string>()
  for (let at = 0; at < texts.length; at += 1) {
    const word = texts[at] ?? ''
    const isRequest = at === 0 || requests.has(texts[at - 1] ?? '')
    const separableVerb = isRequest ? separableVerbAt(texts, at) : null
    if (separableVerb !== null) {
      replaced.set(at, separableVerb.means).set(separableVerb.particle, 'the')
      // `turn it back on`
      if (['back', 'on'].includes(texts[separableVerb.particle + 1] ?? ''))
        replaced.set(separableVerb.particle + 1, 'the')
      continue
    }
    const next = texts[at + 1] ?? ''
    if (several.has(word) && engineWords.has(next)) replaced.set(at, 'each')
    const page = ordinals.indexOf(word)
    if (next === 'page' && page >= 0) replaced.set(at, String(page + 1))
    if (soundWords.has(word) && at === texts.length - 1 && texts.some((text) => parts.has(text)))
      replaced.set(at, 'working')
    const isHandled = texts.slice(0, at).some((text) => handling.has(text))
    if (vagueNouns.has(word) && recurring.test(texts[at - 1] ?? '') && isHandled) replaced.set(at, 'digest')
    if (!isRequest) continue
    const thing = owners.has(next) ? nounAfter(texts, at + 2) : things.has(next)
    if ((word === 'update' || word === 'move' || word === 'shift') && thing) replaced.set(at, 'edit')
    const isDropped = thing || tokens[at + 1]?.kind === 'address'
    if (word === 'drop' && isDropped) replaced.set(at, 'delete')
    const isBeside = texts.slice(at + 2).some((text) => beside.has(text))
    if (word === 'put' && isBeside) replaced.set(at, 'compare')
    if (changing.has(word) && isPartOf(texts, at)) replaced.set(at, 'edit')
  }
  if (replaced.size === 0) return tokens
  return tokens.map((token, at) => ({ ...token, text: replaced.get(at) ?? token.text }))
}

/** `weekly report`, `api key`: whether a thing follows within two words. */
function nounAfter(texts: readonly string[], at: number): boolean {
  return [0, 1, 2].some((more) => things.has(texts[at + more] ?? ''))
}

function separableVerbAt(
  texts: readonly string[],
  at: number,
): { readonly means: string; readonly particle: number } | null {
  for (const { verbs, particles, means, of } of separable) {
    if (!verbs.has(texts[at] ?? '')) continue
    for (let particle = at + 2; particle <= at + 1 + maxGap && particle < texts.length; particle += 1) {
      const word = texts[particle] ?? ''
      if (word === 'and' || word === '') break
      // `set the digest up`, and not `turn up on monday`
      const isDay = weekdayNamed(texts[particle + 1] ?? '') !== null
      const isOf = of === undefined || texts.slice(at + 1, particle).some((text) => of.has(text))
      if (particles.has(word) && isOf && !(word === 'on' && isDay)) return { means, particle }
    }
  }
  return null
}
