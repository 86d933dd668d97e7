/**
 * The real digest runner in a child process, with the store, analytics client and Slack client of `npm start`. Delivers
 * what is due in the given database, reports its time and memory, and exits.
 */

import { once } from 'node:events'
import { createAnalyticsApi } from '../../src/api/index.ts'
import { digestKind, replyKind } from '../../src/digests/deliver/digest.ts'
import { noticeKind } from '../../src/digests/deliver/notice.ts'
import { startScheduler } from '../../src/digests/schedule/schedule.ts'
import { slackPaces } from '../../src/digests/workspace.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { createSlack } from '../../src/slack/app.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { openStore, type StoreOptions } from '../../src/store/index.ts'
import { oneKey, plainDefaults } from '../../test/workspace.ts'
import { benchKey } from './seed.ts'

/** The runner's report. */
export interface RunnerReport {
  /** When it was woken, in milliseconds since 1970. */
  readonly startedAt: number
  /** Processor time of the run, for all threads of the process, in milliseconds. */
  readonly cpuMs: number
  /** Peak resident memory of the run, in MB. */
  readonly peakMb: number
  /** The time of each pass after the first, in milliseconds. */
  readonly idleMs: readonly number[]
}

const {
  url,
  idlePasses,
  together = false,
  ...database
} = JSON.parse(process.argv[2] ?? '{}') as StoreOptions & {
  url: string
  idlePasses: number
  /** Each of several replicas starts on command. */
  together?: boolean
}

const clock = systemClock
const log = createLog('warn', { write: (line: string) => void process.stderr.write(line) })
const store = await openStore(database)
const slack = createSlack(
  {
    mode: 'http',
    botToken: 'xoxb-bench',
    appToken: '',
    signingSecret: 'bench-signing-secret',
    apiUrl: `${url}/api/`,
    port: 0,
  },
  { clock, log },
)
const ports = slack.of('')
/** What digests use of a workspace. */
const workspace = {
  ...ports,
  team: '',
  apiKey: { ...oneKey, fingerprint: async () => benchKey },
  store,
  clock,
  log,
  meter: noMeter,
  api: createAnalyticsApi({ baseUrl: url, searchBaseUrl: url, apiKey: () => benchKey, clock }),
  defaults: plainDefaults,
  contact: null,
  paces: slackPaces,
  graceHours: 12,
  outbox: { wake: () => {} },
} as Workspace
const kinds = new Map([
  ['digest', digestKind],
  ['reply', replyKind],
  ['notice', noticeKind],
])

let peak = 0
const measure = () => {
  peak = Math.max(peak, process.memoryUsage.rss())
}
const timer = setInterval(measure, 100)

// A bot that has posted a digest before has loaded this, once in the life of its process.
await import('../../src/digests/compose/compose.ts')

const scheduler = startScheduler({ ...workspace, of: async (team) => ({ ...workspace, team }) }, kinds)
if (together) {
  process.send?.('ready')
  await once(process, 'message')
}
const startedAt = Date.now()
const cpuBefore = process.cpuUsage()
await scheduler.wake()
const cpu = process.cpuUsage(cpuBefore)
measure()
clearInterval(timer)

const idleMs: number[] = []
for (let pass = 0; pass < idlePasses; pass += 1) {
  const from = performance.now()
  await scheduler.wake()
  idleMs.push(performance.now() - from)
}
const report: RunnerReport = { startedAt, cpuMs: (cpu.user + cpu.system) / 1000, peakMb: peak / 1e6, idleMs }
process.send?.(report)
await scheduler.stop()
await workspace.api.close()
await store.close()
process.exit()
