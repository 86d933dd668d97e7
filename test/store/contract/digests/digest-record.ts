import { expect, it } from 'vitest'
import type { DigestStatement, OutboxRow } from '../../../../src/store/index.ts'
import {
  after,
  intent,
  newTeam,
  newWorkspace,
  start,
  statement,
  summaries,
  type TestWorkspace,
  type TheDatabase,
  text,
} from '../world.ts'

const later = { state: 'unknown', reason: 'no_answer', dueAt: null } as const

export function digestRecordSuite(database: TheDatabase) {
  /** A digest that was sent, composed this many milliseconds after `start`. */
  const left = async (workspace: TestWorkspace, composed: number, content: Partial<DigestStatement>) => {
    await workspace.subscribe()
    const row = await workspace.claimedRow(workspace.owedDigest(after(composed)))
    const said = statement({ composedAt: text(after(composed)), ...content })
    await workspace.begin(row, intent({ statement: said }))
    return row
  }
  const arrived = ({ outbox }: TestWorkspace, row: OutboxRow, ts: string, now: Temporal.Instant) =>
    outbox.settle(row, { state: 'sent', ts }, now)
  const summaryIds = async ({ records, team }: TestWorkspace) =>
    (await records.get(team, 'S1'))?.reddit?.summaries.map(({ summaryId }) => summaryId).sort()
  const figures = (visibility: number) => ({
    period: { unit: 'week', start: '2026-02-23', end: '2026-03-01' },
    headline: 'own_change',
    rank: 2,
    visibility,
    basis: 'Q',
  })

  it('is recorded with the confirmed post, or not at all', async () => {
    const workspace = newWorkspace(database)
    const { records, team } = workspace
    const content = {
      figures: figures(41),
      reddit: { ...summaries('A', 'B'), sentiments: { saas: 'positive' } },
      actions: { recommendations: { R1: { b1: null }, R2: null } },
      evaluations: { states: { E1: 'ended', E2: 'unread' } },
    } as const
    const row = await left(workspace, 0, { ...content, stories: { 'task 1': 'up' } })
    expect(await records.get(team, 'S1'), 'not confirmed yet').toBeNull()
    expect(await records.actionsIn(team, 'C1')).toEqual([])
    await arrived(workspace, row, '1.1', after(9_000))
    const at = text(start)
    const sections = Object.entries(content).map(([name, section]) => [name, { ...section, at }])
    const said = { told: [], composedAt: at, ...Object.fromEntries(sections) }
    expect(await records.get(team, 'S1')).toEqual(said)
    const actions = { ...content.actions, at }
    expect(await records.actionsIn(team, 'C1')).toEqual([actions])
    expect(await records.actionsIn(team, 'C2')).toEqual([])
    expect(await records.storiesIn(team, 'C1')).toEqual(new Map([['task 1', 'up']]))
    expect(await records.storiesIn(team, 'C2')).toEqual(new Map())
    expect(await records.get(newTeam(), 'S1')).toBeNull()

    const next = await left(workspace, 1_000, {
      reddit: { ...summaries('B', 'C'), sentiments: { saas: 'mixed' } },
      actions: { recommendations: { R1: { b1: null } } },
      evaluations: { states: { E2: 'ended' } },
      stories: { 'task 1': 'faded', 'task 2': 'down' },
    })
    await arrived(workspace, next, '2.2', after(9_000))
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 41, at: text(start) },
      reddit: { sentiments: { saas: 'mixed' } },
      actions: { recommendations: { R1: { b1: null } } },
      evaluations: { states: { E2: 'ended' } },
    })
    expect(await summaryIds(workspace)).toEqual(['B', 'C'])
    const told = Object.fromEntries(await records.storiesIn(team, 'C1'))
    expect(told).toEqual({ 'task 1': 'faded', 'task 2': 'down' })
  })

  it('is the content of the digest composed last, even if an earlier one is confirmed last', async () => {
    const workspace = newWorkspace(database)
    const { outbox, records, team, claimedUnknown } = workspace
    const early = await left(workspace, 0, {
      figures: figures(40),
      reddit: { ...summaries('A'), sentiments: { saas: 'negative' } },
      actions: { recommendations: { R1: { b1: '2026-03-01T00:00:00Z' } } },
    })
    await outbox.settle(early, later, start)
    const newer = await left(workspace, 1_000, {
      figures: figures(45),
      reddit: { ...summaries('B'), sentiments: { saas: 'positive' } },
    })
    await arrived(workspace, newer, '2.2', after(2_000))
    await arrived(workspace, await claimedUnknown(early, after(3_000)), '1.1', after(3_000))
    expect(await records.get(team, 'S1')).toMatchObject({
      composedAt: text(after(1_000)),
      figures: { visibility: 45 },
      reddit: { sentiments: { saas: 'positive' } },
      // The newer one did not read these.
      actions: { at: text(start), recommendations: { R1: { b1: '2026-03-01T00:00:00Z' } } },
    })
    expect(await summaryIds(workspace)).toEqual(['B'])
  })

  it('records that Reddit was read even if there was nothing yet', async () => {
    const workspace = newWorkspace(database)
    await arrived(workspace, await left(workspace, 0, { reddit: summaries() }), '1.1', start)
    expect(await summaryIds(workspace)).toEqual([])
  })

  it('takes thousands of summaries at once', async () => {
    const workspace = newWorkspace(database)
    const ids = Array.from({ length: 12_000 }, (_, index) => `S${index}`)
    await arrived(workspace, await left(workspace, 0, { reddit: summaries(...ids) }), '1.1', start)
    expect(await summaryIds(workspace)).toHaveLength(12_000)
  })
}
