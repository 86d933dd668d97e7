import { expect, it } from 'vitest'
import { after, first, newTeam, raced, start, type TheDatabase, text } from './world.ts'

const done = { ok: true, outputs: { headline: 'Acme leads.', score: 41.3, posted: true } } as const

export function stepExecutionSuite(database: TheDatabase) {
  it('are run by one of all callers; the others see that they were begun', async () => {
    const team = newTeam()
    const begun = await raced(database, 20, ({ stepExecutions }) => stepExecutions.begin(team, 'Fx1', start))
    expect(begun.filter((one) => one === null)).toHaveLength(1)
    expect(begun.filter((one) => one !== null)[0]).toEqual({ result: null, startedAt: text(start) })
    const { stepExecutions } = first(database)
    expect(await stepExecutions.begin(team, 'Fx2', start), 'another execution').toBeNull()
    expect(await stepExecutions.begin(newTeam(), 'Fx1', start), 'another workspace').toBeNull()
  })

  it('are listed until Slack was told how they ended', async () => {
    const team = newTeam()
    const { stepExecutions, disconnections } = first(database)
    for (const number of [3, 1, 2]) await stepExecutions.begin(team, `Fx${number}`, after(number))
    await stepExecutions.end(team, 'Fx1', done)
    const untold = async () =>
      (await stepExecutions.unreported(after(2), 1_000)).flatMap((one) => (one.team === team ? [one.id] : []))
    expect(await untold(), 'ended or not').toEqual(['Fx1', 'Fx2'])
    await stepExecutions.markReported(team, 'Fx1', after(9))
    expect(await untold()).toEqual(['Fx2'])
    await disconnections.markDisconnected(team, 'token_revoked', start)
    expect(await untold(), 'Slack takes nothing there').toEqual([])
    await disconnections.markReconnected(team, start, () => [])
    expect(await untold()).toEqual(['Fx2'])
  })

  it('keep their first result for all later callers', async () => {
    const team = newTeam()
    const { stepExecutions } = first(database)
    await stepExecutions.begin(team, 'Fx1', start)
    await stepExecutions.end(team, 'Fx1', done)
    await stepExecutions.end(team, 'Fx1', { ok: false, sentence: 'Too late.' })
    const again = await raced(database, 4, (store) => store.stepExecutions.begin(team, 'Fx1', after(9)))
    expect(again).toEqual(again.map(() => ({ result: done, startedAt: text(start) })))
  })
}
