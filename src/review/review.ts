/** Assembles a review from a channel's tasks, recommendations and notes. Pure. */
import type { ReportPeriod } from '../model/reports.ts'
import type {
  OpenRecommendation,
  Review,
  ReviewedTask,
  ReviewNote,
  ReviewStanding,
  WorkByPerson,
  WorkByWeek,
} from '../model/review.ts'

export interface ReviewInput {
  readonly standing?: ReviewStanding | null
  readonly channel: string
  readonly brand: string | null
  readonly period: ReportPeriod
  readonly today: string
  /** All of the channel's tasks, in any order. */
  readonly tasks: readonly ReviewedTask[]
  readonly notes: readonly ReviewNote[]
  /** Tracked recommendations without a task. */
  readonly openRecommendations: readonly OpenRecommendation[]
}

/** Tasks from this many weeks before the period are also followed: most effects show after three to eight weeks. */
const followedWeeks = 8

export function assembleReview({
  standing = null,
  channel,
  brand,
  period,
  today,
  ...input
}: ReviewInput): Review {
  const { start, end } = period
  const tasks = input.tasks.filter(({ createdOn }) => createdOn <= end).toSorted(newestFirst)
  const isWithin = (day: string | null): day is string => day !== null && day >= start && day <= end
  const created = tasks.filter(({ createdOn }) => isWithin(createdOn))
  const done = tasks
    .filter(({ doneOn }) => isWithin(doneOn))
    .toSorted((a, b) => compare(b.doneOn ?? '', a.doneOn ?? ''))
  return {
    standing,
    channel,
    brand,
    period,
    today,
    created,
    done,
    people: peopleOf(created, done),
    weeks: weeksOf(created, done),
    followed: tasks.filter((task) => isFollowed(task, period)),
    notes: input.notes.filter(({ day }) => isWithin(day)).toSorted((a, b) => compare(a.day, b.day)),
    openRecommendations: input.openRecommendations.toSorted((a, b) =>
      // The date is unknown for configured ones that no digest of the channel has shown yet.
      compare(a.trackedOn ?? '9999', b.trackedOn ?? '9999'),
    ),
    openTasks: tasks.filter(({ doneOn }) => doneOn === null || doneOn > end).toReversed(),
  }
}

/** Whether a task falls into the review's period or the eight weeks before it. */
export function isFollowed(
  { createdOn, doneOn }: Pick<ReviewedTask, 'createdOn' | 'doneOn'>,
  { start, end }: ReportPeriod,
): boolean {
  const first = Temporal.PlainDate.from(start).subtract({ weeks: followedWeeks }).toString()
  const day = doneOn ?? createdOn
  return day >= first && createdOn <= end
}

function peopleOf(created: readonly ReviewedTask[], done: readonly ReviewedTask[]): readonly WorkByPerson[] {
  const people = new Map<string, WorkByPerson>()
  const add = (user: string, kind: 'created' | 'done') => {
    const one = people.get(user) ?? { user, created: 0, done: 0 }
    people.set(user, { ...one, [kind]: one[kind] + 1 })
  }
  for (const { createdBy } of created) add(createdBy, 'created')
  for (const { doneBy } of done) if (doneBy !== null) add(doneBy, 'done')
  return [...people.values()].sort(
    (a, b) => b.created + b.done - (a.created + a.done) || compare(a.user, b.user),
  )
}

function weeksOf(created: readonly ReviewedTask[], done: readonly ReviewedTask[]): readonly WorkByWeek[] {
  const weeks = new Map<string, WorkByWeek>()
  const add = (day: string, kind: 'created' | 'done') => {
    const date = Temporal.PlainDate.from(day)
    const start = date.subtract({ days: date.dayOfWeek - 1 }).toString()
    const one = weeks.get(start) ?? { start, created: 0, done: 0 }
    weeks.set(start, { ...one, [kind]: one[kind] + 1 })
  }
  for (const { createdOn } of created) add(createdOn, 'created')
  for (const { doneOn } of done) if (doneOn !== null) add(doneOn, 'done')
  return [...weeks.values()].sort((a, b) => compare(a.start, b.start))
}

function newestFirst(a: ReviewedTask, b: ReviewedTask): number {
  return compare(b.createdOn, a.createdOn) || compare(a.resultId, b.resultId)
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
