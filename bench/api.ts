/** The analytics client compared with raw `Pool.request` and `JSON.parse`, on the same page from a server process. */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Pool } from 'undici'
import { type AnalyticsApi, createAnalyticsApi } from '../src/api/index.ts'
import { systemClock } from '../src/lib/clock.ts'
import { startWorld } from './apps.ts'
import { atLeast, atMost, type BenchResult, printResult } from './result.ts'
import { median } from './statistics.ts'

const SCOPE = { organizationId: 'org', workspaceId: 'workspace', projectId: 'project' }
const PATH =
  '/v1/organizations/org/workspaces/workspace/analyses/project/search/brands?date_start=2026-01-05&page=1'
const CONNECTIONS = 64
/** The number of requests in flight at which the client must keep `TARGET` of the raw rate. */
const TARGET_IN_FLIGHT = 16
const TARGET = 0.6
const ROUNDS = 7
const ROUND_MS = 500
const SEQUENTIAL = 10_000
const HITS = 200_000

function client(address: string, cacheSeconds: number): AnalyticsApi {
  return createAnalyticsApi({
    baseUrl: address,
    searchBaseUrl: address,
    apiKey: () => 'sk-bench-0000-0000',
    clock: systemClock,
    connections: CONNECTIONS,
    cacheSeconds,
  })
}

/** Requests per second of `ask` with this many in flight. */
async function rate(ask: (index: number) => Promise<unknown>, inFlight: number): Promise<number> {
  const start = performance.now()
  const end = start + ROUND_MS
  let done = 0
  const lane = async (index: number) => {
    while (performance.now() < end) {
      await ask(index)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: inFlight }, (_unused, index) => lane(index)))
  return (done / (performance.now() - start)) * 1000
}

interface Compared {
  readonly raw: number
  readonly client: number
  /** The median of the rounds' ratios. Each round measures both, one after the other. */
  readonly ratio: number
}

async function compare(pool: Pool, api: AnalyticsApi, inFlight: number): Promise<Compared> {
  const ask = async () => {
    const { body } = await pool.request({ method: 'GET', path: PATH })
    return JSON.parse(await body.text())
  }
  // Each lane requests a different page, since identical requests in flight share one response.
  const askClient = (index: number) => api.brands(SCOPE, { date_start: '2026-01-05', page: index + 1 })
  const rounds: Compared[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = round % 2 === 0
    const before = first ? await rate(ask, inFlight) : await rate(askClient, inFlight)
    const after = first ? await rate(askClient, inFlight) : await rate(ask, inFlight)
    const [rawRate, clientRate] = first ? [before, after] : [after, before]
    // The first round warms up.
    if (round > 0) rounds.push({ raw: rawRate, client: clientRate, ratio: clientRate / rawRate })
  }
  return {
    raw: median(rounds.map((round) => round.raw)),
    client: median(rounds.map((round) => round.client)),
    ratio: median(rounds.map((round) => round.ratio)),
  }
}

/** Microseconds for one answer from the cache. */
async function cacheHit(api: AnalyticsApi): Promise<number> {
  const query = { date_start: '2026-01-05' }
  await api.brands(SCOPE, query)
  const start = performance.now()
  for (let count = 0; count < HITS; count += 1) await api.brands(SCOPE, query)
  return ((performance.now() - start) / HITS) * 1000
}

/** Heap in use after a garbage collection, in MB. */
function heldMemory(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect()
  return process.memoryUsage().heapUsed / 1e6
}

/** Memory in use after the first tenth of the sequential calls, and after the last. */
async function memory(api: AnalyticsApi): Promise<{ first: number; last: number }> {
  let first = 0
  for (let count = 1; count <= SEQUENTIAL; count += 1) {
    await api.brands(SCOPE, { date_start: '2026-01-05' })
    if (count === SEQUENTIAL / 10) first = heldMemory()
  }
  return { first, last: heldMemory() }
}

/** Takes about half a minute. */
export async function benchApi(): Promise<BenchResult> {
  const server = await startWorld('api-server.ts')
  const address = server.url
  const pool = new Pool(address, { connections: CONNECTIONS, pipelining: 1 })
  const plain = client(address, 0)
  const caching = client(address, 60)
  try {
    const rows: string[][] = []
    const ratios: BenchResult['ratios'] = []
    const { first, last } = await memory(plain)
    for (const inFlight of [1, TARGET_IN_FLIGHT, 64]) {
      const { raw, client: clientRate, ratio } = await compare(pool, plain, inFlight)
      rows.push([`brands page, ${inFlight} in flight`, `${clientRate.toFixed(0)}/s`, `${raw.toFixed(0)}/s`])
      const name = `client to raw, ${inFlight} in flight`
      ratios.push(
        inFlight === TARGET_IN_FLIGHT
          ? atLeast(name, ratio, TARGET)
          : { name, value: ratio, target: 'no target', met: true },
      )
    }
    rows.push(['answer from the cache', `${(await cacheHit(caching)).toFixed(2)} µs`, ''])
    rows.push([`memory held over ${SEQUENTIAL} calls`, `${first.toFixed(1)} to ${last.toFixed(1)} MB`, ''])
    ratios.push(atMost('memory held, last to first', last / first, 1.1))
    const columns = ['', 'client', 'raw Pool.request + JSON.parse']
    return { name: 'analytics API client', table: { columns, rows }, ratios }
  } finally {
    await Promise.all([plain.close(), caching.close(), pool.close()])
    server.stop()
  }
}

if (import.meta.main) printResult(await benchApi())
