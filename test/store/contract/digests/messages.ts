import { expect, it } from 'vitest'
import { after, newTeam, newWorkspace, only, recommendation, start, type TheDatabase } from '../world.ts'

export function messageSuite(database: TheDatabase) {
  const message = (team: string, ts: string) => {
    const blocks = [{ type: 'divider' }]
    return { team, channel: 'C1', ts, text: 'Your week', blocks }
  }

  it('include every copy of a recommendation, oldest first', async () => {
    const { messages, team } = newWorkspace(database)
    const [one, two] = [recommendation(team, 'R1'), recommendation(team, 'R2')]
    await messages.remember(message(team, '2.0'), [one], after(2))
    await messages.remember(message(team, '1.0'), [one, two], after(1))
    await messages.remember(message(team, '1.0'), [two], after(9))
    const copies = ['1.0', '2.0'].map((ts) => ({ ...message(team, ts), revision: 0 }))
    expect(await messages.copies(one)).toEqual(copies)
    expect(await messages.get(team, 'C1', '1.0')).toEqual(copies[0])
    expect((await messages.copies(two)).map(({ ts }) => ts)).toEqual(['1.0'])
    expect(await messages.copies({ ...one, team: newTeam() })).toEqual([])

    await messages.forget(team, 'C1', '1.0')
    expect(await messages.get(team, 'C1', '1.0')).toBeNull()
    expect((await messages.copies(one)).map(({ ts }) => ts)).toEqual(['2.0'])
    expect(await messages.copies(two)).toEqual([])
  })

  it('are rewritten by one of several at once; the others must read them again', async () => {
    const { messages, team, ref, raced } = newWorkspace(database)
    await messages.remember(message(team, '1.0'), [ref], start)
    const before = only(await messages.copies(ref))
    const answers = await raced(20, (store, caller) =>
      store.messages.rewrite(before, { text: `by ${caller}`, blocks: [{ caller }] }),
    )
    expect(answers.filter((done) => done)).toHaveLength(1)
    const caller = answers.indexOf(true)
    const rewritten = { ...before, text: `by ${caller}`, blocks: [{ caller }], revision: 1 }
    expect(await messages.copies(ref)).toEqual([rewritten])
    await messages.forget(team, 'C1', '1.0')
    expect(await messages.rewrite({ ...before, revision: 1 }, { text: 'x', blocks: [] })).toBe(false)
  })
}
