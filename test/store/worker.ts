/**
 * A process of its own on a database file, for the tests that kill it. It says on stdout what it has committed, a
 * line each, and runs until it is killed or its stdin ends.
 */
import { writeSync } from 'node:fs'
import { openStore } from '../../src/store/index.ts'
import { click, leaseMs, monday, recommendation, start } from './contract/world.ts'

const [mode, file = '', run = ''] = process.argv.slice(2)
const say = (line: string) => writeSync(1, `${line}\n`)
const team = 'T1'

const store = await openStore({ file })
const schedule = { team, channel: 'C1', ...monday }
const { id: subscriptionId } = await store.subscriptions.upsertFromSettings(schedule, start)
const claimSlot = (slot: Temporal.Instant) =>
  store.deliveries.claim({ team, subscriptionId, slot, channel: 'C1', leaseMs, now: start })

if (mode === 'hold') {
  process.stdin.once('end', () => store.close()).resume()
  say('open')
}

if (mode === 'write') {
  for (let count = 0; ; count++) {
    const slot = start.add({ hours: Number(run) * 1_000_000 + count })
    const claim = await claimSlot(slot)
    say(`delivery ${claim?.slot}`)
    await store.tasks.claim(recommendation(team, `R${run}-${count}`), click)
    say(`task R${run}-${count}`)
    if (claim === null) continue
    await store.deliveries.beginPost(claim, start)
    const entry = { summaryId: claim.slot, subreddit: 'r/a', sentiment: null, creationDate: null }
    await store.deliveries.posted(claim, { messageTs: claim.slot, ledger: [entry] }, start)
    say(`posted ${claim.slot}`)
  }
}

if (mode === 'midway') {
  const claim = await claimSlot(start)
  if (claim !== null) await store.deliveries.beginPost(claim, start)
  await store.tasks.claim(recommendation(team), click)
  say('claimed')
  process.stdin.resume()
}
