import { expect, it } from 'vitest'
import {
  after,
  attemptOf,
  click,
  newWorkspace,
  recommendation,
  start,
  type TheDatabase,
  text,
} from './world.ts'

const anyway = { kind: 'anyway' } as const
const another = (besides: string) => ({ ...click, input: { kind: 'another', besides } as const })
const task = { taskId: 'K1', name: 'Write a page', description: 'About widgets' }

/** Where a task shows up afterwards: the list, the audit log, its messages. */
export function taskTraceSuite(database: TheDatabase) {
  it('are listed by channel, newest first, in pages, without refused ones', async () => {
    const { tasks, team } = newWorkspace(database)
    for (const minute of [0, 1, 2, 3]) {
      await tasks.claim(recommendation(team, `R${minute}`), { ...click, now: after(minute) })
    }
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
    const ends: readonly (() => Promise<unknown>)[] = [
      () => tasks.release(attemptOf(ref), 'forbidden', after(1)),
      () => tasks.unknown(attemptOf(ref, 2), 'outcome_unknown', after(3)),
      () => tasks.claim(ref, { ...click, by: 'U9', messageTs: '9.9', now: after(4), reference: 'late' }),
      () => tasks.expireCreating(late, late, 1_000),
      () => tasks.created(attemptOf(ref, 3), task, after(11)),
    ]
    const claims = [
      () => tasks.claim(ref, { ...click, now: start, reference: 'first' }),
      () => tasks.claim(ref, { ...click, now: after(2), reference: 'second' }),
      () => Promise.resolve(),
      () => tasks.claim(ref, { ...click, now: after(5), input: anyway, reference: 'third' }),
      () => Promise.resolve(),
    ]
    for (const [index, end] of ends.entries()) {
      await claims[index]?.()
      await end()
    }
    expect(await tasks.created(attemptOf(ref, 3), task, after(12)), 'it is final').toBe(false)
    const entries = await audit.forChannel(ref.team, 'C1', { limit: 9, offset: 0 })
    const place = { organizationId: 'O1', workspaceId: 'W1', generation: 1 }
    const by = { team: ref.team, user: 'U1', channel: 'C1', action: 'task.create', subject: 'R1' }
    const attempt = (number: number, more: object) => ({
      ...place,
      attempt: number,
      message: '1.1',
      task: null,
      ...more,
    })
    expect(entries.map(({ id: _, ...entry }) => entry).toReversed()).toEqual([
      {
        ...by,
        at: text(after(1)),
        outcome: 'refused',
        detail: attempt(1, { reason: 'forbidden' }),
        reference: 'first',
      },
      {
        ...by,
        at: text(after(3)),
        outcome: 'unknown',
        detail: attempt(2, { reason: 'outcome_unknown' }),
        reference: 'second',
      },
      {
        ...by,
        user: 'U9',
        at: text(after(4)),
        outcome: 'taken',
        detail: { ...place, attempt: 2, message: '9.9', state: 'unknown', by: 'U1' },
        reference: 'late',
      },
      {
        ...by,
        at: text(late),
        outcome: 'unknown',
        detail: attempt(3, { reason: 'stopped' }),
        reference: 'third',
      },
      {
        ...by,
        at: text(after(11)),
        outcome: 'created',
        detail: attempt(3, { task: 'K1', reason: null }),
        reference: 'third',
      },
    ])
  })

  it('are brought into messages by one caller, when an attempt has ended and no process has confirmed them', async () => {
    const { tasks, ref, raced } = newWorkspace(database)
    const { team: _, ...place } = ref
    const due = async (olderThan: number, now: number) =>
      (await raced(8, (store) => store.tasks.takeOutdated(after(olderThan), after(now), 1_000)))
        .flat()
        .filter(({ team }) => team === ref.team)
    await tasks.claim(ref, click)
    expect(await tasks.outdatedSince(ref), 'nothing has come of it yet').toBeNull()
    await tasks.created(attemptOf(ref), task, after(1))
    await tasks.claim(ref, { ...another('K1'), now: after(2) })
    await tasks.unknown({ ...ref, generation: 2, attempt: 1 }, 'outcome_unknown', after(3))
    const since = await tasks.outdatedSince(ref)
    expect(since).toBe(text(after(3)))

    expect(await due(1, 20), 'it is fresh').toEqual([])
    expect(await due(10, 20)).toEqual([{ team: ref.team, ...place }])
    expect(await due(10, 20), 'it is postponed').toEqual([])
    await tasks.markUpToDate(ref, since ?? '')
    expect(await tasks.outdatedSince(ref), 'another caller has it').toBe(text(after(20)))
    await tasks.markUpToDate(ref, text(after(20)))
    expect(await tasks.outdatedSince(ref)).toBeNull()
    expect(await due(90, 99)).toEqual([])
  })
}
