/** The digests of each workspace of a storm, and when they are due. */
import { CHANNELS } from '../../sandbox/slack/index.ts'
import { channels, digestOf, markOf } from './marks.ts'

export interface StormDigest {
  readonly id: string
  readonly name: string
  readonly channel: string
  /** ISO 8601: 1 is Monday; `null`: each day. */
  readonly weekday: number | null
  /** Local time in UTC. */
  readonly time: string
  /** Whether its channel is archived, so that its first slot pauses it and its owner hears of it. */
  readonly archived: boolean
  /** What was done and what moved, instead of figures. */
  readonly review: boolean
}

export const reviewName = (number: number) => `Review ${markOf(number)}`
/** Of the digest that each workspace has in the channel with the recommendations. */
export const firstName = (number: number) => `First ${markOf(number)}`

/** The first day of a storm is a Monday. */
const weekdayOf = (day: number) => (day % 7) + 1

/**
 * One each day in every fourth workspace and each week in the others, at nine or a minute later, and three a week in three of
 * the other channels: over the workspaces, all days of the week and all channels have some. Every other workspace has one in
 * an archived channel, the others a review in the channel with the recommendations.
 */
export function digestsOf(number: number): readonly StormDigest[] {
  const id = digestOf(number)
  const mark = markOf(number)
  const first = {
    id,
    name: firstName(number),
    channel: channels[0],
    weekday: number % 4 === 0 ? null : weekdayOf(number),
    time: number % 2 === 0 ? '09:00' : '09:01',
  }
  const weekly = [0, 1, 2].map((which) => ({
    id: `${id}w${which}`,
    name: `Weekly ${which} ${mark}`,
    channel: channels[1 + ((number * 3 + which) % (channels.length - 1))] ?? '',
    weekday: weekdayOf(number + which * 2),
    time: '09:01',
  }))
  const archived = {
    id: `${id}a`,
    name: `Archived ${mark}`,
    channel: CHANNELS.archive,
    weekday: weekdayOf((number >> 1) % 2),
    time: '09:01',
    archived: true,
    review: false,
  }
  const review = {
    id: `${id}r`,
    name: reviewName(number),
    channel: channels[0],
    weekday: weekdayOf((number >> 1) % 3),
    time: '09:01',
    archived: false,
    review: true,
  }
  return [
    ...[first, ...weekly].map((one) => ({ ...one, archived: false, review: false })),
    number % 2 === 1 ? archived : review,
  ]
}

/** When a digest is due, on so many days from that midnight on. */
export function slotsOf(
  { weekday, time }: StormDigest,
  midnight: Temporal.Instant,
  days: number,
): readonly string[] {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Array.from({ length: days }, (_, day) => day)
    .filter((day) => weekday === null || weekdayOf(day) === weekday)
    .map((day) =>
      midnight.add({ hours: 24 * day + hours, minutes }).toString({ smallestUnit: 'millisecond' }),
    )
}
