import { expect, it } from 'vitest'
import { createdTask } from '../../workspace.ts'
import { fillWorkspace } from './erasure.ts'
import {
  after,
  another,
  attemptOf,
  auditLine,
  click,
  configuredDigest,
  first,
  intent,
  monday,
  newTeam,
  newWorkspace,
  page,
  recommendation,
  start,
  statement,
  type TestWorkspace,
  type TheDatabase,
  text,
  weekly,
} from './world.ts'

const done = { channel: 'C1', action: 'task.create', subject: 'R1', outcome: 'created' }
const alerts = { kind: 'sentiment', basis: 'B1' } as const

/** The ids of rows are equal in both workspaces wherever the caller chooses them. */
async function fill(workspace: TestWorkspace): Promise<void> {
  const { store, team, ref } = workspace
  await fillWorkspace(store, team)
  await say(workspace, start, { recommendations: { R1: { brief: null }, R2: null } })
  await store.tasks.created(attemptOf(ref), { taskId: 'K1', name: team, description: '' }, start)
  const aim = { engines: [], rival: team, topics: [], subreddit: null }
  await store.tasks.setAim(ref, aim, elsewhere, start)
  await store.channels.save({ team, channel: 'C1', announceTasksIn: 'C1' }, 'U1', start)
  await configuredDigest(store, team)
  await store.audit.record(auditLine(team, done), start)
}

/** Posts a digest of S1 that says this about recommendations. */
async function say(
  { claimed, send }: TestWorkspace,
  slot: Temporal.Instant,
  actions: NonNullable<ReturnType<typeof statement>['actions']>,
): Promise<void> {
  const row = await claimed(slot.add({ milliseconds: 1 }))
  const said = statement({ composedAt: text(slot), actions })
  await send(row, `${slot.epochMilliseconds}.1`, intent({ statement: said }), slot)
}

/** All that can be read of the workspace. */
async function everything({ store, team, ref }: TestWorkspace) {
  return {
    settings: await store.channels.get(team, 'C1'),
    withTracked: await store.channels.withTracked(team, 'C1'),
    known: await store.channels.known(team, ['C1', 'C9']),
    tracked: await store.channels.tracked(team, 'C1'),
    digests: await store.subscriptions.forTeam(team),
    ofChannel: await store.subscriptions.forChannel(team, 'C1'),
    ofChannels: await store.subscriptions.forChannels(team, ['C1', 'C9']),
    digest: await store.subscriptions.get(team, 'S1'),
    stopped: await store.subscriptions.stopped(team),
    record: await store.records.get(team, 'S1'),
    actions: await store.records.actionsIn(team, 'C1'),
    marks: await store.alerts.marked(team, 'S1', alerts),
    isBeingDelivered: await store.alerts.isBeingDelivered(team, 'S1'),
    task: await store.tasks.latest(ref),
    taskWithId: await store.tasks.withId(ref, 'K1'),
    taskIds: await store.tasks.createdIds(ref),
    tasks: await store.tasks.forChannel(team, 'C1', page),
    openTasks: await store.tasks.openOf(team, 'U1', ['C1', 'C9'], 9),
    counts: await store.tasks.countsOfChannel(team, 'C1'),
    aim: await store.tasks.aimOf(ref),
    outdatedSince: await store.tasks.outdatedSince(ref),
    notes: await store.notes.inChannel(team, 'C1', null, null),
    canvas: await store.canvases.get(team, 'C1'),
    conversation: await store.conversationChannels.get(team, 'U1'),
    audit: await store.audit.forChannel(team, 'C1', page),
    weeks: await store.marketWeeks.between({ team, market: 'M1' }, '2026', '2027'),
    connection: await store.connections.get(team),
    key: await store.connections.key(team),
    installation: await store.installations.get(team),
    message: await store.messages.get(team, 'C1', '1.1'),
    watched: await store.watches.watchedIn({ ...ref, channel: 'C1' }, start),
    disconnection: await store.disconnections.get(team),
    token: await store.installations.token(team),
  }
}

const now = after(1_000)
const elsewhere = { by: 'U9', channel: 'C1', messageTs: null, reference: null }
const rotation = { token: 'xoxb-isolated-2', refreshToken: 'xoxe-isolated-2', expiresAt: after(9_999) }

const changed = { name: 'Mine', schedule: { ...monday, time: '10:00' } }

/** What a workspace does, with the same ids as the other one. */
const changes: Readonly<Record<string, (workspace: TestWorkspace) => Promise<unknown>>> = {
  'saves settings': ({ channels, team }) => channels.save({ team, channel: 'C1' }, 'U9', now),
  'stops tracking': ({ channels, team }) => channels.stop(team, 'C1', 'R1', 'U9', now),
  'tracks again': ({ channels, team }) => channels.track(team, 'C1', 'R1', 'U9', now),
  'changes a digest': ({ subscriptions, team }) =>
    subscriptions.update(team, 'S1', { ...changed, alerts: { ...weekly.alerts, overtaken: true } }, now),
  'pauses a digest': ({ subscriptions, team }) => subscriptions.pause(team, 'S1', 'paused_by_hand', now),
  'resumes a digest': ({ subscriptions, team }) => subscriptions.resume(team, 'S1', now),
  'asks for a digest’s owner': ({ subscriptions, owedNotice, team }) =>
    subscriptions.askForOwner(team, 'S1', 'U1', owedNotice('C1', 'S1'), now),
  'gives a digest another owner': ({ subscriptions, team }) =>
    subscriptions.setOwner(team, 'S1', { from: 'U1', to: 'U9' }, now),
  'stops all digests': ({ subscriptions, team }) => subscriptions.stopAll(team, now),
  'restores all digests': ({ subscriptions, team }) => subscriptions.restoreAll(team, now),
  'sets up the configuration’s digest': ({ subscriptions, team }) =>
    subscriptions.setUpConfigured({ team, channel: 'C2', name: 'x', schedule: monday }, now),
  'marks an alert': ({ alerts: store, team }) =>
    store.mark(team, 'S1', { ...alerts, states: new Map([['Acme', 'clear']]) }, now),
  'begins an alert anew': ({ alerts: store, team }) =>
    store.begin(team, 'S1', { ...alerts, basis: 'B2', states: new Map() }, now),
  'posts a digest': (workspace) => say(workspace, now, { recommendations: { R3: null } }),
  'marks a task as done': ({ tasks, ref }) => tasks.markDone(ref, 'K1', '2026-03-02', elsewhere, now),
  'reopens a task': ({ tasks, ref }) => tasks.markDone(ref, 'K1', null, elsewhere, now),
  'forgets an aim': ({ tasks, ref }) => tasks.setAim(ref, null, elsewhere, now),
  'updates its messages': async ({ tasks, ref }) => tasks.markUpToDate(ref, text9),
  'creates another task': ({ tasks, ref }) => tasks.claim(ref, { ...another('K1'), now, by: 'U9' }),
  'has another open task': ({ tasks, ref }) => tasks.claim({ ...ref, resultId: 'R8' }, { ...click, now }),
  'creates the other task': ({ tasks, ref }) =>
    tasks.created({ ...attemptOf(ref), generation: 2 }, { taskId: 'K2', name: '', description: '' }, now),
  'adds a note': ({ notes, team }) =>
    notes.add({ team, channel: 'C1', day: '2026-10-13', text: 'Mine' }, 9, elsewhere, now),
  'replaces its canvas': ({ canvases, team }) => canvases.set(team, 'C1', 'F9', now),
  'talks about another channel': ({ conversationChannels, team }) =>
    conversationChannels.set(team, 'U1', 'C9', now),
  'is audited': ({ audit, team }) => audit.record(auditLine(team, { ...done, user: 'U9' }), now),
  'renews its token': ({ installations, team }) =>
    installations.renewed({ owner: team, generation: 1 }, rotation),
  'rewrites a message': ({ messages, team }) =>
    messages.rewrite({ team, channel: 'C1', ts: '1.1', revision: 0 }, { text: 'Mine', blocks: [] }),
  'forgets a message': ({ messages, team }) => messages.forget(team, 'C1', '1.1'),
  'is connected again': ({ disconnections, team }) => disconnections.markReconnected(team, now, () => []),
  'has another digest': ({ subscribe }) => subscribe('C1', 'S2'),
  'moves a channel': ({ channels, team }) => channels.move({ team, from: 'C1', to: 'C9' }, now),
  'deletes a digest': ({ subscriptions, team }) => subscriptions.remove(team, 'S1', now),
  'wants another week, and no older ones': ({ marketWeeks, team }) =>
    marketWeeks.want({ team, market: 'M1', question: '{}' }, new Map([['2026-03-02', now]]), '2026-03-02'),
  'reads a week': ({ marketWeeks, team }) =>
    marketWeeks.save({ team, market: 'M1', week: '2026-03-02' }, '{}', now, null),
  'forgets earlier weeks': ({ marketWeeks, team }) =>
    marketWeeks.forgetBefore({ team, market: 'M1', week: '2026-03-02' }),
  'postpones its weeks': ({ marketWeeks, team }) =>
    marketWeeks.postpone({ team, market: 'M1' }, after(9_999)),
  'forgets its weeks': ({ marketWeeks, team }) => marketWeeks.forget({ team, market: 'M1' }),
  'removes its key': ({ connections, team }) => connections.remove(team, now),
  uninstalls: ({ installations, team }) => installations.end(team, 'app_uninstalled', now, now),
  'is erased': ({ erase, team }) => erase(team),
}

/** Later than every change. */
const text9 = '2099-01-01T00:00:00.000Z'

export function isolationSuite(database: TheDatabase) {
  it('sees nothing of a workspace with the same ids', async () => {
    const empty = newWorkspace(database)
    const nothing = await everything(empty)
    // Other tests have rows with these ids.
    expect([nothing.message, nothing.watched.size]).toEqual([null, 0])
    await fill(newWorkspace(database))
    expect(await everything(empty)).toEqual(nothing)
  })

  it('changes nothing of a workspace with the same ids', async () => {
    const [workspace, other] = [newWorkspace(database), newWorkspace(database)]
    for (const one of [workspace, other]) await fill(one)
    const before = await everything(other)
    expect(before.task?.aim).toMatchObject({ rival: other.team })
    for (const [what, change] of Object.entries(changes)) {
      await change(workspace)
      expect(await everything(other), what).toEqual(before)
    }
  })

  it('a task is announced where its own workspace says, if it does', async () => {
    const store = first(database)
    const { channels, outbox } = store
    const [team, other] = [newTeam(), newTeam()]
    await channels.save({ team: other, channel: 'C1', announceTasksIn: 'C9' }, 'U1', start)
    await channels.save({ team, channel: 'C1' }, 'U1', start)
    for (const one of [team, other]) await createdTask(store, recommendation(one), start)
    const announced = (one: string) => outbox.list({ team: one, subject: '' }, ['new_task'], page)
    expect(await announced(team)).toEqual([])
    expect(await announced(other)).toMatchObject([{ channel: 'C9' }])
  })
}
