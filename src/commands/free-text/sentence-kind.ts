import type { Span } from './spans.ts'
import type { Token } from './tokens.ts'
import { wordSet } from './word-lists.ts'

/** Words for the team itself. */
export const ownWords = wordSet('we us our ours i my me ourselves')

/** First words of yes-no questions. */
export const yesNoOpeners = wordSet('is are was were do does did has have had am')

const askingWords = wordSet(
  'any anything how what which where who whom whose when why show tell give want wants need needs would wondering wonder curious interested please know see can could should looking explain compare summarize summarise list send post remind alert notify get make set create add stop pause asap',
)

/** Whether it is a question or a request. */
export function isAsked(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }) => askingWords.has(text)) || yesNoOpeners.has(tokens[0]?.text ?? '')
}

/** `how can we get Gemini to mention us`: asks what to do, not for the figures. */
export function isHowWeCan(tokens: readonly Token[]): boolean {
  const [how, can = '', who = '', verb = ''] = tokens.map(({ text }) => text)
  if (how !== 'how' || !['we', 'i', 'one'].includes(who)) return false
  if (can === 'do' || can === 'did') return verb === 'get' || verb === 'make'
  return ['can', 'could', 'should', 'would', 'might'].includes(can) && !viewingVerbs.has(verb)
}

const viewingVerbs = wordSet('see view find check read compare know tell look interpret')

/** Verbs whose negation asks to stop something: `do not send the digest`. */
const stoppable = wordSet(
  'send post want need bother remind notify alert ping spam know understand track follow have see get show',
)

/** `do not delete the digest`, `never create a task`: asks not to do something. */
export function isForbidden(tokens: readonly Token[]): boolean {
  const texts = tokens.map(({ text }) => text).filter((text) => text !== 'please' && text !== 'just')
  const [first, second, third = ''] = texts
  if (first === 'never' && second !== 'mind') return !stoppable.has(second ?? '')
  return first === 'do' && second === 'not' && !stoppable.has(third)
}

const praise = wordSet(
  'great nice awesome amazing fantastic excellent lovely wonderful impressive brilliant superb congrats wow solid cool perfect',
)

/** `great results last month!`, `the task is done`, `Globex released a new model`: a statement about a thing. */
export function isStory(tokens: readonly Token[], spans: readonly Span[], isQuestion: boolean): boolean {
  const [first = '', second = ''] = tokens.map(({ text }) => text)
  // `are you ChatGPT`
  if (first === 'are' && second === 'you' && spans.at(-1)?.kind === 'engine' && tokens.length < 6) return true
  if (isQuestion || isAsked(tokens)) return false
  if (praise.has(first) && tokens.length > 1 && second !== 'news') return true
  const isThing = owners.has(first) && isDone(tokens)
  const [named] = spans
  const isNamed = named?.kind === 'brand' || named?.kind === 'engine'
  const after = tokens.slice(named?.words ?? 0).map(({ text }) => text)
  // `Acme is a good company`
  const isDefined = isNamed && after[0] === 'is' && defining.has(after[1] ?? '')
  const isOwnPast =
    lived.has(second) &&
    ['i', 'they', 'he', 'she'].includes(first) &&
    !tokens.some(({ text }) => ['we', 'us', 'our'].includes(text))
  return isThing || isDefined || isOwnPast || (isNamed && after.slice(0, 3).some((word) => events.has(word)))
}

const owners = wordSet('the this that our my your all')

function isDone(tokens: readonly Token[]): boolean {
  const [last, before] = tokens.map(({ text }) => text).toReversed()
  const isEnd = ['done', 'finished', 'ready', 'sorted'].includes(last ?? '')
  return isEnd && ['is', 'are', 'was', 'were', 'now', 'all'].includes(before ?? '')
}

const defining = wordSet('a an my your his her out one from also really looking such')
/** Verbs for what people did. */
const lived = wordSet(
  'read saw met heard asked used tried talked spoke called had was am ranked won lost bought watched went visited prefer love hate',
)

/** Words for what companies do, besides ranking. */
const events = wordSet(
  'just released announced launched bought acquired raised hired fired signed opened closed introduced updated sued joined invited promised sponsored published renamed rebranded website office team stock meeting',
)
