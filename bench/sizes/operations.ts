/** The bot's database operations that `bench sizes` measures. */
import { rowsPerPage } from '../../src/app/retention.ts'
import { historyPage } from '../../src/digests/manage/describe-digests.ts'
import { startScheduler } from '../../src/digests/schedule/schedule.ts'
import { homeContent } from '../../src/home/content.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { createLog, noMeter } from '../../src/lib/telemetry.ts'
import { createSlack } from '../../src/slack/app.ts'
import { digestOwed, type OutboxRow, type Prunable, type Store } from '../../src/store/index.ts'
import { type Size, seedNow } from './seed.ts'

export interface Operation {
  /** Not measured. */
  readonly before?: (n: number) => Promise<void>
  /** @param n the number of the call, so that each uses its own rows */
  readonly run: (n: number) => Promise<unknown>
  /** Not measured. */
  readonly after?: () => Promise<void>
}

/** Two weeks of the seed's data are kept. */
const keptSince = seedNow.subtract({ hours: 14 * 24 })

/** How many rounds of how many calls are timed. A small database has few pages for retention. */
export function roundsOf(operation: string): { readonly rounds: number; readonly times: number } {
  if (operation.startsWith('retention')) return { rounds: 24, times: 1 }
  // They take 10 µs: of few calls, one pause of the process would decide.
  return { rounds: 12, times: /^(?:notices|counts)/.test(operation) ? 500 : 25 }
}

/** For a database from `seedSize`. */
export function sizeOperations(
  store: Store,
  size: Size,
): { readonly operations: Readonly<Record<string, Operation>>; stop(): Promise<void> } {
  const clock: Clock = {
    now: () => seedNow,
    sleep: (_ms, signal) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  }
  const log = createLog('error', { write: (line: string) => void process.stderr.write(line) })
  const scheduler = startScheduler(
    { store, clock, log, meter: noMeter, graceHours: 12, of: async () => null },
    new Map(),
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

  /** In the middle, away from the ends of an index. */
  const digest = (n: number) => (Math.floor(size.digests / 2) + n) % size.digests
  const placeOf = (n: number) => ({
    team: `T${digest(n) % size.workspaces}`,
    channel: `C${digest(n)}`,
    user: 'U0',
  })
  const analysis = { organizationId: 'org', workspaceId: 'w', projectId: 'p' }
  const url = 'http://127.0.0.1/'

  /** Page after page, as in a round. */
  const retentionPage = (kind: Prunable): Operation => {
    let from: string | null = null
    return {
      run: async () => {
        const page = await store.retention.prune(kind, keptSince, { from, limit: rowsPerPage })
        from = page.next
      },
    }
  }

  const leaseMs = 60_000
  const owed = (n: number) => {
    const { team, channel } = placeOf(n)
    return digestOwed({ team, channel, subscriptionId: `S${digest(n)}` }, seedNow.subtract({ seconds: n }))
  }
  let claimed: readonly OutboxRow[] = []
  return {
    stop: () => scheduler.stop(),
    operations: {
      'idle pass of the scheduler': { run: () => scheduler.wake() },
      'claim of a digest': {
        before: async (n) => void (await store.outbox.enqueue([owed(n)], seedNow)),
        run: async () => {
          claimed = await store.outbox.claim({ now: seedNow, leaseMs, busy: [], after: '', limit: 16 })
        },
        after: async () => {
          if (claimed.length === 0) throw new Error('There was nothing to claim.')
          for (const row of claimed)
            await store.outbox.settle(row, { state: 'skipped', reason: 'quiet' }, seedNow)
        },
      },
      'record of a digest that was sent': {
        before: async (n) => {
          const since = seedNow.subtract({ hours: 1 })
          const row = await store.outbox.enqueueClaimed(
            { ...owed(n), key: `sent ${n}`, since },
            leaseMs,
            seedNow,
          )
          if (row === null) throw new Error('There was nothing to claim.')
          claimed = [row]
        },
        run: async (n) => {
          const message = { text: 'Weekly brand visibility', blocks: [] }
          for (const row of claimed) {
            const intent = { message, effect: { checkOwner: true }, replies: [{ message }] }
            await store.outbox.begin(row, intent, leaseMs, seedNow)
            await store.outbox.settle(row, { state: 'sent', ts: `1800000000.${n}` }, seedNow)
          }
        },
        after: async () => {
          for (const row of await store.outbox.claim({
            now: seedNow,
            leaseMs,
            busy: [],
            after: '',
            limit: 16,
          }))
            await store.outbox.settle(row, { state: 'skipped', reason: 'quiet' }, seedNow)
        },
      },
      'notices that reached nobody': {
        run: (n) => {
          const { team } = placeOf(n)
          return store.outbox.unreached(team, null, keptSince, 5)
        },
      },
      'counts for the metrics': { run: () => store.outbox.counts() },
      'click on “Create task”': {
        run: async (n) => {
          const { team, channel, user } = placeOf(n)
          const recommendation = { team, ...analysis, resultId: `new${n}` }
          const click = { by: user, channel, messageTs: null, now: seedNow, reference: 'ref' }
          const claimed = await store.tasks.claim(recommendation, { ...click, input: { kind: 'first' } })
          if (!claimed.won) throw new Error('The task could not be claimed.')
          const { generation, attempt } = claimed
          const task = { taskId: `new${n}`, name: 'Write a page', description: '' }
          await store.tasks.created({ ...recommendation, generation, attempt }, task, seedNow)
          // Updates its copies.
          await store.messages.copies({ ...recommendation, resultId: `r${digest(n)}` })
        },
      },
      'Home tab of ten channels': {
        run: (n) => {
          const { team, user } = placeOf(n)
          const channels = Array.from(
            { length: 10 },
            (_, step) => placeOf(n + step * size.workspaces).channel,
          )
          const defaults = { ...analysis, subreddits: [], recommendations: [], timeZone: 'UTC' }
          return homeContent(
            {
              team,
              url,
              store,
              clock,
              people,
              defaults: { placeFrom: 'configuration', ...defaults },
              apiKey: { configured: true, fingerprint: async () => 'K1' },
              access: { refusals: async () => new Map() } as never,
            },
            { team, user, outside: null },
            new Set(channels),
            { page: 1, figures: null, outcome: null },
          )
        },
      },
      'history of a channel': { run: (n) => historyPage({ store, url }, placeOf(n), null, 1) },
      ...Object.fromEntries(
        (['audit', 'outbox', 'messages', 'records', 'digests'] as const).map((kind) => [
          `retention, a page of ${kind}`,
          retentionPage(kind),
        ]),
      ),
    },
  }
}
