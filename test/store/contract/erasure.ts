import { expect, it } from 'vitest'
import type { Store } from '../../../src/store/index.ts'
import {
  auditLine,
  click,
  connection,
  first,
  installation,
  intent,
  newTeam,
  newWorkspace,
  recommendation,
  start,
  statement,
  summaries,
  type TheDatabase,
  watch,
  workspaceIn,
} from './world.ts'

/** A workspace with a row in every table that `erase` knows, as far as one process can write it. */
export async function fillWorkspace(store: Store, team: string): Promise<void> {
  const { claimed, send } = workspaceIn(store, team)
  await send(await claimed(), '1.1', intent({ statement: statement({ reddit: summaries('R1') }) }))
  await store.channels.track(team, 'C1', 'R1', 'U1', start)
  await store.channels.save({ team, channel: 'C1' }, 'U1', start)
  await store.tasks.claim(recommendation(team), click)
  const aim = { engines: [], rival: 'Acme', topics: [], subreddit: null }
  await store.tasks.setAim(recommendation(team), aim, click, start)
  const note = { team, channel: 'C1', day: '2026-10-12', text: 'New pricing page is live' }
  await store.notes.add(note, 9, click, start)
  await store.messages.remember(
    { team, channel: 'C1', ts: '1.1', text: '', blocks: [] },
    [recommendation(team)],
    start,
  )
  const marks = { kind: 'sentiment', basis: 'B1', states: new Map([['Acme', 'crossed'] as const]) } as const
  await store.alerts.begin(team, 'S1', marks, start)
  await store.canvases.set(team, 'C1', 'F1', start)
  await store.conversationChannels.set(team, 'U1', 'C1', start)
  await store.disconnections.markDisconnected(team, 'token_revoked', start)
  await store.watches.start(watch(team), 'C1', start)
  await store.audit.record(auditLine(team), start)
  const pace = { everyMs: 1_000, burst: 1 }
  await store.paces.reserve({ team, channel: 'C1' }, { workspace: pace, channel: pace }, start)
  await store.connections.save(connection(team), start)
  await store.marketWeeks.want({ team, market: 'M1', question: '{}' }, new Map([['2026-02-23', start]]), '')
  await store.installations.save(installation(team), start)
}

export function erasureSuite(database: TheDatabase) {
  it('is erased with one call that reports what was there, without touching another workspace', async () => {
    const store = first(database)
    const [team, other] = [newTeam(), newTeam()]
    for (const one of [team, other]) await fillWorkspace(store, one)
    const erased = await store.erase(team)
    // With a single sending process, paces are kept in memory.
    const empty = erased.filter(({ rows, table }) => rows === 0 && table !== 'paces')
    expect(empty, 'the test fills every table').toEqual([])
    expect((await store.erase(team)).every(({ rows }) => rows === 0)).toBe(true)
    expect(await store.erase(other)).toEqual(erased)
  })

  it('keeps its secrets when they are sealed again, under the first key', async () => {
    const { store, team } = newWorkspace(database)
    await fillWorkspace(store, team)
    expect((await store.rotateKeys()).current).toBeGreaterThanOrEqual(2)
    expect(await store.connections.key(team)).toBe('sk-first-key-1')
  })
}
