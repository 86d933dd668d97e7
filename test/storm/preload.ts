/**
 * Loaded before the product in each of its processes. It replaces the machine's clock with storm time, removes the
 * guard under test, and lets the process meet its fate (kill or pause itself) right before or after a call.
 */
import { channel } from 'node:diagnostics_channel'
import { writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import pg from 'pg'
import { type Break, breaks, remove } from './breaks.ts'
import { StormClock, setMachineClock } from './time.ts'

const { STORM_TIME = '', STORM_BREAK = '' } = process.env
const clock = new StormClock(STORM_TIME)
setMachineClock(clock)
// From the version that this process runs.
const { systemClock } = (await import(
  pathToFileURL(join(process.cwd(), 'src/lib/clock.ts')).href
)) as typeof import('../../src/lib/clock.ts')
systemClock.sleep = (ms, signal) => clock.sleep(ms, signal)

// Only today's version is edited. An earlier one that an upgrade begins with stays intact.
const broken = new Map<string, Break>(Object.entries(breaks)).get(STORM_BREAK)
if (broken !== undefined) remove(broken)

const parent = process.ppid
setInterval(() => process.ppid === parent || process.exit(), 500).unref()

/** Messages to the driver, on standard error: each boundary the first time, and a fate right before it happens. */
const report = (what: string) => writeSync(2, `storm: ${what}\n`)
const seen = new Set<string>()
/** `kill` or `stop`, and the boundary. */
let fate = ''
process.stdin.setEncoding('utf8').on('data', (given) => {
  fate = String(given).trim()
})
// The driver's pipe must not keep the process alive.
if (process.stdin instanceof Socket) process.stdin.unref()

function boundary(name: string): void {
  if (!clock.stormy) return
  if (!seen.has(name)) {
    seen.add(name)
    report(`boundary ${name}`)
  }
  const [how = '', ...at] = fate.split(' ')
  if (at.join(' ') !== name) return
  fate = ''
  report(`${how} ${name}`)
  process.kill(process.pid, how === 'stop' ? 'SIGSTOP' : 'SIGKILL')
}

/** Removes ids and numbers from a path. */
const routeOf = (path: string) =>
  path
    .replace(/\?.*/, '')
    .replaceAll(/\/[^/]*\d[^/]*(?=\/|$)/g, (part) => (/^\/v\d$/.test(part) ? part : '/…'))

interface Sent {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown }
}
/** Requests that post a digest, an alert or a private notice, not thread replies or answers in direct messages. */
const deliveries = new WeakSet<Sent['request']>()
const isDelivery = (body: unknown) =>
  Buffer.isBuffer(body) &&
  body.includes('delivery_id') &&
  !body.includes('thread_ts=') &&
  !body.includes('channel=D')
for (const [name, when] of [
  ['undici:request:create', 'before'],
  ['undici:client:sendHeaders', 'during'],
  ['undici:request:headers', 'after'],
] as const)
  channel(name).subscribe((message) => {
    const { request } = message as Sent
    if (isDelivery(request.body)) deliveries.add(request)
    // Private notices are sent to a user, everything else to a channel.
    const toPerson = Buffer.isBuffer(request.body) && request.body.includes('channel=U')
    const what = deliveries.has(request) ? (toPerson ? ' of a notice' : ' of a delivery') : ''
    boundary(`${when} ${request.method} ${routeOf(request.path)}${what}`)
  })

const { query } = pg.Client.prototype
const nameOf = (sql: string) => {
  const table = /(?:from|into|update)\s+"?([a-z_]+)/i.exec(sql)?.[1] ?? ''
  return `${/^\s*(\w+)/.exec(sql)?.[1]?.toLowerCase()} ${table}`.trim()
}
/** Writes, and the ends of transactions. */
const isChange = /^\s*(insert|update|delete|with|commit)/i
pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
  const [first] = args
  const sql = typeof first === 'string' ? first : (((first ?? {}) as { text?: string }).text ?? '')
  const ask = () => Reflect.apply(query, this, args) as unknown
  if (!isChange.test(sql)) return ask()
  const name = nameOf(sql)
  boundary(`before ${name}`)
  const asked = ask()
  if (asked instanceof Promise)
    void asked.then(
      () => boundary(`after ${name}`),
      () => {},
    )
  return asked
} as typeof query
