/** Words whose meaning depends on their position: separable verbs (`bring it back`), and verbs in requests. */

import { weekdayNamed } from './periods.ts'
import type { Token } from './tokens.ts'
import { wordSet } from './word-lists.ts'

interface Separable {
  readonly verbs: ReadonlySet<string>
  readonly particles: ReadonlySet<string>
  /** The meaning of both when they are apart. */
  readonly means: string
  /** One of these must be between them. */
  readonly of?: ReadonlySet<string>
}

const separable: readonly Separable[] = [
  { verbs: wordSet('bring put get switch turn'), particles: wordSet('back'), means: 'resume' },
  {
    verbs: wordSet('like want have need'),
    particles: wordSet('back'),
    means: 'resume',
    of: wordSet('digest alerts report reports'),
  },
  {
    verbs: wordSet('get'),
    particles: wordSet('going running started'),
    means: 'resume',
    of: wordSet('digest alerts report reports'),
  },
  {
    verbs: wordSet('put get save pull'),
    particles: wordSet('csv excel spreadsheet sheet file xlsx'),
    means: 'export',
  },
  { verbs: wordSet('turn switch'), particles: wordSet('on'), means: 'resume' },
  { verbs: wordSet('turn switch shut'), particles: wordSet('off down'), means: 'pause' },
  { verbs: wordSet('take throw leave'), particles: wordSet('off out down'), means: 'delete' },
  { verbs: wordSet('cut get'), particles: wordSet('rid'), means: 'delete' },
  { verbs: wordSet('set'), particles: wordSet('up'), means: 'setup' },
]
/** The most words between verb and particle. */
const maxGap = 5

/** Things that people act on, rather than ask about. */
const things = wordSet(
  'digest digests alert alerts report reports newsletter task tasks recommendation recommendations subreddit key token settings setup schedule it this that api',
)
const owners = wordSet('the a an our my this that these those your')
/** After these, and at the start, a verb is a request. */
const requests = wordSet('please to and you lets us just then i we also can could')

const changing = wordSet('add put include remove drop push take')

/** `add Globex to the digest`: the digest is changed. */
function isPartOf(texts: readonly string[], at: number): boolean {
  const digest = texts.findIndex((text, index) => index > at + 1 && (text === 'digest' || text === 'alerts'))
  if (digest < 0) return false
  // `push the digest to 10`
  if (texts[at] === 'push') return texts[digest + 1] === 'to' || texts[digest + 1] === 'back'
  return [1, 2, 3].some((before) => digest - before > at + 1 && into.has(texts[digest - before] ?? ''))
}

const into = wordSet('to into in from of')
const beside = wordSet('next against beside alongside side')
/** `the different engines`: each of them. */
const several = wordSet('different various individual several')
const engineWords = wordSet(
  'engine engines ai ais llm llms platform platforms model models assistant assistants chatbot chatbots',
)
const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth']
/** `is the connection ok` */
const soundWords = wordSet('ok okay alright fine good')
const parts = wordSet('connection api key token bot app sightline system systems everything service server')

/** `hold the weekly thing`: a digest, if something is done with it. */
const recurring = /^(?:daily|weekly|monthly|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?:'s)?$/u
const vagueNouns = wordSet('thing things one ones summary post message')
const handling = wordSet(
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
