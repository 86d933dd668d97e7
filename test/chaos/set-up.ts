import { defaultSettings, type Store } from '../../src/store/index.ts'
import type { Expected } from './audit.ts'
import type { Chance } from './random.ts'

export const team = 'T1'
/** A minute before the first slot. */
export const start = Temporal.Instant.from('2026-11-09T08:59:00Z')
/** Some are due while others are still at work. */
const times = ['09:00', '09:01', '09:03', '09:05']
/** Of the channels, so many may not be looked into. */
const closedShare = 0.2

/** Creates the subscriptions, and says what they are owed. */
export async function setUp(
  { subscriptions, days }: { readonly subscriptions: number; readonly days: number },
  store: Store,
  chance: Chance,
): Promise<Expected> {
  const channels = new Map<string, string>()
  const slots = new Map<string, string[]>()
  const closed = new Set<string>()
  for (let number = 0; number < subscriptions; number += 1) {
    const id = `S${number}`
    const channel = `C${number}`
    const time = times[number % times.length] ?? '09:00'
    channels.set(id, channel)
    if (chance.happens(closedShare)) closed.add(channel)
    slots.set(
      id,
      Array.from({ length: days }, (_, day) =>
        Temporal.Instant.from(`2026-11-09T${time}Z`)
          .add({ hours: 24 * day })
          .toString({ smallestUnit: 'millisecond' }),
      ),
    )
    await store.subscriptions.create(
      {
        ...defaultSettings,
        // So that every day has news: a digest in one line has nothing that follows it.
        noiseBand: 0,
        name: 'Daily brand visibility',
        schedule: { kind: 'daily', time, timeZone: 'UTC' },
        team,
        id,
        channel,
        by: `U${number}`,
      },
      start,
    )
  }
  await store.close()
  return { channels, slots, closed }
}
