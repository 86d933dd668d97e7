/** A process that writes to a database file until it is killed, and prints a line for each commit. */
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openStore } from '../../src/store/index.ts'
import { click, intent, leaseMs, recommendation, start, statement, workspaceIn } from './contract/world.ts'

const [file = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)

const store = await openStore({ file })
const { subscribe, owedDigest, send } = workspaceIn(store, 'T1')
await subscribe()

for (let count = 0; ; count++) {
  // Lets everything else have its turn, as in Sightline.
  await setImmediate()
  const slot = start.add({ hours: Number(run) * 1_000_000 + count })
  const row = await store.outbox.enqueueClaimed(owedDigest(slot), leaseMs, start)
  say(`delivery ${row?.since}`)
  await store.tasks.claim(recommendation('T1', `R${run}-${count}`), click)
  say(`task R${run}-${count}`)
  if (row === null) continue
  const { since } = row
  await send(row, since, intent({ statement: statement({ stories: { [since]: 'up' } }) }))
  say(`posted ${since}`)
}
