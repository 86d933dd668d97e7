import type { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore, type Store } from '../../src/store/index.ts'
import { after, click, leaseMs, recommendation, start, watch, workspaceIn } from './contract/world.ts'
import type { PostgresServer } from './postgres-server.ts'

/** A store, and another connection to the same rows that the test controls step by step. */
async function storeAndConnection(server: PostgresServer) {
  const databaseUrl = await server.createDatabase()
  const database = new URL(databaseUrl).pathname.slice(1)
  // Without an index, a statement visits rows in insertion order.
  for (const setting of ['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'])
    await server.administer(`ALTER DATABASE ${database} SET ${setting} = off`)
  const store = await openStore({ databaseUrl })
  const { default: pg } = await import('pg')
  const other = new pg.Client(databaseUrl)
  await other.connect()
  onTestFinished(async () => {
    await other.end()
    await store.close()
  })
  return { store, other }
}

/** Resolves when a statement in the database waits for a lock. */
async function waiting(other: Client): Promise<void> {
  for (;;) {
    const { rows } = await other.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    if (rows.length > 0) return
  }
}

export function lockSuite(server: () => PostgresServer) {
  it('are skipped if another process holds them, and the rest is claimed', async () => {
    const { store, other } = await storeAndConnection(server())
    const { team, subscribe, owedDigest } = workspaceIn(store)
    for (const user of ['U1', 'U2']) await store.watches.start(watch(team, user), 'C1', start)
    for (const resultId of ['R1', 'R2']) await store.tasks.claim(recommendation(team, resultId), click)
    for (const id of ['S1', 'S2']) {
      await subscribe('C1', id)
      await store.subscriptions.checkOwner(team, id, start)
    }
    await store.outbox.enqueue([owedDigest(start, 'S1')], start)
    await store.outbox.enqueue([owedDigest(start, 'S2')], after(1))
    const [now, later] = [after(leaseMs), after(leaseMs * 2)]

    await other.query('BEGIN')
    await other.query(`SELECT 1 FROM evaluation_watches WHERE user_id = 'U1' FOR UPDATE`)
    await other.query(`SELECT 1 FROM tasks WHERE result_id = 'R1' FOR UPDATE`)
    await other.query(`SELECT 1 FROM outbox WHERE subject = 'S1' FOR UPDATE`)
    await other.query(`SELECT 1 FROM subscriptions WHERE id = 'S1' FOR UPDATE`)
    expect(await store.watches.claimDue(now, later, 10)).toMatchObject([{ user: 'U2' }])
    expect(await store.tasks.expireCreating(now, now, 10)).toMatchObject([{ resultId: 'R2' }])
    expect(await store.tasks.takeOutdated(after(leaseMs + 1), now, 10)).toMatchObject([{ resultId: 'R2' }])
    const claim = { now, leaseMs, busy: [], after: '', limit: 9 }
    expect(await store.outbox.claim(claim)).toMatchObject([{ subject: 'S2' }])
    expect(await store.subscriptions.takeOwnerChecks(now, later, 10)).toMatchObject([{ id: 'S2' }])
    await other.query('COMMIT')
    expect(await store.watches.claimDue(now, later, 10)).toMatchObject([{ user: 'U1' }])
  })

  it('are locked digest first when a post is recorded, as when a digest is paused', async () => {
    const { store, other } = await storeAndConnection(server())
    const { claimed, begin } = workspaceIn(store)
    const row = await claimed()
    await begin(row)

    await other.query('BEGIN')
    await other.query('UPDATE subscriptions SET name = name WHERE id = $1', [row.subject])
    const settled = store.outbox.settle(row, { state: 'sent', ts: '1.1' }, after(1))
    await waiting(other)
    // Free: if it were locked by now, each would wait for the other.
    await other.query('SELECT 1 FROM outbox WHERE id = $1 FOR UPDATE NOWAIT', [row.id])
    await other.query('COMMIT')
    expect(await settled).toMatchObject({ result: 'settled' })
  })

  for (const [what, act] of [
    ['they are all stopped', (store: Store, team: string) => store.subscriptions.stopAll(team, after(1))],
    ['a workspace is erased', (store: Store, team: string) => store.erase(team)],
  ] as const)
    it(`are locked in the order of a workspace's digest ids when ${what}`, async () => {
      const { store, other } = await storeAndConnection(server())
      const { team, subscribe } = workspaceIn(store)
      for (const id of ['S2', 'S1']) await subscribe('C1', id)

      await other.query('BEGIN')
      await other.query(`UPDATE subscriptions SET name = name WHERE id = 'S1'`)
      const acted = act(store, team)
      await waiting(other)
      await other.query(`SELECT 1 FROM subscriptions WHERE id = 'S2' FOR UPDATE NOWAIT`)
      await other.query('COMMIT')
      await acted
    })

  it('of a digest’s record are read as of one moment', async () => {
    const { store, other } = await storeAndConnection(server())
    const { team, subscribe } = workspaceIn(store)
    const { id } = await subscribe()

    await other.query('BEGIN')
    await other.query('LOCK TABLE digest_records IN ACCESS EXCLUSIVE MODE')
    const read = store.records.get(team, id)
    await waiting(other)
    for (const [subject, value] of [
      ['digest', {}],
      ['reddit', { summaries: [], sentiments: {} }],
    ] as const)
      await other.query(`INSERT INTO digest_records VALUES ($1, $2, 'section', $3, NULL, $4, 'now')`, [
        team,
        id,
        subject,
        JSON.stringify(value),
      ])
    await other.query('COMMIT')
    const record = await read
    expect(record?.reddit ?? null, 'a record without Reddit makes its next look the first one').toEqual(
      record && { summaries: [], sentiments: {}, at: 'now' },
    )
  })
}
