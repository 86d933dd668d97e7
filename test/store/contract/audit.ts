import { expect, it } from 'vitest'
import { type AuditEntry, settingsMark } from '../../../src/store/index.ts'
import {
  after,
  auditLine,
  connection,
  newWorkspace,
  page,
  start,
  type TestWorkspace,
  type TheDatabase,
  text,
  watch,
  weekly,
} from './world.ts'

/** A change of a digest, a key or a watch, and how to see its effect. */
interface Change {
  readonly prepare?: (workspace: TestWorkspace) => Promise<unknown>
  readonly make: (workspace: TestWorkspace, audited: () => AuditEntry) => Promise<unknown>
  readonly look: (workspace: TestWorkspace) => Promise<unknown>
}

const digest = async ({ subscriptions, team }: TestWorkspace) => subscriptions.get(team, 'S1')
const set = ({ subscribe }: TestWorkspace) => subscribe()
const tracked = ({ channels, team }: TestWorkspace) => channels.withTracked(team, 'C1')
const key = ({ connections, team }: TestWorkspace) => connections.get(team)
const isWatching = ({ watches, team }: TestWorkspace) => watches.isWatching(watch(team))

const changes: Readonly<Record<string, Change>> = {
  'saving settings': {
    make: ({ channels, team }, audited) =>
      channels.save({ team, channel: 'C1', projectId: 'P1' }, 'U1', start, audited()),
    look: ({ channels, team }) => channels.get(team, 'C1'),
  },
  'tracking a recommendation': {
    make: ({ channels, team }, audited) => channels.track(team, 'C1', 'R1', 'U1', start, audited),
    look: tracked,
  },
  'stopping to track one': {
    prepare: ({ channels, team }) => channels.track(team, 'C1', 'R1', 'U1', start),
    make: ({ channels, team }, audited) => channels.stop(team, 'C1', 'R1', 'U1', after(1), audited),
    look: tracked,
  },
  'setting up a digest': {
    make: async ({ subscriptions, team }, audited) => {
      // Slack may bring the form twice.
      for (const at of [start, after(1)])
        await subscriptions.create({ ...weekly, team, id: 'S1', channel: 'C1', by: 'U1' }, at, audited())
    },
    look: ({ subscriptions, team }) => subscriptions.forTeam(team),
  },
  'updating a digest': {
    prepare: set,
    make: async ({ subscriptions, team }, audited) => {
      const seen = settingsMark((await subscriptions.get(team, 'S1')) ?? weekly)
      return subscriptions.update(team, 'S1', { name: 'Renamed' }, after(1), { seen, audited })
    },
    look: digest,
  },
  'pausing a digest': {
    prepare: set,
    make: ({ subscriptions, team }, audited) =>
      subscriptions.pause(team, 'S1', 'paused_by_hand', after(1), { audited }),
    look: digest,
  },
  'resuming a digest': {
    prepare: async ({ subscribe, subscriptions, team }) => {
      await subscribe()
      await subscriptions.pause(team, 'S1', 'paused_by_hand', start)
    },
    make: ({ subscriptions, team }, audited) => subscriptions.resume(team, 'S1', after(1), audited),
    look: digest,
  },
  'deleting a digest': {
    prepare: set,
    make: ({ subscriptions, team }, audited) => subscriptions.remove(team, 'S1', after(1), audited),
    look: digest,
  },
  'another owner': {
    prepare: set,
    make: ({ subscriptions, team }, audited) =>
      subscriptions.setOwner(team, 'S1', { from: 'U1', to: 'U2' }, after(1), audited),
    look: digest,
  },
  'restoring all digests': {
    prepare: async ({ subscribe, subscriptions, team }) => {
      for (const id of ['S1', 'S2']) await subscribe('C1', id)
      await subscriptions.stopAll(team, start)
    },
    make: ({ subscriptions, team }, audited) => subscriptions.restoreAll(team, after(1), audited),
    look: ({ subscriptions, team }) => subscriptions.forTeam(team),
  },
  'saving a key': {
    make: ({ connections, team }, audited) => connections.save(connection(team), start, audited),
    look: key,
  },
  'removing a key': {
    prepare: ({ connections, team }) => connections.save(connection(team), start),
    make: ({ connections, team }, audited) => connections.remove(team, after(1), audited),
    look: key,
  },
  'watching an evaluation': {
    make: ({ watches, team }, audited) => watches.start(watch(team), 'C1', start, audited),
    look: isWatching,
  },
  'watching it no longer': {
    prepare: ({ watches, team }) => watches.start(watch(team), 'C1', start),
    make: ({ watches, team }, audited) => watches.stop(watch(team), after(1), audited),
    look: isWatching,
  },
}

export function auditSuite(database: TheDatabase) {
  it('lists who did what in a channel, newest first, in pages', async () => {
    const { audit, team } = newWorkspace(database)
    const detail = { taskId: 'K1', nested: [1, null] }
    const entry = auditLine(team, { subject: 'R1', detail, reference: 'ab12' })
    const bare = { ...entry, user: null, subject: null, detail: null, reference: null }
    await audit.record(entry, start)
    await audit.record(bare, after(1))
    await audit.record({ ...entry, channel: 'C2' }, after(2))
    await audit.record({ ...entry, channel: null }, after(3))
    const asked = { action: entry.action, subject: 'R1', outcome: 'done' }
    expect(await audit.forChannel(team, 'C1', page, asked), 'who did it').toMatchObject([{ user: 'U1' }])
    const all = await audit.forChannel(team, 'C1', page)
    expect(all).toEqual([
      { ...bare, id: expect.any(String), at: text(after(1)) },
      { ...entry, id: expect.any(String), at: text(start) },
    ])
    expect(await audit.forChannel(team, 'C1', { limit: 1, offset: 1 })).toEqual([all[1]])
  })

  it.each(Object.entries(changes))(
    'records %s together with its line in the audit log, or neither',
    async (_, change) => {
      const workspace = newWorkspace(database)
      const { audit, team } = workspace
      await change.prepare?.(workspace)
      const before = await change.look(workspace)
      // Invalid JSON fails last, when everything else is already written.
      const broken = () => ({ ...auditLine(team), detail: { count: 1n } })
      await expect(change.make(workspace, broken)).rejects.toThrow()
      expect(await change.look(workspace)).toEqual(before)
      expect(await audit.forChannel(team, 'C1', page)).toEqual([])

      await change.make(workspace, () => auditLine(team))
      expect(await change.look(workspace)).not.toEqual(before)
      expect(await audit.forChannel(team, 'C1', page)).toMatchObject([auditLine(team)])
    },
  )
}
