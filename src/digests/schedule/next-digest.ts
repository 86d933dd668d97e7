import type { Subscription } from '../../store/index.ts'
import { nextSlots } from './slots.ts'

/** The next scheduled digest. */
export interface NextDigest {
  readonly at: Temporal.Instant
  readonly name: string
  /** Slack channel id. */
  readonly channel: string
}

type Scheduled = Pick<Subscription, 'state' | 'schedule' | 'name' | 'channel'>

/** The next slot among the active subscriptions; `null` if none is active. */
export function nextDigest(subscriptions: readonly Scheduled[], now: Temporal.Instant): NextDigest | null {
  const upcoming = subscriptions
    .filter(({ state }) => state === 'active')
    .flatMap(({ schedule, name, channel }) =>
      nextSlots(schedule, now, 1).map((at) => ({ at, name, channel })),
    )
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return upcoming[0] ?? null
}
