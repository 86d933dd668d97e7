/** The digests of each workspace in a storm, and when they are due. */
import { CHANNELS } from '../../sandbox/slack/index.ts'
import { channels, digestOf, markOf } from './marks.ts'

export interface StormDigest {
  readonly id: string
  readonly name: string
  readonly channel: string
  /** ISO 8601: 1 is Monday; `null`: every day. */
  readonly weekday: number | null
  /** Local time, in UTC. */
  readonly time: string
  /** Whether its channel is archived: its first slot then pauses it, and its owner gets a message. */
  readonly archived: boolean
  /** Whether it is a review: what was done and what changed, instead of figures. */
  readonly review: boolean
}

export const reviewName = (number: number) => `Review ${markOf(number)}`
/** The name of each workspace's digest in the channel with the recommendations. */
export const firstName = (number: number) => `First ${markOf(number)}`

/** The first day of a storm is a Monday. */
const weekdayOf = (day: number) => (day % 7) + 1

/**
 * One digest daily in every fourth workspace and weekly in the others, at 9:00 or 9:01, and three weekly ones in three
 * of the other channels. Across the workspaces this covers all weekdays and channels. Every other workspace also has a
 * digest in an archived channel; the rest have a review in the channel with the recommendations.
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

/** When a digest is due, in this many days from that midnight on. */
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
