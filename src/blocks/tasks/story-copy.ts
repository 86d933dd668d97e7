/**
 * How a task's measures have changed since, in words. It says “since”, never “because”: other things change as well. All
 * of it is plain, unescaped text.
 */
import type {
  Aim,
  BeforeAfter,
  Compared,
  DatedSentiment,
  MeasureChange,
  SubredditSentiments,
} from '../../model/before-after.ts'
import type { FilterName } from '../../store/index.ts'
import { counted, isNumber, names, pointWords } from '../kit/numbers.ts'
import { dateWords, shortDay } from '../kit/periods.ts'
import { oneLine } from '../kit/text.ts'

export interface StoryWords {
  /** Days of this year are written without it. */
  readonly thisYear?: number
  /** The channel's names for topics. */
  readonly filterNames?: readonly FilterName[]
}

/**
 * `Perplexity: up 5.4 points in 5 weeks, 21.0 → 26.4%, more than chance; all engines: no reliable change.` Then the
 * sentiment in the subreddit that the task names: `Sentiment in r/coffee: negative (3 Oct) → mixed (14 Nov).`
 */
export function storySentence(story: BeforeAfter, words: StoryWords = {}): string {
  const sentiments = story.sentiments === undefined ? [] : [sentimentSentence(story.sentiments)]
  return [measuredSentence(story, words), ...sentiments].join(' ')
}

/** In the service's words, without any claim. */
function sentimentSentence({ subreddit, before, since }: SubredditSentiments): string {
  const name = `Sentiment in r/${oneLine(subreddit, 40, '?')}`
  const on = ({ day, sentiment }: DatedSentiment) => `${oneLine(sentiment, 40, '?')} (${shortDay(day)})`
  if (before !== null && since !== null) return `${name}: ${on(before)} → ${on(since)}.`
  if (before !== null) return `${name}: ${on(before)}, no summary since.`
  return since === null ? `${name}: no summary.` : `${name}: ${on(since)}, no summary before.`
}

/** Only its measures, without the sentiment. */
export function measuredSentence(story: BeforeAfter, words: StoryWords): string {
  const { verdict } = story
  switch (verdict.kind) {
    case 'too_early':
      return `Too early to tell. Check again on ${dateWords(verdict.readableOn, words.thisYear)}.`
    case 'too_small':
      return 'Too few answers to tell whether anything changed.'
    case 'data_gap':
      return `Data is missing from the weeks ${verdict.side === 'before' ? 'before it' : 'since'}, so they can’t be compared.`
    case 'unavailable':
      return verdict.why === 'failed'
        ? 'Its figures couldn’t be read just now.'
        : 'Not read this time: many tasks are followed here.'
    case 'up':
    case 'down':
      return `${moved(story, words, verdict.weeks, verdict.kind)}, more than chance${besides(story)}.`
    case 'no_reliable_change':
      return `${aimName(story.aim, words)}: no reliable change in ${counted(verdict.weeks, 'week')}${ends(story)}.`
    case 'shared_change': {
      const did = verdict.direction === 'up' ? 'rose' : 'fell'
      return `${moved(story, words, verdict.weeks, verdict.direction)}. The others ${did} as well, so it says nothing about this task.`
    }
  }
}

/** Whether the weeks since can be shown beside those before. */
export function isReadable({ verdict, since, aimed }: BeforeAfter): boolean {
  return since !== null && aimed.length > 0 && verdict.kind !== 'too_early' && verdict.kind !== 'unavailable'
}

/** What is measured: `Perplexity and ChatGPT`, `Topic “Pricing”`, `All engines`. */
export function aimName({ engines, topics }: Aim, { filterNames = [] }: StoryWords = {}): string {
  const topicNames = topics.map((topic) => {
    const name = filterNames.find(({ filter, id }) => filter === 'topics' && id === topic)?.name ?? topic
    return `“${oneLine(name, 30, '?')}”`
  })
  const on = engines.length === 0 ? 'All engines' : names(engines, 2, 30)
  if (topicNames.length === 0) return on
  const about = `${topicNames.length === 1 ? 'topic' : 'topics'} ${names(topicNames, 2, 34)}`
  return engines.length === 0 ? `T${about.slice(1)}` : `${on}, ${about}`
}

export function isNarrowed({ aim }: Pick<BeforeAfter, 'aim'>): boolean {
  return aim.engines.length > 0 || aim.topics.length > 0
}

/** The measure that a sentence is about: visibility, unless only presence has changed reliably. */
export function headlineMeasure(changes: readonly MeasureChange[]): MeasureChange | null {
  const visibility = changes.find(({ metric }) => metric === 'visibility')
  if (visibility?.isReliable === true) return visibility
  return changes.find(({ isReliable }) => isReliable === true) ?? visibility ?? changes[0] ?? null
}

/** `In the same weeks: you on the other engines −0.2 points; 3 competitors on Perplexity +0.6 points.`; `null`: not measured. */
export function comparedSentence(story: BeforeAfter, words: StoryWords = {}): string | null {
  const read = story.others.filter(({ kind, change }) => kind !== 'rival' && isNumber(change.change))
  if (read.length === 0) return null
  const each = read.map((one) => `${comparedName(one, story, words)} ${signed(one.change.change)} points`)
  return `In the same weeks: ${each.join('; ')}.`
}

/** `3 competitors on Perplexity`, `you on the other engines`, `Globex on Perplexity`. */
export function comparedName(
  { kind, name, of }: Compared,
  story: BeforeAfter,
  words: StoryWords = {},
): string {
  if (kind === 'engines')
    return story.aim.engines.length > 0 ? 'you on the other engines' : 'you in all other answers'
  const compared = kind === 'rivals' ? counted(of, 'competitor') : oneLine(name ?? '', 40, '(unnamed)')
  return isNarrowed(story)
    ? `${compared} on ${aimName(story.aim, words).replace(/^Topic/, 'topic')}`
    : compared
}

/** `+0.6`, `−1.2`, `0.0`; `n/a`. */
export function signed(points: number | null): string {
  if (!isNumber(points)) return 'n/a'
  const rounded = Math.round(points * 10) / 10
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${pointWords(Math.abs(rounded))}`
}

function moved(story: BeforeAfter, words: StoryWords, weeks: number, way: 'up' | 'down'): string {
  const measure = headlineMeasure(story.aimed)
  const name = `${aimName(story.aim, words)}${measure?.metric === 'presence' ? ' (presence)' : ''}`
  const change = measure?.change ?? null
  const by = isNumber(change) ? ` ${pointWords(Math.abs(change))} points` : ''
  return `${name}: ${way === 'up' ? 'up' : 'down'}${by} in ${counted(weeks, 'week')}${ends(story)}`
}

/** `, 21.0 → 26.4%`; empty if one of the values is not known. */
function ends({ aimed }: BeforeAfter): string {
  const measure = headlineMeasure(aimed)
  if (measure === null || !isNumber(measure.before.value) || !isNumber(measure.since.value)) return ''
  return `, ${pointWords(measure.before.value)} → ${pointWords(measure.since.value)}%`
}

/** How all engines together changed, if the task aims at only some engines or topics. */
function besides(story: BeforeAfter): string {
  if (!isNarrowed(story)) return ''
  const all = story.overall.find(({ metric }) => metric === 'visibility')
  if (all === undefined || all.isReliable === null) return ''
  if (!all.isReliable) return '; all engines: no reliable change'
  const way = (all.change ?? 0) > 0 ? 'up' : 'down'
  return `; all engines: ${way} ${pointWords(Math.abs(all.change ?? 0))} points`
}
