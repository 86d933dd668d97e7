/** A process that opens the database on command, and reports the result. */
import { once } from 'node:events'
import { openStore } from '../../src/store/index.ts'

process.send?.('ready')
const [databaseUrl] = (await once(process, 'message')) as [string]
try {
  const store = await openStore({ databaseUrl })
  process.send?.('opened')
  await store.close()
} catch (error) {
  process.send?.(String(error))
}
process.disconnect?.()
