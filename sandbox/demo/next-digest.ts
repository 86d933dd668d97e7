import { nextSlots } from '../../src/digests/schedule/slots.ts'
import type { Subscription } from '../../src/store/index.ts'

type Scheduled = Pick<Subscription, 'state' | 'schedule' | 'name' | 'channel'>

/** The next slot among the active digests; `null` if none is active. */
export function nextDigest(digests: readonly Scheduled[], now: Temporal.Instant) {
  const upcoming = digests
    .filter(({ state }) => state === 'active')
    .flatMap(({ schedule, name, channel }) =>
      nextSlots(schedule, now, 1).map((at) => ({ at, name, channel })),
    )
    .toSorted((a, b) => Temporal.Instant.compare(a.at, b.at))
  return upcoming[0] ?? null
}
