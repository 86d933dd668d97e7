/** A review in words: its tasks by how their measures have changed since. */
import type { BeforeAfter } from '../../model/before-after.ts'
import type { OpenRecommendation, Review, ReviewedTask } from '../../model/review.ts'
import { counted, isNumber } from '../kit/numbers.ts'
import { periodWords, shortDay, weekdayAndDay, weeksBetween } from '../kit/periods.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { comparedName, signed, storySentence } from '../tasks/story-copy.ts'

/** The tasks that were followed, by what can be said about them. */
export interface Outcomes {
  readonly moved: readonly MeasuredTask[]
  /** The others moved as well, so nothing is claimed. */
  readonly sharedChange: readonly MeasuredTask[]
  readonly unmoved: readonly MeasuredTask[]
  /** Too few weeks have passed. */
  readonly tooEarly: readonly MeasuredTask[]
  readonly tooSmall: readonly MeasuredTask[]
  readonly gaps: readonly MeasuredTask[]
  /** The service gave no answer, or wasn’t asked. */
  readonly unread: readonly ReviewedTask[]
}

export interface MeasuredTask extends ReviewedTask {
  readonly story: BeforeAfter
}

export function outcomesOf({ followed }: Pick<Review, 'followed'>): Outcomes {
  const withStory = followed.filter((task): task is MeasuredTask => task.story !== null)
  const of = (...kinds: readonly BeforeAfter['verdict']['kind'][]) =>
    withStory.filter(({ story }) => kinds.includes(story.verdict.kind))
  return {
    moved: of('up', 'down'),
    sharedChange: of('shared_change'),
    unmoved: of('no_reliable_change'),
    tooEarly: of('too_early'),
    tooSmall: of('too_small'),
    gaps: of('data_gap'),
    unread: followed.filter(({ story }) => story === null || story.verdict.kind === 'unavailable'),
  }
}

/** `Brand review: Northwind · All engines · 1 Oct – 22 Nov` */
export function reviewTitle({ brand, period }: Pick<Review, 'brand' | 'period'>, name: string): string {
  const about = brand === null ? '' : `${oneLine(brand, 35)} · `
  return `${name}: ${about}${periodWords(period)}`
}

/** `6 tasks created, 3 marked as done; since then, 1 rise and 1 fall that chance doesn’t explain.` */
export function reviewHeadline(review: Review): string {
  const { created, done, followed } = review
  const outcomes = outcomesOf(review)
  const { moved } = outcomes
  const counts =
    created.length === 0 && done.length === 0
      ? 'No task was created or marked as done'
      : `${counted(created.length, 'task')} created, ${done.length === 0 ? 'none' : done.length} marked as done`
  if (followed.length === 0) return `${counts}.`
  if (moved.length === 0) return `${counts}; ${nothingMoved(outcomes, followed.length)}.`
  const rises = moved.filter(({ story }) => story.verdict.kind === 'up').length
  const falls = moved.length - rises
  const parts = [
    ...(rises > 0 ? [counted(rises, 'rise')] : []),
    ...(falls > 0 ? [counted(falls, 'fall')] : []),
  ]
  return `${counts}; since then, ${parts.join(' and ')} that chance doesn’t explain.`
}

/** Why no task is shown as moved: comparisons found nothing, or none was possible. */
function nothingMoved({ sharedChange, unmoved, tooEarly, unread }: Outcomes, followed: number): string {
  const compared = sharedChange.length + unmoved.length
  if (compared > 0) {
    const than = sharedChange.length > 0 ? 'the others did' : 'chance'
    const among = compared === followed ? '' : ` in the ${counted(compared, 'task')} that can be compared`
    return `nothing moved more than ${than}${among}`
  }
  if (tooEarly.length === followed) return 'too early to say what moved'
  if (unread.length === followed) return 'what moved since couldn’t be read this time'
  return 'not enough data yet to say what moved'
}

/** What no figure can say. */
export const otherThings =
  'Figures show what happened since a task, not what it did: other things also changed in that time.'

export function taskTitle({ name }: Pick<ReviewedTask, 'name'>, longest: number): string {
  return `“${oneLine(name ?? '', longest, 'A task without a name')}”`
}

/** `since 12 Oct. Perplexity: up 5.4 points in 5 weeks, 21.0 → 26.4%, more than chance. 3 competitors on Perplexity: +0.6 points.` */
export function movedWords(story: BeforeAfter, thisYear: number | undefined): string {
  const { from, basis, others } = story
  const words = thisYear === undefined ? {} : { thisYear }
  const rivals = others.find(({ kind, change }) => kind === 'rivals' && isNumber(change.change))
  const beside =
    rivals === undefined
      ? ''
      : ` ${comparedName(rivals, story, words)}: ${signed(rivals.change.change)} points.`
  return `since ${shortDay(from)}${basis === 'done' ? ' (done)' : ''}. ${storySentence(story, words)}${beside}`
}

/** ` (check again on Mon 6 Dec)` */
export function readableWords(story: BeforeAfter): string {
  return story.verdict.kind === 'too_early'
    ? ` (check again on ${weekdayAndDay(story.verdict.readableOn)})`
    : ''
}

/** `for 9 weeks`; `null`: not known, or less than two days. */
function ageWords(since: string | null, today: string): string | null {
  if (since === null) return null
  const days = Math.round(weeksBetween(since, today) * 7)
  if (days < 2) return null
  return days < 14 ? `for ${counted(days, 'day')}` : `for ${counted(Math.floor(days / 7), 'week')}`
}

/** `“A” for 9 weeks` */
export function aged(title: string, since: string | null, today: string): string {
  return [title, ageWords(since, today)].filter((words) => words !== null).join(' ')
}

export function titledRecommendations(
  open: readonly OpenRecommendation[],
): readonly (OpenRecommendation & { readonly title: string })[] {
  return open.filter((one): one is OpenRecommendation & { readonly title: string } => one.title !== null)
}

/** `, the oldest tracked for 9 weeks`, for recommendations without titles. @param open the oldest first */
export function oldestWords(open: readonly OpenRecommendation[], today: string): string {
  const age = ageWords(open[0]?.trackedOn ?? null, today)
  if (age === null) return ''
  return open.length === 1 ? `, tracked ${age}` : `, the oldest tracked ${age}`
}

/** `@Maya created 4 and marked 2 as done` */
export function personSpans({ user, created, done }: Review['people'][number]): readonly Span[] {
  const parts = [
    ...(created > 0 ? [`created ${created}`] : []),
    ...(done > 0 ? [`marked ${done} as done`] : []),
  ]
  return [{ user }, ` ${parts.join(' and ')}`]
}

/** `28 Sep: 2 created, 1 done` */
export function weekWords({ start, created, done }: Review['weeks'][number]): string {
  const parts = [...(created > 0 ? [`${created} created`] : []), ...(done > 0 ? [`${done} done`] : [])]
  return `${shortDay(start)}: ${parts.join(', ')}`
}
