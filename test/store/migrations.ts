import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { defaultSettings, type Store } from '../../src/store/index.ts'
import { recommendation } from './contract/world.ts'

/** A database as an earlier release left it: runs its SQL, and opens it with this version. */
export interface OldDatabase {
  run(sql: string): Promise<void>
  open(): Promise<Store>
}

const schema = (version: number) => readFileSync(new URL(`./schemas/${version}.sql`, import.meta.url), 'utf8')

const page = { limit: 10, offset: 0 }
const now = Temporal.Instant.from('2026-02-02T08:10:00Z')

export function migrationSuite(make: () => Promise<OldDatabase>) {
  it('is migrated from schema 1 with all its data', async () => {
    const old = await make()
    await old.run(schema(1))
    const store = await old.open()

    const weekly = { ...defaultSettings, name: 'Weekly brand visibility' }
    const paris = { kind: 'days', days: [1], time: '09:00', timeZone: 'Europe/Paris' }
    const running = await store.subscriptions.get('T1', 'S-settings')
    expect(running).toMatchObject({
      ...weekly,
      schedule: paris,
      channel: 'C1',
      source: 'settings',
      state: 'active',
      owner: null,
      effectiveFrom: '2026-01-05T08:00:00.000Z',
      plannedUntil: null,
    })
    expect(await store.subscriptions.due(now, 10, ''), 'its slots are planned anew').toEqual([running])
    expect(await store.subscriptions.forChannel('T1', 'C2')).toMatchObject([
      {
        ...weekly,
        schedule: { kind: 'days', days: [5], time: '16:30', timeZone: 'Asia/Kolkata' },
        state: 'paused',
        pausedReason: 'is_archived',
        pausedAt: '2026-02-06T11:00:00.000Z',
        owner: 'U1',
        createdBy: 'U1',
      },
    ])
    expect(await store.subscriptions.forChannel('T1', 'C3'), 'it only records').toEqual([])
    expect(await store.subscriptions.get('T1', 'S-now')).toMatchObject({ source: 'manual', state: 'paused' })

    const history = await store.deliveries.history({ team: 'T1', channel: 'C1' }, page)
    expect(
      history.map(({ id, state, messageTs, startedAt, checkAt }) => ({
        id,
        state,
        messageTs,
        startedAt,
        checkAt,
      })),
    ).toEqual([
      {
        id: 'D-pending',
        state: 'pending',
        messageTs: null,
        startedAt: '2026-02-02T08:00:00.000Z',
        checkAt: null,
      },
      {
        id: 'D-unknown',
        state: 'unknown',
        messageTs: null,
        startedAt: '2026-01-26T08:00:00.000Z',
        checkAt: '2026-01-26T08:00:10.000Z',
      },
      { id: 'D-skipped', state: 'skipped', messageTs: null, startedAt: null, checkAt: null },
      {
        id: 'D-posted',
        state: 'posted',
        messageTs: '1768204805.000100',
        startedAt: '2026-01-12T08:00:00.000Z',
        checkAt: null,
      },
    ])
    expect(await store.deliveries.next({ leaseMs: 1, now })).toMatchObject({ id: 'D-pending', attempt: 3 })
    expect(await store.deliveries.toCheck(now, 10)).toMatchObject([{ id: 'D-unknown' }])
    expect(await store.records.get('T1', 'S-settings')).toMatchObject({
      composedAt: '2026-01-12T08:00:00.000Z',
      reddit: {
        summaries: new Map([['summary-1', { subreddit: 'saas', creationDate: '2026-01-10' }]]),
        sentiments: new Map([['saas', 'positive']]),
      },
      actions: { at: '2026-01-12T08:00:00.000Z', byTime: true },
    })

    expect(await store.channels.get('T1', 'C1')).toMatchObject({ noiseBand: 2.5, subreddits: ['saas'] })
    expect(await store.channels.tracked('T1', 'C1')).toMatchObject([{ resultId: 'R1' }])
    expect(await store.tasks.latest(recommendation('T1'))).toMatchObject({ state: 'created', taskId: 'K1' })
    expect(await store.messages.copies(recommendation('T1'))).toMatchObject([{ ts: '1768204805.000100' }])
    expect(await store.audit.forChannel('T1', 'C1', page)).toMatchObject([{ reference: 'K7QM-2XPA' }])
    await store.close()
    await (await old.open()).close()
  })

  it('is migrated from schema 4: no digest has alerts, and everything else is unchanged', async () => {
    const old = await make()
    await old.run(schema(4))
    await old.run(readFileSync(new URL('./digests-of-schema-4.sql', import.meta.url), 'utf8'))
    const store = await old.open()
    const running = await store.subscriptions.get('T2', 'S1')
    expect(running).toMatchObject({
      name: 'ChatGPT weekly',
      sections: ['visibility', 'evaluations'],
      evaluations: [],
      filters: 'ChatGPT',
      noiseBand: 2.5,
      onlyWhenChanged: true,
      alerts: defaultSettings.alerts,
      plannedUntil: '2026-02-02T08:00:00.000Z',
    })
    const ofTeam = (all: readonly { readonly team: string }[]) => all.filter(({ team }) => team === 'T2')
    expect(ofTeam(await store.subscriptions.due(now, 100, '')), 'its next slot is still to come').toEqual([])
    expect(
      ofTeam(await store.subscriptions.due(now, 100, '2026a')),
      'the zone data it was computed with is unknown',
    ).toHaveLength(1)
    const muchLater = now.add({ hours: 8_760 })
    expect(await store.alerts.claimChecks(muchLater, muchLater, 10), 'no digest has alerts').toEqual([])
    expect(
      (await store.deliveries.history({ team: 'T2', channel: 'C1' }, page)).map(({ id, alert }) => [
        id,
        alert,
      ]),
      'all of them are digests',
    ).toEqual([
      ['D-pending', null],
      ['D-quiet', null],
      ['D-posted', null],
    ])
    expect(await store.records.get('T2', 'S1')).toMatchObject({
      composedAt: '2026-01-19T08:00:00.000Z',
      figures: { rank: 2, visibility: 41.3, at: '2026-01-19T08:00:00.000Z' },
      reddit: null,
      actions: null,
    })
    expect(await store.deliveries.next({ leaseMs: 1, now })).toMatchObject({ id: 'D-pending', alert: null })

    const alerts = { ...defaultSettings.alerts, overtaken: true }
    await store.subscriptions.update('T2', 'S1', { alerts }, now)
    expect(await store.alerts.claimChecks(now, muchLater, 10)).toMatchObject([{ id: 'S1', alerts }])
    const waited = await store.watches.watchedIn(
      { team: 'T2', organizationId: 'O1', workspaceId: 'W1', channel: 'C1' },
      now,
    )
    expect([...waited]).toEqual([['E1', true]])
    await store.close()
    await (await old.open()).close()
  })

  it('gets what its digests have said moved into records, also for posts in progress', async () => {
    const old = await make()
    await old.run(readFileSync(new URL('./schema-12-before-records.sql', import.meta.url), 'utf8'))
    const figures = `{"period":{"unit":"week","start":"2026-01-05","end":"2026-01-11"},"headline":"quiet","rank":2,"visibility":41.3,"ended":["E1"]}`
    const ledger = `[{"summaryId":"summary-3","subreddit":"saas","sentiment":"mixed","creationDate":"2026-01-25"}]`
    await old.run(`
      DELETE FROM alert_marks;
      INSERT INTO alert_marks VALUES ('T1', 'S-settings', 'overtaken', '', 'B1', '2026-01-06T08:00:00.000Z');
      INSERT INTO alert_marks VALUES ('T1', 'S-settings', 'overtaken', 'Acme', 'B1', '2026-01-07T08:00:00.000Z');
      INSERT INTO reddit_ledger VALUES
        ('T1', 'S-settings', 'summary-0', 'saas', 'negative', NULL, '2026-01-12T08:00:05.000Z'),
        ('T1', 'S-settings', 'summary-2', 'saas', NULL, '2026-01-11', '2026-01-12T08:00:05.000Z');
      UPDATE deliveries SET figures = '${figures}' WHERE id = 'D-posted';
      UPDATE deliveries SET figures = '${figures.replace('41.3', '40')}', ledger = '${ledger}' WHERE id = 'D-unknown';
    `)
    const store = await old.open()
    const record = () => store.records.get('T1', 'S-settings')
    const summary = (creationDate: string | null) => ({ subreddit: 'saas', creationDate })
    expect(await record()).toMatchObject({
      composedAt: '2026-01-12T08:00:00.000Z',
      figures: { rank: 2, visibility: 41.3, at: '2026-01-12T08:00:00.000Z' },
      reddit: {
        summaries: new Map([
          ['summary-0', summary(null)],
          ['summary-1', summary('2026-01-10')],
          ['summary-2', summary('2026-01-11')],
        ]),
        sentiments: new Map([['saas', 'positive']]),
      },
      actions: { byTime: true, recommendations: new Map() },
      evaluations: { at: '2026-01-12T08:00:00.000Z', states: new Map([['E1', 'ended']]) },
    })
    expect(await store.alerts.marked('T1', 'S-settings', { kind: 'overtaken', basis: 'B1' })).toEqual({
      states: new Map([['Acme', 'crossed']]),
      since: '2026-01-06T08:00:00.000Z',
    })
    const lost = { team: 'T1', id: 'D-unknown', leaseMs: 1_000, now }
    const claimed = await store.deliveries.claimUnknown(lost)
    expect(claimed.won && (await store.deliveries.posted(claimed.claim, '9.9', now))).toBe(true)
    expect(await record()).toMatchObject({
      composedAt: '2026-01-26T08:00:00.000Z',
      figures: { visibility: 40 },
    })
    expect([...((await record())?.reddit?.summaries.keys() ?? [])]).toContain('summary-3')
    await store.close()
  })

  it('gets reasons of earlier versions turned into codes, and keeps those without a code', async () => {
    const old = await make()
    await old.run(readFileSync(new URL('./schema-12-before-records.sql', import.meta.url), 'utf8'))
    const written = [
      ['is_archived', 'is_archived'],
      ['quiet', 'quiet'],
      ['missed while Sightline was not running', 'missed'],
      ['Sightline stopped while it was posting.', 'stopped_while_posting'],
      ['http_503', 'no_answer'],
      ['invalid_blocks', { code: 'slack_refused', detail: 'invalid_blocks' }],
      ['The key may not read this.', { code: 'other', detail: 'The key may not read this.' }],
      ['paused: paused_by_hand', { code: 'digest_paused', cause: 'paused_by_hand' }],
      ['paused: no reason recorded', { code: 'digest_paused', cause: 'not_recorded' }],
      ['given up after the grace time: ratelimited', { code: 'given_up', cause: 'ratelimited' }],
      [
        'given up after the grace time: The service is down.',
        { code: 'given_up', cause: { code: 'other', detail: 'The service is down.' } },
      ],
      ['', null],
    ] as const
    const rows = written.map(
      ([reason], index) =>
        `('T1', 'D-old-${index}', 'S-user', '2026-01-${10 + index}T08:00:00.000Z', 'C2', 'skipped', 1, '2026-01-10T08:00:00.000Z', '${reason}', 0, 0, 0, 0, '2026-01-10T08:00:00.000Z', '2026-01-10T08:00:00.000Z')`,
    )
    await old.run(`
      UPDATE subscriptions SET paused_reason = 'Somebody said so.' WHERE id = 'S-user';
      INSERT INTO deliveries (team_id, id, subscription_id, slot, channel_id, state, attempt, lease_until, reason,
        reddit_recorded, thread_next, thread_leaving, thread_take, created_at, updated_at)
        VALUES ${rows.join(', ')};
    `)
    const store = await old.open()
    expect(await store.subscriptions.get('T1', 'S-user')).toMatchObject({
      pausedReason: { code: 'other', detail: 'Somebody said so.' },
    })
    expect(await store.subscriptions.get('T1', 'S-now')).toMatchObject({ pausedReason: 'manual_only' })
    for (const [index, [text, reason]] of written.entries())
      expect(await store.deliveries.get('T1', `D-old-${index}`), text).toMatchObject({ reason })
    await store.close()
  })

  it('gets the reasons of tasks turned into codes', async () => {
    const old = await make()
    await old.run(schema(4))
    const written = {
      forbidden: 'forbidden',
      outcome_unknown: 'outcome_unknown',
      'Sightline stopped before the service had answered.': 'stopped',
      'Somebody said so.': 'not_recorded',
    }
    const rows = Object.keys(written).map(
      (reason, index) =>
        `('T1', 'O1', 'W1', 'R-old-${index}', 1, 'unknown', 1, 0, 'U1', 'C1', '2026-01-12T09:00:00.000Z', '${reason}')`,
    )
    await old.run(`INSERT INTO tasks (team_id, organization_id, workspace_id, result_id, generation, state, attempt,
      earlier_unknown, created_by, channel_id, started_at, reason) VALUES ${rows.join(', ')}`)
    const store = await old.open()
    for (const [index, [text, reason]] of Object.entries(written).entries())
      expect(await store.tasks.latest(recommendation('T1', `R-old-${index}`)), text).toMatchObject({ reason })
    expect(await store.tasks.latest(recommendation('T1'))).toMatchObject({ state: 'created', reason: null })
    await store.close()
  })

  it('has room for keys and installations', async () => {
    const old = await make()
    await old.run(schema(1))
    const store = await old.open()
    const place = { organizationId: 'O1', workspaceId: 'W1', projectId: 'P1' }
    const key = { team: 'T1', key: 'sk-migrated-1', lastFour: 'ed-1', reach: '', connectedBy: null, place }
    await store.connections.save(key, now)
    expect(await store.connections.key('T1')).toBe('sk-migrated-1')
    expect(await store.installations.get('T1')).toBeNull()
    await store.close()
  })

  it('still has one configured digest per channel, and lets people add several', async () => {
    const old = await make()
    await old.run(schema(1))
    const store = await old.open()
    const schedule = { kind: 'daily', time: '09:00', timeZone: 'Europe/Paris' } as const
    const configured = { team: 'T1', channel: 'C1', name: 'Anew', schedule }
    expect(await store.subscriptions.upsertFromSettings(configured, now)).toMatchObject({
      id: 'S-settings',
      name: 'Weekly brand visibility',
      schedule,
    })
    for (const id of ['S2', 'S3'])
      await store.subscriptions.create(
        { ...defaultSettings, name: id, schedule, team: 'T1', id, channel: 'C1', by: 'U1' },
        now,
      )
    expect(await store.subscriptions.forChannel('T1', 'C1')).toHaveLength(3)
    await store.close()
  })
}
