/**
 * A process that writes to a database file, for tests that kill it. It prints a line for each commit, and runs until it is
 * killed or its stdin ends.
 */
import { writeSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { openStore } from '../../src/store/index.ts'
import {
  click,
  nothing,
  recommendation,
  slotRequest,
  start,
  statement,
  subscribe,
  summaries,
} from './contract/world.ts'

const [mode, file = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const team = 'T1'

const store = await openStore({ file })
const { id: subscriptionId } = await subscribe(store, team)
const claimSlot = (slot: Temporal.Instant) =>
  store.deliveries.claim({ ...slotRequest(team, subscriptionId), slot })

if (mode === 'hold') {
  process.stdin.once('end', () => store.close()).resume()
  say('open')
}

if (mode === 'write') {
  for (let count = 0; ; count++) {
    // Lets everything else have its turn, as in Sightline.
    await setImmediate()
    const slot = start.add({ hours: Number(run) * 1_000_000 + count })
    const claim = await claimSlot(slot)
    say(`delivery ${claim?.slot}`)
    await store.tasks.claim(recommendation(team, `R${run}-${count}`), click)
    say(`task R${run}-${count}`)
    if (claim === null) continue
    const digestStatement = statement({ reddit: summaries(claim.slot) })
    await store.deliveries.beginPost(claim, { ...nothing, statement: digestStatement }, start)
    await store.deliveries.posted(claim, claim.slot, start)
    say(`posted ${claim.slot}`)
  }
}

if (mode === 'midway') {
  const claim = await claimSlot(start)
  if (claim !== null) await store.deliveries.beginPost(claim, nothing, start)
  await store.tasks.claim(recommendation(team), click)
  say('claimed')
  process.stdin.resume()
}
