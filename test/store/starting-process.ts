/** A process that opens the database whose address it reads, once it has the whole address. */
import { text } from 'node:stream/consumers'
import { openStore } from '../../src/store/index.ts'

process.stdout.write('ready\n')
const store = await openStore({ databaseUrl: await text(process.stdin) })
await store.close()
