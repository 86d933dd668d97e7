/** A review in words: its tasks by what followed them. */
import type { OpenRecommendation, Review, ReviewedTask } from '../../model/review.ts'
import type { Story } from '../../model/story.ts'
import { neighbourLine } from '../digest/neighbours.ts'
import { counted, isNumber, pointWords } from '../kit/numbers.ts'
import { periodWords, shortDay, weekdayAndDay, weeksBetween } from '../kit/periods.ts'
import { compact } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { storySentence } from '../tasks/story-copy.ts'
import { headlineSentence, levelNow } from '../visibility/headline-copy.ts'

interface Outcomes {
  readonly moved: readonly MeasuredTask[]
  /** Up or down for some weeks, but no longer. */
  readonly faded: readonly MeasuredTask[]
  /** Competitors changed with them, so nothing is claimed. */
  readonly shared: readonly MeasuredTask[]
  readonly unmoved: readonly MeasuredTask[]
  readonly tooEarly: readonly MeasuredTask[]
  /** They aim at no engine, or something that a comparison needs is missing. */
  readonly notCompared: readonly MeasuredTask[]
  readonly unread: readonly ReviewedTask[]
}

interface MeasuredTask extends ReviewedTask {
  readonly story: Story
}

export function outcomesOf({ followed }: Pick<Review, 'followed'>): Outcomes {
  const withStory = followed.filter((task): task is MeasuredTask => task.story !== null)
  const of = (...states: readonly Story['state'][]) =>
    withStory.filter(({ story }) => states.includes(story.state))
  return {
    moved: of('up', 'down', 'back'),
    faded: of('faded'),
    shared: of('shared'),
    unmoved: of('no_effect'),
    tooEarly: of('too_early'),
    notCompared: of('no_aim', 'no_comparison'),
    unread: followed.filter(({ story }) => story === null || story.state === 'unread'),
  }
}

/** Tasks that nothing else is said of, by what followed them. */
export function otherOutcomes(review: Pick<Review, 'followed'>) {
  const { faded, shared, unmoved, tooEarly, notCompared, unread } = outcomesOf(review)
  return [
    ['Moved for some weeks, then back', faded],
    ['Moved, but so did competitors', shared],
    ['No clear change', unmoved],
    ['Too early to tell', tooEarly],
    ['No engine to compare, or too little data', notCompared],
    ['Still being read', unread],
  ] as const
}

/** `“A” (check again on Mon 6 Dec)` */
export function outcomeTitle(task: ReviewedTask, longest: number): string {
  const { story } = task
  const readable = story?.state === 'too_early' ? ` (check again on ${weekdayAndDay(story.readableOn)})` : ''
  return `${taskTitle(task, longest)}${readable}`
}

/** `Brand review: Northwind · All engines · 1 Oct – 22 Nov` */
export function reviewTitle({ brand, period }: Pick<Review, 'brand' | 'period'>, name: string): string {
  const about = brand === null ? '' : `${oneLine(brand, 35)} · `
  return `${name}: ${about}${periodWords(period)}`
}

/**
 * `Northwind is at 40.7% visibility, 3rd of 12, too close to call with Contoso; it was at 40.5% in the week of 5 Oct.`
 * Then the leader and the nearest. Empty: the figures are unknown.
 */
export function standingLines({ standing }: Pick<Review, 'standing'>): readonly string[] {
  if (standing === null) return []
  const { report, trend } = standing
  const { own } = report
  if (own === null || !isNumber(own.visibility.value)) return [headlineSentence(report)]
  const first = trend?.weeks[0]
  const score = first?.scores[0] ?? null
  const before =
    first === undefined || !isNumber(score)
      ? ''
      : `; it was at ${pointWords(score)}% in the week of ${shortDay(first.start)}`
  const neighbours = neighbourLine(report)
  return compact(`${levelNow(own, report)}${before}.`, neighbours)
}

/** `6 tasks created, 3 marked as done; since then, 1 rise and 1 fall of more than ordinary variation.` */
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
  const rises = moved.filter(({ story }) => story.direction === 'up').length
  const falls = moved.length - rises
  const parts = compact(rises > 0 && counted(rises, 'rise'), falls > 0 && counted(falls, 'fall'))
  return `${counts}; since then, ${parts.join(' and ')} of more than ordinary variation.`
}

/** Why no task is shown as moved: comparisons found nothing, or none was possible. */
function nothingMoved(outcomes: Outcomes, followed: number): string {
  const { shared, unmoved, faded, tooEarly, notCompared, unread } = outcomes
  const compared = shared.length + unmoved.length + faded.length
  if (compared > 0) {
    const among = compared === followed ? '' : ` in the ${counted(compared, 'task')} that can be compared`
    return `no clear change${shared.length > 0 ? ' that competitors don’t share' : ''}${among}`
  }
  if (tooEarly.length === followed) return 'too early to say what changed'
  if (unread.length === followed) return 'the weeks since are still being read'
  if (notCompared.length === followed) return 'none of the tasks can be compared'
  return 'not enough data yet to say what changed'
}

/** What no figure can say. */
export const otherThings =
  'Figures show what happened since a task, not what it did: other things also changed in that time.'

export function taskTitle({ name }: Pick<ReviewedTask, 'name'>, longest: number): string {
  return `“${oneLine(name ?? '', longest, 'A task without a name')}”`
}

/** `since 12 Oct. Your visibility on Perplexity is up 5.4 points since …` */
export function movedWords(story: Story, thisYear: number | undefined): string {
  const words = thisYear === undefined ? {} : { thisYear }
  const done = story.basis === 'done' ? ' (done)' : ''
  return `since ${shortDay(story.from)}${done}. ${storySentence(story, words)}`
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

/** `28 Sep: 2 created, 1 done` */
export function weekWords({ start, created, done }: Review['weeks'][number]): string {
  const parts = compact(created > 0 && `${created} created`, done > 0 && `${done} done`)
  return `${shortDay(start)}: ${parts.join(', ')}`
}
