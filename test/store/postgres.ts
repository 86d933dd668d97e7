import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inspectDatabase } from '../../src/store/engines/inspect.ts'
import { openPostgres } from '../../src/store/engines/postgres.ts'
import { openStore } from '../../src/store/index.ts'
import { sql } from '../../src/store/tables/sql.ts'
import { newTeam, start } from './contract/world.ts'
import { failureOf } from './engines.ts'
import type { PostgresServer } from './postgres-server.ts'
import { query } from './query.ts'

const failure = (databaseUrl: string) => failureOf(openStore({ databaseUrl }))

/** Everything in an error that a log could show. */
const shown = (error: Error): string =>
  [
    error.message,
    error.stack,
    JSON.stringify(error, Object.getOwnPropertyNames(error)),
    String(error.cause),
  ].join('\n')

export function postgresSuite(server: () => PostgresServer) {
  it('is inspected without being changed', async () => {
    const databaseUrl = await server().createDatabase()
    expect(await inspectDatabase({ databaseUrl })).toBe('none')
    expect(await inspectDatabase({ databaseUrl })).toBe('none')
    const running = await openStore({ databaseUrl })
    expect(await inspectDatabase({ databaseUrl })).toBe('ready')
    await running.close()
    const missing = inspectDatabase({ databaseUrl: `${databaseUrl}_not_there` })
    await expect(missing).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('gets all of its tables or none, and refuses the database of another program', async () => {
    const databaseUrl = await server().createDatabase()
    await query(databaseUrl, 'CREATE TABLE tasks (theirs text)')
    expect(await failure(databaseUrl)).toMatchObject({ code: 'occupied' })
    const tables = await query(databaseUrl, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`)
    expect(tables).toEqual([{ tablename: 'tasks' }])
  })

  it('says what is wrong and what to do, without the password', async () => {
    const { port, password } = server()
    const secret = encodeURIComponent(password)
    const host = `127.0.0.1:${port}`
    const cases = [
      [`postgres://postgres:wrong-${secret}@${host}/postgres`, 'denied'],
      [`postgres://nobody:${secret}@${host}/postgres`, 'denied'],
      [`postgres://postgres:${secret}@${host}/nowhere`, 'unreachable'],
      [`postgres://postgres:${secret}@127.0.0.1:1/postgres`, 'unreachable'],
      [`postgres://postgres:${secret}@${host}/postgres?sslmode=verify-full`, 'unreachable'],
      [`mysql://postgres:${secret}@${host}/postgres`, 'bad_address'],
      [`postgres://postgres:${password}@${host}/postgres`, 'bad_address'],
      [`postgres:${secret}`, 'bad_address'],
    ] as const
    for (const [databaseUrl, code] of cases) {
      const error = await failure(databaseUrl)
      expect(error, databaseUrl).toMatchObject({ name: 'StoreError', code })
      expect(error.message).toMatch(/(Check|Create|Write)/)
      if (code !== 'bad_address') expect(error.message).toContain(`database ${new URL(databaseUrl).host}/`)
      expect(shown(error)).not.toContain(password)
      expect(shown(error)).not.toContain(secret)
    }
  })

  it('never shows part of a password that was not encoded', async () => {
    const characters = fc.constantFrom(...'Q7@/#?:%&=[]\\ ')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: characters, minLength: 1, maxLength: 6 }), async (torn) => {
        const error = await failure(`postgres://user:31337${torn}@127.0.0.1:1/db`)
        expect(shown(error)).not.toContain('31337')
      }),
      { numRuns: 200 },
    )
  })

  it('is given up when it falls silent, and used again over a new connection', async () => {
    const databaseUrl = await server().createDatabase()
    const { db, translate } = await openPostgres(databaseUrl, 500)
    await sql`SELECT 1`.execute(db)
    const name = new URL(databaseUrl).pathname.slice(1)
    const backends = await server().administer(`SELECT pid FROM pg_stat_activity WHERE datname = '${name}'`)
    const pids = backends.map(({ pid }) => Number(pid))
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const silence = await sql`SELECT 1`.execute(db).catch(translate)
    for (const pid of pids) process.kill(pid, 'SIGCONT')
    expect(silence).toMatchObject({ code: 'unreachable' })
    expect((await sql`SELECT 2 AS two`.execute(db)).rows).toEqual([{ two: 2 }])
    await db.close()
  })

  it('has enough time for a migration', async () => {
    const { db } = await openPostgres(await server().createDatabase(), 500)
    await db.migration((transaction) => sql`SELECT pg_sleep(1)`.execute(transaction))
    await expect(sql`SELECT pg_sleep(1)`.execute(db)).rejects.toThrow('no answer')
    await db.close()
  })

  it('is out of reach, not at fault, where its own time limit ends a statement', async () => {
    const databaseUrl = `${await server().createDatabase()}?options=-c%20statement_timeout%3D50`
    const { db, translate } = await openPostgres(databaseUrl)
    const slow = await sql`SELECT pg_sleep(1)`.execute(db).catch(translate)
    const message = expect.stringContaining('statement timeout')
    expect(slow).toMatchObject({ code: 'unreachable', message })
    await db.close()
  })

  it('loses its connections without ending the process, which goes on', async () => {
    const databaseUrl = await server().createDatabase()
    const store = await openStore({ databaseUrl })
    const team = newTeam()
    await store.channels.track(team, 'C1', 'R0', 'U1', start)
    const name = new URL(databaseUrl).pathname.slice(1)
    for (let round = 0; round < 5; round++) {
      const writes = Array.from({ length: 40 }, (_, index) =>
        store.channels.track(team, 'C1', `R${round}-${index}`, 'U1', start),
      )
      const kill = server().administer(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
      )
      const results = await Promise.allSettled([...writes, kill])
      for (const result of results)
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'unreachable' })
    }
    await expect.poll(() => store.ping()).toBeUndefined()
    expect((await store.channels.tracked(team, 'C1')).length).toBeGreaterThan(0)
    await store.close()
  })
}
