import { afterAll, beforeAll, describe } from 'vitest'
import { retentionSuite } from './contract/retentionmany.ts'
import { sqliteDatabase, type TestDatabase } from './engines.ts'

describe('x', () => {
  let d: TestDatabase
  beforeAll(async () => {
    d = await sqliteDatabase()
  })
  afterAll(() => d.close())
  retentionSuite(() => d)
})
