/**
 * One database of one size, in a process of its own: seeds it, times what the bot does with it, and sends how long each
 * took and how much memory the process needs.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { historyPage } from '../src/digests/manage/history-page.ts'
import { startScheduler } from '../src/digests/schedule/schedule.ts'
import { homeContent } from '../src/home/content.ts'
import type { Clock } from '../src/lib/clock.ts'
import { createLog } from '../src/lib/log.ts'
import { noMeter } from '../src/lib/metrics.ts'
import { createSlack } from '../src/slack/app.ts'
import { backUp } from '../src/store/backup/back-up.ts'
import { type Claim, createEncryptor, openStore, type StoreOptions } from '../src/store/index.ts'
import { type Size, seedNow, seedSize } from './size-seed.ts'
import { postgresScans, postgresSql, sqliteSql } from './size-sql.ts'
import { median } from './statistics.ts'

export interface SizeReport {
  readonly rows: number
  /** The median of each operation, in milliseconds, by its name. */
  readonly ms: Readonly<Record<string, number>>
  /** A whole backup, in microseconds a row. */
  readonly backupUs: number
  /** Resident after everything but the backup, in MB. */
  readonly mb: number
  /** PostgreSQL's sequential scans of the tables that grow, while all that ran. */
  readonly scans: readonly string[]
}

const { databaseUrl, size } = JSON.parse(process.argv[2] ?? '{}') as {
  databaseUrl: string | null
  size: Size
}
/** The first ones compile statements and read the pages that stay in memory at any size. */
const warmUps = 30
const times = 300

const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-size-'))
const file = join(folder, 'bench.db')
const options: StoreOptions = databaseUrl === null ? { file } : { databaseUrl }
const rows = await seedSize(options, databaseUrl === null ? sqliteSql(file) : postgresSql(databaseUrl), size)

const store = await openStore(options, createEncryptor([Buffer.alloc(32, 7)]))
const clock: Clock = {
  now: () => seedNow,
  sleep: (_ms, signal) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}
const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
const scheduler = startScheduler(
  { store, clock, log, meter: noMeter, graceHours: 12, of: async () => null },
  { wallClock: clock },
)
const slack = createSlack(
  {
    mode: 'http',
    botToken: 'xoxb-bench',
    appToken: '',
    signingSecret: 'bench-signing-secret',
    apiUrl: 'http://127.0.0.1:9/api/',
    port: 0,
  },
  { clock, log },
)
const { people } = slack.of('')

/** In the middle, where nothing is at an end of an index. */
const digest = (n: number) => (Math.floor(size.digests / 2) + n) % size.digests
const placeOf = (n: number) => ({
  team: `T${digest(n) % size.workspaces}`,
  channel: `C${digest(n)}`,
  user: 'U0',
})
const analysis = { organizationId: 'org', workspaceId: 'w', projectId: 'p' }
const url = 'http://127.0.0.1/'

interface Operation {
  /** Not timed. */
  readonly before?: (n: number) => Promise<void>
  readonly run: (n: number) => Promise<unknown>
  /** Not timed. */
  readonly after?: () => Promise<void>
}

let claim: Claim | null = null
const operations: Readonly<Record<string, Operation>> = {
  'idle pass of the scheduler': { run: () => scheduler.wake() },
  'claim of a digest': {
    before: async (n) => {
      const { team, channel } = placeOf(n)
      const slots = {
        deliver: seedNow.subtract({ seconds: n }),
        skip: [],
        skipReason: 'quiet',
        nextSlot: seedNow.add({ hours: 168 }),
      } as const
      const of = { team, channel, subscriptionId: `S${digest(n)}`, revision: 0, zoneData: '' }
      await store.deliveries.plan([{ ...of, ...slots }], seedNow)
    },
    run: async () => {
      claim = await store.deliveries.next({ leaseMs: 60_000, now: seedNow })
    },
    after: async () => {
      if (claim === null) throw new Error('There was nothing to claim.')
      await store.deliveries.skipped(claim, 'quiet', seedNow)
    },
  },
  'click on “Create task”': {
    run: async (n) => {
      const { team, channel, user } = placeOf(n)
      const recommendation = { team, ...analysis, resultId: `new${n}` }
      const click = { by: user, channel, messageTs: null, now: seedNow, reference: 'ref' }
      const claimed = await store.tasks.claim(recommendation, { ...click, input: { kind: 'first' } })
      if (!claimed.won) throw new Error('The task could not be claimed.')
      const { generation, attempt } = claimed
      const task = { taskId: `new${n}`, name: 'Write a page', description: '' }
      await store.tasks.created(recommendation, generation, attempt, task, seedNow)
      // Its copies are rewritten.
      await store.messages.copies({ ...recommendation, resultId: `r${digest(n)}` })
    },
  },
  'Home tab of ten channels': {
    run: (n) => {
      const { team, user } = placeOf(n)
      const channels = Array.from({ length: 10 }, (_, step) => placeOf(n + step * size.workspaces).channel)
      const defaults = { ...analysis, subreddits: [], recommendations: [], timeZone: 'UTC', noiseBand: 1 }
      return homeContent(
        {
          team,
          url,
          store,
          clock,
          people,
          defaults: { placeFrom: 'configuration', ...defaults },
          apiKey: { configured: true },
        },
        { team, user, outside: null },
        new Set(channels),
        { page: 1, figures: null },
      )
    },
  },
  'history of a channel': { run: (n) => historyPage({ store, clock, url }, placeOf(n), null, 1) },
  'retention, a page of 25': {
    run: () =>
      store.retention.prune('deliveries', seedNow.subtract({ hours: 168 }), { from: null, limit: 25 }),
  },
}

const scansBefore = databaseUrl === null ? new Map() : await postgresScans(databaseUrl)
const ms: Record<string, number> = {}
for (const [name, { before, run, after }] of Object.entries(operations)) {
  const taken: number[] = []
  for (let n = 0; n < warmUps + times; n += 1) {
    await before?.(n)
    const from = performance.now()
    await run(n)
    taken.push(performance.now() - from)
    await after?.()
  }
  ms[name] = median(taken.slice(warmUps))
}
await scheduler.stop()
// PostgreSQL counts a session's scans at its end at the latest.
await store.close()
const scans = databaseUrl === null ? new Map<string, number>() : await postgresScans(databaseUrl)
const mb = process.memoryUsage.rss() / 1e6
const backupFrom = performance.now()
await backUp(options, join(folder, 'backup.db'))
const backupUs = (1_000 * (performance.now() - backupFrom)) / rows
rmSync(folder, { recursive: true, force: true })
const report: SizeReport = {
  rows,
  ms,
  backupUs,
  mb,
  scans: [...scans].flatMap(([table, count]) => {
    const more = count - (scansBefore.get(table) ?? 0)
    return more > 0 ? [`${table} ${more}`] : []
  }),
}
process.send?.(report)
process.disconnect?.()
