import { afterAll, beforeAll, describe } from 'vitest'
import { auditSuite } from './contract/audit.ts'
import { channelSuite } from './contract/channels.ts'
import { deliverySuite } from './contract/deliveries.ts'
import { hostileSuite } from './contract/hostile.ts'
import { messageSuite } from './contract/messages.ts'
import { sequenceSuite } from './contract/sequences.ts'
import { subscriptionSuite } from './contract/subscriptions.ts'
import { taskSuite } from './contract/tasks.ts'
import { postgresDatabase, sqliteDatabase, type TestDatabase } from './engines.ts'
import { postgresSuite } from './postgres.ts'
import { type PostgresServer, startPostgres } from './postgres-server.ts'

const suites = {
  channels: channelSuite,
  subscriptions: subscriptionSuite,
  deliveries: deliverySuite,
  tasks: taskSuite,
  messages: messageSuite,
  audit: auditSuite,
  'hostile text': hostileSuite,
  'any sequence': sequenceSuite,
}

/** Every suite on one database, which `open` makes before the first test. */
function contract(open: () => Promise<TestDatabase>) {
  let database: TestDatabase
  beforeAll(async () => {
    database = await open()
  })
  afterAll(() => database.close())
  for (const [name, suite] of Object.entries(suites)) describe(name, () => suite(() => database))
}

describe('SQLite', () => contract(sqliteDatabase))

describe('PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  }, 60_000)
  afterAll(() => server.stop())

  describe('two replicas', () => contract(() => postgresDatabase(server)))
  describe('the server', () => postgresSuite(() => server))
})
