/** What each workspace of a storm has before the app is installed in it: its key, recommendations and digests. */
import { createEncryptor, defaultSettings, openStore } from '../../src/store/index.ts'
import {
  alertsOf,
  changedChannels,
  channels,
  digestOf,
  keyOf,
  looksForAlerts,
  markOf,
  teamOf,
} from './marks.ts'
import { channel } from './people.ts'
import type { ServiceAddresses } from './service.ts'

export interface SetUp {
  readonly databaseUrl: string
  readonly encryptionKey: Buffer
  readonly numbers: readonly number[]
  readonly at: Temporal.Instant
  readonly demo: ServiceAddresses['demo']
}

export async function setUp({ databaseUrl, encryptionKey, numbers, at: then, demo }: SetUp): Promise<void> {
  const { resultIds, ...place } = demo
  const store = await openStore({ databaseUrl }, createEncryptor([encryptionKey]))
  const by = 'U0OLIVIA'
  for (const number of numbers) {
    const team = teamOf(number)
    const key = keyOf(number)
    await store.connections.save(
      { team, key, lastFour: key.slice(-4), reach: '', place, connectedBy: by },
      then,
    )
    for (const id of resultIds) await store.channels.track(team, channel, id, by, then)
    const schedule = { kind: 'daily', time: '09:00', timeZone: 'UTC' } as const
    const digest = { ...defaultSettings, noiseBand: 0, schedule, channel, by, team }
    await store.subscriptions.create(
      { ...digest, id: digestOf(number), name: `Daily ${markOf(number)}` },
      then,
    )
    // Whoever opens its settings sees them all, and not first what matters.
    for (const one of channels.slice(0, changedChannels))
      await store.channels.save({ team, channel: one, timeZone: 'UTC' }, by, then)
    if (!looksForAlerts(number)) continue
    await store.subscriptions.create(
      {
        ...digest,
        id: alertsOf(number),
        name: `Alerts ${markOf(number)}`,
        channel: channels[1],
        // Never in the time of a storm.
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...defaultSettings.alerts, overtaken: true },
      },
      then,
    )
  }
  await store.close()
}
