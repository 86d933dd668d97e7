/** A process that creates one task, for a test that suspends it: `<service> <database file> <file of the clock>`. */
import { readFileSync } from 'node:fs'
import { createAnalyticsApi } from '../../src/api/index.ts'
import { type Clock, systemClock } from '../../src/lib/clock.ts'
import { openStore } from '../../src/store/index.ts'
import { createTask } from '../../src/tasks/create.ts'
import { silent } from '../workspace.ts'
import { refOf } from './world.ts'

const [baseUrl = '', file = '', clockFile = ''] = process.argv.slice(2)
/** The machine's clock, moved forward by as much as the test says. */
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now().add({ seconds: Number(readFileSync(clockFile, 'utf8')) }),
}
const store = await openStore({ file })
const api = createAnalyticsApi({
  baseUrl,
  searchBaseUrl: baseUrl,
  apiKey: () => 'sk-sightline-0123456789abWXYZ',
  clock,
})
const who = { user: 'U1', channel: 'C1', messageTs: null }
const ref = refOf('T1')
const made = await createTask({ api, store, clock, log: silent }, ref, { kind: 'first' }, who, () => {})
const message = made.outcome === 'refused' ? made.error.userMessage : made.state.kind
process.stdout.write(
  JSON.stringify({ outcome: made.outcome, message, state: (await store.tasks.latest(ref))?.state }),
)
await api.close()
await store.close()
