/** What each workspace of a storm has before it installs the app: its API key, recommendations and digests. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { digestsOf } from './digests.ts'
import {
  alertsOf,
  changedChannels,
  channels,
  checksForAlerts,
  earlierTasks,
  keyOf,
  markOf,
  onlyProposed,
  teamOf,
} from './marks.ts'
import { channel } from './people.ts'
import type { ServiceAddresses } from './service.ts'

export interface SetUp {
  /** The folder of the first version. */
  readonly tree: string
  readonly databaseUrl: string
  readonly encryptionKey: Buffer
  readonly numbers: readonly number[]
  readonly since: Temporal.Instant
  readonly demo: ServiceAddresses['demo']
}

export async function setUp(options: SetUp): Promise<void> {
  const { tree, databaseUrl, encryptionKey, numbers, since, demo } = options
  const { resultIds, ...place } = demo
  const { createEncryptor, defaultSettings, openStore } = (await import(
    pathToFileURL(join(tree, 'src/store/index.ts')).href
  )) as typeof import('../../src/store/index.ts')
  const store = await openStore({ databaseUrl }, createEncryptor([encryptionKey]))
  const by = 'U0OLIVIA'
  const weekBefore = since.subtract({ hours: 24 * 5 })
  for (const number of numbers) {
    const team = teamOf(number)
    const key = keyOf(number)
    await store.connections.save(
      { team, key, lastFour: key.slice(-4), reach: '', place, connectedBy: by },
      since,
    )
    for (const id of resultIds.filter((id) => id !== onlyProposed))
      await store.channels.track(team, channel, id, by, since)
    for (const { id: taskId, name, resultId } of earlierTasks(number)) {
      const ref = { team, organizationId: place.organizationId, workspaceId: place.workspaceId, resultId }
      const input = { kind: 'first' } as const
      const claimed = await store.tasks.claim(ref, {
        by,
        channel,
        messageTs: null,
        now: weekBefore,
        input,
        reference: taskId,
      })
      if (!claimed.won) throw new Error(`${taskId} is there already`)
      const { generation, attempt } = claimed
      await store.tasks.created(
        { ...ref, generation, attempt },
        { taskId, name, description: '' },
        weekBefore,
      )
    }
    for (const { id, name, channel: where, weekday, time, review } of digestsOf(number)) {
      const days =
        weekday === null ? ({ kind: 'daily' } as const) : ({ kind: 'days', days: [weekday] } as const)
      const schedule = { ...days, time, timeZone: 'UTC' }
      const digest = { ...defaultSettings, schedule, channel: where, by, team }
      const sections = review ? (['review'] as const) : defaultSettings.sections
      await store.subscriptions.create({ ...digest, id, name, sections }, since)
    }
    // With settings saved, people see all settings at once, not the most important ones first.
    for (const one of channels.slice(0, changedChannels))
      await store.channels.save({ team, channel: one, timeZone: 'UTC' }, by, since)
    if (!checksForAlerts(number)) continue
    await store.subscriptions.create(
      {
        ...defaultSettings,
        team,
        by,
        id: alertsOf(number),
        name: `Alerts ${markOf(number)}`,
        // People change the subreddits of the first ones.
        channel: channels[changedChannels] ?? channel,
        // Never due during a storm.
        schedule: { kind: 'monthly', day: 1, time: '09:00', timeZone: 'UTC' },
        alerts: { ...defaultSettings.alerts, sentiment: true },
      },
      since,
    )
  }
  await store.close()
}
