/** A review's tasks in words: by what their measures did since. */
import type { BeforeAfter, Compared, MeasureChange } from '../../model/before-after.ts'
import type { Review, ReviewedTask } from '../../model/review.ts'
import { counted, isNumber, names, pointWords } from '../kit/numbers.ts'
import { periodWords, shortDay, weekdayAndDay, weeksBetween } from '../kit/periods.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** The tasks that were followed, by what can be said of them. */
export interface Outcomes {
  readonly moved: readonly Told[]
  /** The others moved as well, so that nothing is claimed. */
  readonly everybody: readonly Told[]
  readonly unmoved: readonly Told[]
  /** Too few weeks have passed. */
  readonly early: readonly Told[]
  readonly small: readonly Told[]
  readonly gaps: readonly Told[]
  /** The service gave no answer, or wasn’t asked. */
  readonly unread: readonly ReviewedTask[]
}

export interface Told extends ReviewedTask {
  readonly story: BeforeAfter
}

export function outcomesOf({ followed }: Pick<Review, 'followed'>): Outcomes {
  const told = followed.filter((task): task is Told => task.story !== null)
  const of = (...kinds: readonly BeforeAfter['verdict']['kind'][]) =>
    told.filter(({ story }) => kinds.includes(story.verdict.kind))
  return {
    moved: of('up', 'down'),
    everybody: of('everybody'),
    unmoved: of('no_reliable_change'),
    early: of('too_early'),
    small: of('too_small'),
    gaps: of('data_gap'),
    unread: followed.filter(({ story }) => story === null || story.verdict.kind === 'unavailable'),
  }
}

/** `Brand review: Northwind · All engines · 1 Oct – 22 Nov` */
export function reviewTitle({ brand, period }: Pick<Review, 'brand' | 'period'>, name: string): string {
  const about = brand === null ? '' : `${oneLine(brand, 35)} · `
  return `${name}: ${about}${periodWords(period)}`
}

/** `6 tasks created, 3 marked as done; since then, more than chance: 1 rise and 1 fall.` */
export function reviewHeadline(review: Review): string {
  const { created, done, followed } = review
  const { moved, early } = outcomesOf(review)
  const what =
    created.length === 0 && done.length === 0
      ? 'No task was created or marked as done'
      : `${counted(created.length, 'task')} created, ${done.length === 0 ? 'none' : done.length} marked as done`
  if (followed.length === 0) return `${what}.`
  if (moved.length === 0)
    return early.length === followed.length
      ? `${what}; too early to say what moved.`
      : `${what}; nothing moved more than chance.`
  const rises = moved.filter(({ story }) => story.verdict.kind === 'up').length
  const falls = moved.length - rises
  const parts = [
    ...(rises > 0 ? [counted(rises, 'rise')] : []),
    ...(falls > 0 ? [counted(falls, 'fall')] : []),
  ]
  return `${what}; since then, more than chance: ${parts.join(' and ')}.`
}

/** Whose tasks they are, and what no figure says. */
export const otherThings =
  'Figures say what happened since a task, not what it did: other things changed in this time, too.'

export function taskTitle({ name }: Pick<ReviewedTask, 'name'>, longest: number): string {
  return `“${oneLine(name ?? '', longest, 'A task without a name')}”`
}

/** `since 12 Oct, Perplexity: visibility 21.0 → 26.4%, ▲ up 5.4 points in 5 weeks; 3 rivals there: ▲ up 0.6.` */
export function movedWords({ from, basis, aim, aimed, others, verdict }: BeforeAfter): string {
  // Presence is told where visibility isn't known.
  const measure = aimed.find(({ change }) => isNumber(change))
  const when = `since ${shortDay(from)}${basis === 'done' ? ' (done)' : ''}`
  const weeks = 'weeks' in verdict ? ` in ${counted(verdict.weeks, 'week')}` : ''
  const figures = measure === undefined ? '' : `, ${aimWords(aim)}: ${changeWords(measure)}${weeks}`
  const beside = others
    .flatMap((other) =>
      isNumber(other.change.change) ? [`${otherName(other)} ${signed(other.change.change)}`] : [],
    )
    .slice(0, 2)
  return `${when}${figures}${beside.length === 0 ? '' : `; ${beside.join(', ')}`}.`
}

export function otherName({ kind, name, of }: Compared): string {
  if (kind === 'engines') return 'other engines'
  return kind === 'rivals' ? counted(of, 'rival') : oneLine(name ?? '', 40, 'a rival')
}

function aimWords({ engines, topics }: BeforeAfter['aim']): string {
  return [
    engines.length === 0 ? 'all engines' : names(engines, 2, 30),
    ...(topics.length === 0 ? [] : [names(topics, 1, 30)]),
  ].join(', ')
}

/** `visibility 21.0 → 26.4%, ▲ up 5.4 points` */
function changeWords({ metric, before, since, change }: MeasureChange): string {
  const values =
    isNumber(before.value) && isNumber(since.value)
      ? ` ${pointWords(before.value)} → ${pointWords(since.value)}%`
      : ''
  return `${metric === 'presence' ? 'presence' : 'visibility'}${values}${isNumber(change) ? `, ${signed(change)} points` : ''}`
}

function signed(change: number): string {
  if (pointWords(Math.abs(change)) === pointWords(0)) return 'no change'
  return `${change > 0 ? '▲ up' : '▼ down'} ${pointWords(Math.abs(change))}`
}

/** `“A” from Mon 6 Dec` */
export function readableWords(story: BeforeAfter): string {
  return story.verdict.kind === 'too_early' ? ` from ${weekdayAndDay(story.verdict.readableOn)}` : ''
}

/** `for 9 weeks`; `null`: not known, or just now. */
export function ageWords(since: string | null, today: string): string | null {
  if (since === null) return null
  const days = Math.round(weeksBetween(since, today) * 7)
  if (days < 2) return null
  return days < 14 ? `for ${counted(days, 'day')}` : `for ${counted(Math.floor(days / 7), 'week')}`
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
