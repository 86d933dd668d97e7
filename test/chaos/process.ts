import { writeSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import type { DigestWorkspace } from '../../src/digests/workspace.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import type { OutboxRow, Store } from '../../src/store/index.ts'
import { outboxBreaks, remove } from './breaks.ts'
import type { Records, ReplicaSettings } from './replica.ts'

/**
 * One process of a chaos run: the real runner, store and clients, with a clock shared by all processes. Its standard input
 * takes one command a line: the time moved (`t`), send the records (`r`), or add a fate (`f` and the fate). It answers on
 * its standard output, and exits with its parent.
 */

const settings: ReplicaSettings = JSON.parse(process.argv[2] ?? '{}')
if (settings.broken !== null) remove(outboxBreaks[settings.broken])

// Half of a start is compiling, and a killed process would not save its cache.
enableCompileCache()
const [
  { LogLevel },
  { createAnalyticsApi },
  { noMeter },
  { slackPaces },
  { digestMessageKinds },
  { startScheduler },
  { createDirectory },
  { createSlackCheck, SlackTime },
  { createHistory },
  { createPeople },
  { createPoster },
  { createCanvases },
  { SlackClient },
  { openStore, StoreError },
  { SharedClock },
  { Steps, steppedStore },
  { webClientFetch },
] = await Promise.all([
  import('@slack/web-api'),
  import('../../src/api/index.ts'),
  import('../../src/lib/metrics.ts'),
  import('../../src/digests/workspace.ts'),
  import('../../src/digests/kinds.ts'),
  import('../../src/digests/schedule/schedule.ts'),
  import('../../src/slack/send/ports.ts'),
  import('../../src/slack/send/slack-check.ts'),
  import('../../src/slack/send/poster.ts'),
  import('../../src/slack/send/people.ts'),
  import('../../src/slack/send/poster.ts'),
  import('../../src/slack/send/ports.ts'),
  import('../../src/slack/send/client.ts'),
  import('../../src/store/index.ts'),
  import('./shared-time.ts'),
  import('./steps.ts'),
  import('./web-client.ts'),
])
flushCompileCache()

const send = (line: string) => writeSync(1, `${line}\n`)
const clock = new SharedClock(settings.timeFile)
const steps = new Steps(settings.fates)
let opened: Store | null = null

createInterface({ input: process.stdin })
  .on('line', (command) => {
    if (command === 't') {
      clock.moved()
      // In a separate turn, so that all other work has run before the driver reads this answer.
      setImmediate(() => send('turned'))
    } else if (command === 'r') void sendRecords()
    else steps.add(JSON.parse(command.slice(2)))
  })
  .once('close', () => process.exit())
// After a pause Node runs its timers first, so time-outs fire before anything else continues.
setInterval(() => clock.moved(), 2)
send('listening')

const store = await openedStore()
opened = store

const line =
  (level: string) =>
  (event: string, fields: { code?: string | undefined; error?: unknown } = {}) =>
    send(`log ${JSON.stringify({ level, event, code: fields.code, error: nameOf(fields.error) })}`)
const log = { debug: () => {}, info: () => {}, warn: line('warn'), error: line('error') }

const client = new SlackClient(
  'xoxb-chaos',
  {
    slackApiUrl: settings.slackUrl,
    logLevel: LogLevel.ERROR,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: webClientFetch(clock),
  },
  { log, meter: noMeter },
)
const poster = createPoster(client)
const history = createHistory(client)
const api = createAnalyticsApi({
  ...settings.service,
  apiKey: () => settings.service.key,
  clock,
  cacheSeconds: 0,
})
const begin: Store['outbox']['begin'] = (claim, intent, ...rest) => {
  send(`intent ${JSON.stringify({ delivery: claim.id, replies: intent.replies.length })}`)
  return store.outbox.begin(claim, intent, ...rest)
}

const workspace: DigestWorkspace & Pick<Workspace, 'apiKey' | 'isShared'> = {
  team: settings.team,
  api: {
    ...api,
    allBrands: (...asked) => steps.through('api.brands', null, () => api.allBrands(...asked)),
  },
  store: steppedStore({ ...store, outbox: { ...store.outbox, begin } }, steps),
  clock,
  log,
  meter: noMeter,
  poster: {
    ...poster,
    post: (channel, message, options) =>
      steps.through(
        options?.threadTs === undefined ? 'slack.post' : 'slack.reply',
        options?.deliveryId ?? null,
        () => poster.post(channel, message, options),
      ),
  },
  history: {
    find: (channel, since, id, before) =>
      steps.through('slack.look', id, () => history.find(channel, since, id, before)),
    findReply: (channel, ts, id) => steps.through('slack.look', id, () => history.findReply(channel, ts, id)),
  },
  canvases: createCanvases(client),
  people: createPeople(client, { clock, log }),
  directory: createDirectory(client),
  slack: createSlackCheck(client, new SlackTime()),
  defaults: settings.defaults,
  contact: { kind: 'user', id: settings.contact },
  paces: slackPaces,
  graceHours: 12,
  apiKey: {
    configured: true,
    place: null,
    fingerprint: async () => 'K1',
    clientWith: () => api,
    changed: () => {},
  },
  isShared: async () => false,
  outbox: { wake: () => scheduler.wakeOutbox() },
}
const scheduler = startScheduler({ ...workspace, of: async () => workspace }, digestMessageKinds)
send('ready')
for (;;) {
  void scheduler.wake().then(() => send('passed'))
  await clock.sleep(scheduler.everyMs)
}

/** Retries as a supervisor would, while the database is down. */
async function openedStore(): Promise<Store> {
  for (;;) {
    try {
      return await openStore(settings.database)
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'unreachable') throw error
      await clock.sleep(5_000)
    }
  }
}

async function sendRecords(): Promise<void> {
  try {
    if (opened === null) throw new Error('not open yet')
    const { outbox } = opened
    const { team, subscriptions, invitedTo } = settings
    const page = { limit: 10_000, offset: 0 }
    const kinds = [...digestMessageKinds.keys()]
    const about = subscriptions.map((subject) => outbox.list({ team, subject }, kinds, page))
    const there = invitedTo.map((channel) => outbox.list({ team, channel }, kinds, page))
    const rows = (await Promise.all([...about, ...there])).flat()
    const now = String(clock.now())
    const isOpen = ({ dueAt, attempt }: OutboxRow) => dueAt !== null && (attempt > 0 || dueAt <= now)
    const records: Records = { rows, hasPending: rows.some(isOpen) }
    send(`records ${JSON.stringify(records)}`)
  } catch {
    send('records null')
  }
}

function nameOf(error: unknown): string | undefined {
  return error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : undefined
}
