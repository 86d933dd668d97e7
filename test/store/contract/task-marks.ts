import { expect, it } from 'vitest'
import {
  after,
  attemptOf,
  click,
  first,
  newWorkspace,
  raced,
  start,
  type TheDatabase,
  text,
} from './world.ts'

const by = (user: string) => ({ by: user, channel: 'C1', messageTs: '1.1', reference: 'K7QM-2XPA' })
const task = { taskId: 'K1', name: 'Write a page', description: 'About widgets' }
const aim = { engines: ['PERPLEXITY'], rival: 'Acme', topics: ['t1'], subreddit: null }

/** What people report about their tasks. */
export function taskMarkSuite(database: TheDatabase) {
  const created = async () => {
    const { tasks, ref } = newWorkspace(database)
    await tasks.claim(ref, click)
    await tasks.created(attemptOf(ref), task, after(1))
    await tasks.markUpToDate(ref, text(after(1)))
    return ref
  }

  it('marks a task as done once, however many people do so at once, and its messages as outdated', async () => {
    const { tasks, audit } = first(database)
    const ref = await created()
    const marked = await raced(database, 8, (store, caller) =>
      store.tasks.markDone(ref, 'K1', `2026-10-1${caller}`, by(`U${caller}`), after(2)),
    )
    expect(marked.filter(Boolean)).toHaveLength(1)
    const winner = marked.indexOf(true)
    const done = { doneOn: `2026-10-1${winner}`, doneBy: `U${winner}` }
    expect(await tasks.latest(ref)).toMatchObject(done)
    expect(await tasks.withId(ref, 'K1')).toMatchObject(done)
    expect(await tasks.forChannel(ref.team, 'C1', { limit: 1, offset: 0 })).toMatchObject([done])
    expect(await tasks.outdatedSince(ref)).toBe(text(after(2)))

    const reopened = await raced(database, 8, (store) =>
      store.tasks.markDone(ref, 'K1', null, by('U9'), after(3)),
    )
    expect(reopened.filter(Boolean)).toHaveLength(1)
    expect(await tasks.latest(ref)).toMatchObject({ doneOn: null, doneBy: 'U9' })
    const entries = await audit.forChannel(ref.team, 'C1', { limit: 2, offset: 0 })
    expect(entries).toMatchObject([
      { user: 'U9', action: 'task.done', subject: 'R1', outcome: 'reopened', detail: { task: 'K1' } },
      { user: `U${winner}`, outcome: 'done', detail: { task: 'K1', day: done.doneOn, message: '1.1' } },
    ])
  })

  it('marks only an existing task as done, and each of several separately', async () => {
    const { tasks } = first(database)
    const ref = await created()
    expect(await tasks.markDone(ref, 'K9', '2026-10-12', by('U1'), after(2)), 'nobody’s task').toBe(false)
    expect(await tasks.withId(ref, 'K9')).toBeNull()
    await tasks.claim(ref, { ...click, input: { kind: 'another', besides: 'K1' } })
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
