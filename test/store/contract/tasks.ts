import { expect, it } from 'vitest'
import {
  after,
  another,
  anyway,
  attemptOf,
  click,
  newTeam,
  newWorkspace,
  page,
  recommendation,
  start,
  type TheDatabase,
  task,
  text,
} from './world.ts'

export function taskSuite(database: TheDatabase) {
  it('are claimed by exactly one of many clicks; the others learn whose it is', async () => {
    const { ref, raced } = newWorkspace(database)
    const answers = await raced(40, ({ tasks }, caller) => tasks.claim(ref, { ...click, by: `U${caller}` }))
    const winner = answers.findIndex((answer) => answer.won)
    const taken = { ...ref, state: 'creating', createdBy: `U${winner}`, taskId: null }
    for (const [caller, answer] of answers.entries())
      expect(answer).toMatchObject(
        caller === winner ? { won: true, generation: 1, attempt: 1 } : { won: false, task: taken },
      )
  })

  it('are created once, and every later click gets the task', async () => {
    const { tasks, ref } = newWorkspace(database)
    expect(await tasks.latest(ref)).toBeNull()
    await tasks.claim(ref, click)
    expect(await tasks.created(attemptOf(ref, 2), task, after(1)), 'no such attempt').toBe(false)
    expect(await tasks.created(attemptOf(ref), task, after(1))).toBe(true)
    const record = await tasks.latest(ref)
    expect(record).toEqual({
      ...attemptOf(ref),
      ...task,
      state: 'created',
      channel: click.channel,
      messageTs: click.messageTs,
      reference: click.reference,
      createdBy: 'U1',
      startedAt: text(start),
      finishedAt: text(after(1)),
      openBy: 'U1',
      openSince: text(start),
      ...{ reason: null, confirmedBy: null, doneOn: null, doneBy: null, aim: null },
    })
    expect(await tasks.claim(ref, { ...anyway, by: 'U2' })).toEqual({ won: false, task: record })
    expect(await tasks.unknown(attemptOf(ref), 'forbidden', after(2))).toBe(false)
    expect(await tasks.release(attemptOf(ref), 'forbidden', after(2))).toBe(false)
    expect(await tasks.latest(ref)).toEqual(record)
  })

  it('can be retried after a definite refusal, by one caller', async () => {
    const { tasks, ref, raced } = newWorkspace(database)
    await tasks.claim(ref, click)
    expect(await tasks.release(attemptOf(ref), 'validation', after(1))).toBe(true)
    expect(await tasks.latest(ref)).toMatchObject({ state: 'released', reason: 'validation' })
    const answers = await raced(20, (store) => store.tasks.claim(ref, { ...click, by: 'U2', now: after(2) }))
    expect(answers.filter((answer) => answer.won)).toEqual([{ won: true, generation: 1, attempt: 2 }])
    const retried = { state: 'creating', createdBy: 'U2', reason: null, finishedAt: null }
    expect(await tasks.latest(ref)).toMatchObject({ ...retried, startedAt: text(after(2)) })
    expect(await tasks.created(attemptOf(ref), task, after(3)), 'the first attempt is void').toBe(false)
    expect(await tasks.created(attemptOf(ref, 2), task, after(3))).toBe(true)
  })

  it('are not created over an unknown outcome, unless a person chooses “Create anyway”', async () => {
    const { tasks, ref, raced } = newWorkspace(database)
    await tasks.claim(ref, click)
    expect(await tasks.unknown(attemptOf(ref), 'outcome_unknown', after(1))).toBe(true)
    expect(await tasks.claim(ref, click)).toMatchObject({
      won: false,
      task: { state: 'unknown', reason: 'outcome_unknown', finishedAt: text(after(1)) },
    })
    const answers = await raced(20, (store) => store.tasks.claim(ref, anyway))
    expect(answers.filter((answer) => answer.won)).toEqual([{ won: true, generation: 1, attempt: 2 }])
  })

  it('accept the service’s late answer', async () => {
    for (const isMade of [true, false]) {
      const { tasks, ref } = newWorkspace(database)
      await tasks.claim(ref, click)
      await tasks.unknown(attemptOf(ref), 'outcome_unknown', after(1))
      if (isMade) expect(await tasks.created(attemptOf(ref), task, after(2))).toBe(true)
      else expect(await tasks.release(attemptOf(ref), 'forbidden', after(2))).toBe(true)
      const ended = isMade ? { state: 'created', taskId: 'K1', reason: null } : { state: 'released' }
      expect(await tasks.latest(ref)).toMatchObject(ended)
    }
  })

  it('stay unknown when the deliberate second attempt is refused', async () => {
    const { tasks, ref } = newWorkspace(database)
    await tasks.claim(ref, click)
    await tasks.unknown(attemptOf(ref), 'outcome_unknown', after(1))
    await tasks.claim(ref, anyway)
    expect(await tasks.release(attemptOf(ref, 2), 'forbidden', after(2))).toBe(true)
    expect(await tasks.latest(ref)).toMatchObject({ state: 'unknown', attempt: 2, reason: 'forbidden' })
    expect(await tasks.claim(ref, click)).toMatchObject({ won: false })
    expect(await tasks.claim(ref, anyway)).toEqual({ won: true, generation: 1, attempt: 3 })
  })

  it('name the first of the attempts that are still open', async () => {
    const { tasks, ref } = newWorkspace(database)
    await tasks.claim(ref, click)
    await tasks.release(attemptOf(ref), 'forbidden', after(1))
    await tasks.claim(ref, { ...click, by: 'U2', now: after(2) })
    await tasks.unknown(attemptOf(ref, 2), 'outcome_unknown', after(3))
    const open = { openBy: 'U2', openSince: text(after(2)) }
    expect(await tasks.latest(ref)).toMatchObject(open)
    for (const attempt of [3, 4]) {
      await tasks.claim(ref, { ...anyway, by: 'U3', now: after(attempt * 10) })
      expect(await tasks.latest(ref)).toMatchObject({ createdBy: 'U3', ...open })
      await tasks.release(attemptOf(ref, attempt), 'forbidden', after(attempt * 10 + 1))
      expect(await tasks.latest(ref)).toMatchObject({ state: 'unknown', ...open })
    }
  })

  it('are settled by the person who found one while its outcome is unknown', async () => {
    const { tasks, audit, ref, won } = newWorkspace(database)
    const foundTask = { taskId: 'K5', name: 'Found in the console' }
    const click2 = { by: 'U5', channel: 'C5', messageTs: null, reference: 'found' }
    await tasks.claim(ref, click)
    expect(await tasks.confirmed(attemptOf(ref), foundTask, click2, after(1)), 'it is under way').toBe(false)
    await tasks.unknown(attemptOf(ref), 'outcome_unknown', after(1))
    await tasks.claim(ref, { ...anyway, by: 'U2', now: after(2) })
    await tasks.unknown(attemptOf(ref, 2), 'outcome_unknown', after(3))
    expect(await tasks.confirmed(attemptOf(ref), foundTask, click2, after(4)), 'an older attempt').toBe(false)
    const confirmations = await won(8, (store) =>
      store.tasks.confirmed(attemptOf(ref, 2), foundTask, click2, after(4)),
    )
    expect(confirmations).toHaveLength(1)
    const confirmed = { createdBy: 'U1', confirmedBy: 'U5', finishedAt: text(after(4)) }
    expect(await tasks.latest(ref)).toMatchObject({ state: 'created', ...foundTask, ...confirmed })
    const detail = { attempt: 2, task: 'K5' }
    expect(await audit.forChannel(ref.team, 'C5', page)).toMatchObject([
      { user: 'U5', outcome: 'confirmed', reference: 'found', detail },
    ])
  })

  it('can have one further task besides the created one', async () => {
    const { tasks, ref, raced } = newWorkspace(database)
    await tasks.claim(ref, click)
    expect(await tasks.claim(ref, another('K1')), 'the first is not there yet').toMatchObject({ won: false })
    await tasks.created(attemptOf(ref), task, after(1))
    expect(await tasks.claim(ref, another('K9'))).toMatchObject({ won: false, task: { taskId: 'K1' } })
    const answers = await raced(20, (store) => store.tasks.claim(ref, another('K1')))
    expect(answers.filter((answer) => answer.won)).toEqual([{ won: true, generation: 2, attempt: 1 }])
    await tasks.created({ ...ref, generation: 2, attempt: 1 }, { ...task, taskId: 'K2' }, after(2))
    const newest = { won: false, task: { generation: 2, taskId: 'K2' } }
    expect(await tasks.claim(ref, another('K1')), 'from an older copy').toMatchObject(newest)
    expect(await tasks.claim(ref, click)).toMatchObject(newest)
    expect(await tasks.claim(ref, another('K2'))).toEqual({ won: true, generation: 3, attempt: 1 })
    expect(await tasks.createdIds(ref)).toEqual(['K1', 'K2'])
  })

  it('show the earlier task when a further one is refused, which can be requested again', async () => {
    const { tasks, ref } = newWorkspace(database)
    await tasks.claim(ref, click)
    await tasks.created(attemptOf(ref), task, after(1))
    await tasks.claim(ref, another('K1'))
    await tasks.release({ ...ref, generation: 2, attempt: 1 }, 'forbidden', after(2))
    expect(await tasks.latest(ref)).toMatchObject({ generation: 1, state: 'created', taskId: 'K1' })
    expect(await tasks.claim(ref, another('K1'))).toEqual({ won: true, generation: 2, attempt: 2 })
    expect(await tasks.unknown({ ...ref, generation: 2, attempt: 2 }, 'outcome_unknown', after(3))).toBe(true)
    expect(await tasks.claim(ref, another('K1'))).toMatchObject({ won: false, task: { state: 'unknown' } })
    expect(await tasks.claim(ref, anyway)).toEqual({ won: true, generation: 2, attempt: 3 })
  })

  it('become unknown when their process was killed; each is reported to one caller', async () => {
    const { tasks, ref, raced, mine } = newWorkspace(database)
    await tasks.claim(ref, click)
    const expired = async (olderThan: Temporal.Instant) =>
      mine((await raced(8, (store) => store.tasks.expireCreating(olderThan, after(9), 1_000))).flat())
    expect(await expired(start)).toEqual([])
    expect(await expired(after(1))).toEqual([await tasks.latest(ref)])
    expect(await tasks.latest(ref)).toMatchObject({ state: 'unknown', finishedAt: text(after(9)) })
  })

  it('are counted while a person’s are open, and the newest are listed', async () => {
    const { tasks, team } = newWorkspace(database)
    expect(await tasks.openOf(team, 'U1', [], 2)).toEqual({ tasks: [], count: 0 })
    const refs = ['R1', 'R2', 'R3', 'R4'].map((resultId) => ({ ...recommendation(team), resultId }))
    for (const [second, ref] of refs.entries()) {
      await tasks.claim(ref, { ...click, now: after(second) })
      await tasks.created(attemptOf(ref), { ...task, taskId: ref.resultId }, after(second))
    }
    await tasks.claim({ ...recommendation(team), resultId: 'R5' }, { ...click, by: 'U2' })
    await tasks.markDone({ ...recommendation(team), resultId: 'R4' }, 'R4', '2026-11-09', click, after(9))
    const { tasks: newest, count } = await tasks.openOf(team, 'U1', ['C1', 'C2'], 2)
    expect([newest.map(({ resultId }) => resultId), count]).toEqual([['R3', 'R2'], 3])
  })

  it('are separate for each team, organization, workspace and result', async () => {
    const { tasks, ref } = newWorkspace(database)
    const others = [{ team: newTeam() }, { organizationId: 'O2' }, { workspaceId: 'W2' }, { resultId: 'R2' }]
    for (const other of [{}, ...others]) {
      const one = { ...ref, ...other }
      expect(await tasks.get(one, 1)).toBeNull()
      expect(await tasks.claim(one, click)).toMatchObject({ won: true })
      expect(await tasks.get(one, 1)).toMatchObject(one)
    }
  })
}
