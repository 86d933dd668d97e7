import { expect, it } from 'vitest'
import {
  after,
  another,
  anyway,
  attemptOf,
  click,
  newWorkspace,
  page,
  pagesOf,
  recommendation,
  start,
  type TheDatabase,
  task,
  text,
} from './world.ts'

const by = (user: string) => ({ by: user, channel: 'C1', messageTs: '1.1', reference: 'K7QM-2XPA' })
const aim = { engines: ['PERPLEXITY'], rival: 'Acme', topics: ['t1'], subreddit: null }

/** Where a task shows up afterwards (the list, the audit log, its messages), and what people report about it. */
export function taskTraceSuite(database: TheDatabase) {
  it('are listed by channel, newest first, in pages, without refused ones', async () => {
    const { tasks, team } = newWorkspace(database)
    for (const minute of [0, 1, 2, 3])
      await tasks.claim(recommendation(team, `R${minute}`), { ...click, now: after(minute) })
    await tasks.claim(recommendation(team, 'R9'), { ...click, channel: 'C2' })
    await tasks.release(attemptOf(recommendation(team, 'R2')), 'forbidden', after(9))
    const page = async (limit: number, offset: number) =>
      (await tasks.forChannel(team, 'C1', { limit, offset })).map(({ resultId }) => resultId)
    expect(await page(2, 0)).toEqual(['R3', 'R1'])
    expect(await page(2, 2)).toEqual(['R0'])
    await tasks.created(attemptOf(recommendation(team, 'R0')), task, after(9))
    await tasks.unknown(attemptOf(recommendation(team, 'R1')), 'outcome_unknown', after(9))
    expect(await tasks.countsOfChannel(team, 'C1')).toEqual({ creating: 1, created: 1, unknown: 1, done: 0 })
    expect(await tasks.countsOfChannel(team, 'C9')).toEqual({ creating: 0, created: 0, unknown: 0, done: 0 })
  })

  it('are in the audit log with each attempt: who, from which message, which recommendation, and the outcome', async () => {
    const { tasks, audit, ref } = newWorkspace(database)
    const late = after(9)
    await tasks.claim(ref, { ...click, reference: 'first' })
    await tasks.release(attemptOf(ref), 'forbidden', after(1))
    await tasks.claim(ref, { ...click, now: after(2), reference: 'second' })
    await tasks.unknown(attemptOf(ref, 2), 'outcome_unknown', after(3))
    await tasks.claim(ref, { ...click, by: 'U9', messageTs: '9.9', now: after(4), reference: 'late' })
    await tasks.claim(ref, { ...anyway, now: after(5), reference: 'third' })
    await tasks.expireCreating(late, late, 1_000)
    await tasks.created(attemptOf(ref, 3), task, after(11))
    expect(await tasks.created(attemptOf(ref, 3), task, after(12)), 'it is final').toBe(false)
    const entries = await audit.forChannel(ref.team, 'C1', page)
    const place = { organizationId: 'O1', workspaceId: 'W1', generation: 1 }
    const attempted = { ...place, message: '1.1', task: null }
    const attempt = (number: number, more: object) => ({ ...attempted, attempt: number, ...more })
    const taken = { ...place, attempt: 2, message: '9.9', state: 'unknown', by: 'U1' }
    for (const { team, channel, action, subject } of entries)
      expect([team, channel, action, subject]).toEqual([ref.team, 'C1', 'task.create', 'R1'])
    const lines = entries.map((one) => [one.user, one.at, one.outcome, one.reference, one.detail])
    expect(lines.toReversed()).toEqual([
      ['U1', text(after(1)), 'refused', 'first', attempt(1, { reason: 'forbidden' })],
      ['U1', text(after(3)), 'unknown', 'second', attempt(2, { reason: 'outcome_unknown' })],
      ['U9', text(after(4)), 'taken', 'late', taken],
      ['U1', text(late), 'unknown', 'third', attempt(3, { reason: 'stopped' })],
      ['U1', text(after(11)), 'created', 'third', attempt(3, { task: 'K1', reason: null })],
    ])
  })

  it('are brought into messages by one caller, when an attempt has ended and no process has confirmed them', async () => {
    const { tasks, ref, raced, mine } = newWorkspace(database)
    const due = async (olderThan: number, now: number) =>
      mine((await raced(8, (store) => store.tasks.takeOutdated(after(olderThan), after(now), 1_000))).flat())
    await tasks.claim(ref, click)
    expect(await tasks.outdatedSince(ref), 'nothing has come of it yet').toBeNull()
    await tasks.created(attemptOf(ref), task, after(1))
    await tasks.claim(ref, { ...another('K1'), now: after(2) })
    await tasks.unknown({ ...ref, generation: 2, attempt: 1 }, 'outcome_unknown', after(3))
    const since = await tasks.outdatedSince(ref)
    expect(since).toBe(text(after(3)))

    expect(await due(1, 20), 'it is fresh').toEqual([])
    expect(await due(10, 20)).toEqual([ref])
    expect(await due(10, 20), 'it is postponed').toEqual([])
    await tasks.markUpToDate(ref, since ?? '')
    expect(await tasks.outdatedSince(ref), 'another caller has it').toBe(text(after(20)))
    await tasks.markUpToDate(ref, text(after(20)))
    expect(await tasks.outdatedSince(ref)).toBeNull()
    expect(await due(90, 99)).toEqual([])
  })

  it('are taken in pages, after a killed process and with outdated messages', async () => {
    const { tasks, team, mine } = newWorkspace(database)
    for (const id of ['R1', 'R2', 'R3']) await tasks.claim(recommendation(team, id), click)
    const expired = await pagesOf(2, (limit) => tasks.expireCreating(after(1), after(2), limit))
    const outdated = await pagesOf(2, (limit) => tasks.takeOutdated(after(3), after(4), limit))
    expect([mine(expired).length, mine(outdated).length]).toEqual([3, 3])
  })

  const created = async () => {
    const workspace = newWorkspace(database)
    const { tasks, ref } = workspace
    await tasks.claim(ref, click)
    await tasks.created(attemptOf(ref), task, after(1))
    await tasks.markUpToDate(ref, text(after(1)))
    return workspace
  }

  it('marks a task as done once, however many people do so at once, and its messages as outdated', async () => {
    const { tasks, audit, ref, raced, won } = await created()
    const marked = await raced(8, (store, caller) =>
      store.tasks.markDone(ref, 'K1', `2026-10-1${caller}`, by(`U${caller}`), after(2)),
    )
    expect(marked.filter(Boolean)).toHaveLength(1)
    const winner = marked.indexOf(true)
    const done = { doneOn: `2026-10-1${winner}`, doneBy: `U${winner}` }
    expect(await tasks.latest(ref)).toMatchObject(done)
    expect(await tasks.withId(ref, 'K1')).toMatchObject(done)
    expect(await tasks.forChannel(ref.team, 'C1', { limit: 1, offset: 0 })).toMatchObject([done])
    expect(await tasks.outdatedSince(ref)).toBe(text(after(2)))

    const reopened = await won(8, (store) => store.tasks.markDone(ref, 'K1', null, by('U9'), after(3)))
    expect(reopened).toHaveLength(1)
    expect(await tasks.latest(ref)).toMatchObject({ doneOn: null, doneBy: 'U9' })
    const entries = await audit.forChannel(ref.team, 'C1', { limit: 2, offset: 0 })
    expect(entries).toMatchObject([
      { user: 'U9', action: 'task.done', subject: 'R1', outcome: 'reopened', detail: { task: 'K1' } },
      { user: `U${winner}`, outcome: 'done', detail: { task: 'K1', day: done.doneOn, message: '1.1' } },
    ])
  })

  it('marks only an existing task as done, and each of several separately', async () => {
    const { tasks, ref } = await created()
    expect(await tasks.markDone(ref, 'K9', '2026-10-12', by('U1'), after(2)), 'nobody’s task').toBe(false)
    expect(await tasks.withId(ref, 'K9')).toBeNull()
    await tasks.claim(ref, another('K1'))
    await tasks.created({ ...ref, generation: 2, attempt: 1 }, { ...task, taskId: 'K2' }, after(3))
    expect(await tasks.markDone(ref, 'K1', '2026-10-12', by('U1'), after(4))).toBe(true)
    expect(await tasks.withId(ref, 'K2')).toMatchObject({ generation: 2, doneOn: null })
    expect(await tasks.markDone(ref, 'K2', null, by('U1'), after(5)), 'it is open').toBe(false)
  })

  it('sets a task’s aim, even before the task exists and for each of several, until it is read again', async () => {
    const { tasks, audit, ref } = newWorkspace(database)
    expect(await tasks.aimOf(ref)).toBeNull()
    expect(await tasks.setAim(ref, null, by('U1'), start), 'it is read already').toBe(false)
    expect(await tasks.setAim(ref, aim, by('U1'), start)).toBe(true)
    expect(await tasks.setAim(ref, aim, by('U2'), after(1)), 'unchanged').toBe(false)
    await tasks.claim(ref, click)
    expect(await tasks.latest(ref)).toMatchObject({ aim })
    await tasks.unknown(attemptOf(ref), 'outcome_unknown', after(1))
    expect(await tasks.setAim(ref, { ...aim, rival: null }, by('U2'), after(2))).toBe(true)
    expect(await tasks.aimOf(ref)).toEqual({ aim: { ...aim, rival: null }, by: 'U2' })
    expect(await tasks.aimOf({ ...ref, resultId: 'R2' }), 'another recommendation').toBeNull()
    expect(await tasks.setAim(ref, null, by('U3'), after(3))).toBe(true)
    expect(await tasks.latest(ref)).toMatchObject({ aim: null })
    const read = { ...aim, rival: 'Globex' }
    for (const said of [read, aim]) await tasks.rememberAim(ref, said, after(4))
    expect(await tasks.latest(ref)).toMatchObject({ aim: read })
    expect(await tasks.aimOf(ref)).toEqual({ aim: read, by: null })
    expect(await tasks.setAim(ref, read, by('U4'), after(5)), 'what its texts say').toBe(false)
    expect(await tasks.setAim(ref, null, by('U4'), after(5)), 'it is so already').toBe(false)
    expect(await tasks.setAim(ref, aim, by('U4'), after(6))).toBe(true)
    await tasks.rememberAim(ref, read, after(7))
    expect(await tasks.aimOf(ref)).toEqual({ aim, by: 'U4' })
    const entries = await audit.forChannel(ref.team, 'C1', { limit: 9, offset: 0 })
    const aims = entries.filter(({ action }) => action === 'task.aim')
    expect(aims.map(({ user, outcome, detail }) => [user, outcome, detail?.aim])).toEqual([
      ['U4', 'corrected', aim],
      ['U3', 'read', null],
      ['U2', 'corrected', { ...aim, rival: null }],
      ['U1', 'corrected', aim],
    ])
  })
}
