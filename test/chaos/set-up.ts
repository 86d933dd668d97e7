import { defaultSettings, type Owed, type Store } from '../../src/store/index.ts'
import type { Expected } from './audit.ts'
import type { Chance } from './random.ts'

export const team = 'T1'
/** Subscriptions with alerts have their first look before the first day. */
export const start = Temporal.Instant.from('2026-11-09T07:30:00Z')
/** A minute before the first slot. */
export const firstMorning = Temporal.Instant.from('2026-11-09T08:59:00Z')
/** The user to notify when an owner can't be reached. */
export const contact = 'UCONTACT'
/** Some are due while others are still being posted. */
const times = ['09:00', '09:01', '09:03', '09:05']
/** The share of channels whose history the bot can't read. */
const unreadableShare = 0.2
/** The share of owners who have left. */
const ownerLeftShare = 0.1
/** The share of extra digests in archived channels, and of extra ones that only look for alerts. */
const extraShare = 0.05

/** The share of channels that Sightline was invited to. */
const invitedShare = 0.1
/** So that some introductions are late. */
const introducedWithinMs = 120_000

/** Creates the subscriptions. Returns what they must post. */
export async function setUp(
  { subscriptions, days }: { readonly subscriptions: number; readonly days: number },
  store: Store,
  chance: Chance,
): Promise<Expected> {
  const channels = new Map<string, string>()
  const slots = new Map<string, string[]>()
  const unreadable = new Set<string>()
  const archived = new Set<string>()
  const ownerLeft = new Set<string>()
  const unreachable = new Set<string>()
  const withAlerts = new Set<string>()
  const create = async (
    id: string,
    settings: Pick<typeof defaultSettings, 'alerts'> & {
      readonly schedule: Parameters<Store['subscriptions']['create']>[0]['schedule']
    },
  ) => {
    const channel = `C${id}`
    channels.set(id, channel)
    // In archived channels a look-up shows that nothing arrived, so that the next post is refused.
    if (chance.happens(unreadableShare) && !archived.has(channel)) unreadable.add(channel)
    await store.subscriptions.create(
      { ...defaultSettings, ...settings, name: `Digest ${id}`, team, id, channel, by: `U${id}` },
      start,
    )
  }
  // So that every day has news: a digest of one line has no replies.
  const digest = { alerts: defaultSettings.alerts }
  const timeOf = (number: number) => times[number % times.length] ?? '09:00'
  const slotsOf = (time: string) =>
    Array.from({ length: days }, (_, day) =>
      Temporal.Instant.from(`2026-11-09T${time}Z`)
        .add({ hours: 24 * day })
        .toString({ smallestUnit: 'millisecond' }),
    )
  for (let number = 0; number < subscriptions; number += 1) {
    const id = `S${number}`
    const time = timeOf(number)
    slots.set(id, slotsOf(time))
    if (number === 0 || chance.happens(ownerLeftShare)) ownerLeft.add(id)
    await create(id, { ...digest, schedule: { kind: 'daily', time, timeZone: 'UTC' } })
  }
  for (let number = 0; number < Math.max(2, subscriptions * extraShare); number += 1) {
    const archivedId = `A${number}`
    const time = timeOf(number)
    slots.set(archivedId, slotsOf(time).slice(0, 1))
    archived.add(`C${archivedId}`)
    if (number % 2 === 0) unreachable.add(`U${archivedId}`)
    await create(archivedId, { ...digest, schedule: { kind: 'daily', time, timeZone: 'UTC' } })

    const alertsId = `W${number}`
    withAlerts.add(alertsId)
    const alerts = { ...defaultSettings.alerts, sentimentNegative: true }
    const schedule = { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' } as const
    await create(alertsId, { alerts, schedule })
  }
  for (const id of ownerLeft) unreachable.add(`U${id}`)
  const invitedTo = Array.from(
    { length: Math.max(2, subscriptions * invitedShare) * days },
    (_, index) => `CI${index}`,
  )
  const introductions = invitedTo.map((channel, index): Owed => {
    const dueAt = firstMorning.add({ hours: 24 * (index % days), seconds: 60 })
    const lateAt = dueAt.add({ milliseconds: introducedWithinMs })
    if (chance.happens(unreadableShare)) unreadable.add(channel)
    return { team, kind: 'introduction', key: channel, channel, since: String(dueAt), dueAt, lateAt }
  })
  await store.outbox.enqueue(introductions, start)
  await store.close()
  return { channels, invitedTo, slots, days, unreadable, archived, ownerLeft, unreachable, withAlerts }
}
