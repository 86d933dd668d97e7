/**
 * A process that writes to a database file, for tests that kill it. It prints a line for each commit, and runs until it is
 * killed or its stdin ends.
 */
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openStore } from '../../src/store/index.ts'
import {
  begin,
  click,
  intent,
  leaseMs,
  owedDigest,
  recommendation,
  send,
  start,
  statement,
  subscribe,
} from './contract/world.ts'

const [mode, file = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const team = 'T1'

const store = await openStore({ file })
const { id: subscriptionId } = await subscribe(store, team)
const claimSlot = (slot: Temporal.Instant) =>
  store.outbox.enqueueClaimed(owedDigest(team, slot, subscriptionId), leaseMs, start)

if (mode === 'hold') {
  process.stdin.once('end', () => store.close()).resume()
  say('open')
}

if (mode === 'write') {
  for (let count = 0; ; count++) {
    // Lets everything else have its turn, as in Sightline.
    await setImmediate()
    const slot = start.add({ hours: Number(run) * 1_000_000 + count })
    const row = await claimSlot(slot)
    say(`delivery ${row?.since}`)
    await store.tasks.claim(recommendation(team, `R${run}-${count}`), click)
    say(`task R${run}-${count}`)
    if (row === null) continue
    const { since } = row
    await send(store, row, since, intent({ statement: statement({ stories: { [since]: 'up' } }) }))
    say(`posted ${since}`)
  }
}

if (mode === 'midway') {
  const row = await claimSlot(start)
  if (row !== null) await begin(store, row)
  await store.tasks.claim(recommendation(team), click)
  say('claimed')
  process.stdin.resume()
}
