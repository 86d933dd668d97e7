/**
 * The sandbox's service in a child process, shared by all workspaces of a storm. A proxy recognizes each workspace by
 * its key, writes the workspace's mark into all names, records tasks, and misbehaves in a storm.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BRANDS } from '../../sandbox/service/data/catalog.ts'
import { startService } from '../../sandbox/service/index.ts'
import { Chance } from '../chance.ts'
import { answerDriver } from './child.ts'
import {
  evaluationName,
  evaluationOf,
  isEvaluationDone,
  isNegative,
  keyOf,
  markOf,
  markPattern,
  turningSubreddit,
} from './marks.ts'
import { asSandboxClock, pause, StormClock } from './time.ts'

/** A task request that the service carried out. */
interface TaskPost {
  readonly workspace: number
  readonly resultId: string
}

/** A request with a key that its workspace had replaced, or with one of that key's tokens. */
interface RefusedKey {
  readonly workspace: number
  readonly generation: number
  /** How long after the key was replaced, in milliseconds of storm time. */
  readonly afterMs: number
}

export interface ServiceBooks {
  readonly tasks: readonly TaskPost[]
  readonly refusedKeys: readonly RefusedKey[]
  /** Requests with one workspace's key and another one's mark. */
  readonly crossed: readonly string[]
  readonly requests: number
  readonly fates: Readonly<Record<string, number>>
}

const { STORM_TIME = '', STORM_SEED, STORM_TEAMS } = process.env
const clock = new StormClock(STORM_TIME)
const chance = new Chance(Number(STORM_SEED) + 1)
const service = await startService({ clock: asSandboxClock(clock) })

/** One of a workspace's keys. */
interface Holder {
  readonly workspace: number
  readonly generation: number
}

const byKey = new Map<string, Holder>()
for (let workspace = 0; workspace < Number(STORM_TEAMS); workspace += 1)
  for (let generation = 1; generation < 100; generation += 1)
    byKey.set(keyOf(workspace, generation), { workspace, generation })
/** Tokens that the service issued for a workspace's key. */
const byToken = new Map<string, Holder>()
/** By workspace: the oldest generation of keys that still works, and since when, in milliseconds of storm time. */
const oldestValidKeys = new Map<number, { readonly generation: number; readonly since: number }>()
const refusedKeys: RefusedKey[] = []
const tasks: TaskPost[] = []
const crossed: string[] = []
const fates: Record<string, number> = {}
let requests = 0

const names = new RegExp(`\\b(${BRANDS.join('|')})\\b`, 'g')
/** An admin deletes a workspace's earlier keys in the console. */
const replacedKey = /^\/storm\/keys\/(\d+)\/(\d+)$/
const taskPath = /\/recommended-actions\/([^/]+)\/tasks$/

type Fate = 'ok' | '503' | 'dropped before' | 'dropped after' | 'slow' | 'broken JSON' | '429'

function fateOf(isTask: boolean): Fate {
  if (!clock.stormy) return 'ok'
  return isTask
    ? chance.weighted([
        [60, 'ok'],
        [10, 'dropped before'],
        [20, 'dropped after'],
        [5, '503'],
        [5, 'slow'],
      ])
    : chance.weighted([
        [88, 'ok'],
        [4, '503'],
        [2, 'dropped before'],
        [3, 'slow'],
        [1, 'broken JSON'],
        [2, '429'],
      ])
}

function holderOf(incoming: IncomingMessage, body: string): Holder | undefined {
  const token = /^Bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  if (token !== undefined) return byToken.get(token)
  const { secret_key, token: old } = JSON.parse(body === '' ? '{}' : body) as Record<string, string>
  return byKey.get(secret_key ?? '') ?? byToken.get(old ?? '')
}

/** Removes the mark from what the service receives, and records marks of other workspaces. */
function withoutMarks(text: string, ownNumber: number | undefined): string {
  return text.replaceAll(new RegExp(`(?:-|%2D)?${markPattern.source}`, 'g'), (whole, number: string) => {
    // Random letters of a token may look like a mark.
    if (Number(number) >= Number(STORM_TEAMS)) return whole
    if (Number(number) !== ownNumber) crossed.push(`the key of ${ownNumber ?? 'nobody'} asks with ${whole}`)
    return ''
  })
}

function isReplaced({ workspace, generation }: Holder): boolean {
  const good = oldestValidKeys.get(workspace)
  if (good === undefined || generation >= good.generation) return false
  refusedKeys.push({ workspace, generation, afterMs: clock.ms() - good.since })
  return true
}

/** The latest time seen, so that nothing is undone when the clock steps back. */
let latestMs = 0

/** Adds a subreddit that is negative for some hours of each day. */
function withSubreddit(text: string): string {
  latestMs = Math.max(latestMs, clock.ms())
  const turning = {
    id: `storm-${isNegative(latestMs) ? 'negative' : 'positive'}`,
    subreddit_name: turningSubreddit,
    creation_date: '2026-11-09',
    description: 'So so.',
    overall_sentiment: isNegative(latestMs) ? 'negative' : 'positive',
  }
  return JSON.stringify([...(JSON.parse(text) as readonly unknown[]), turning])
}

/** The day's website evaluation; otherwise like the sandbox's first one. */
function withEvaluation(text: string, id: string): string {
  const day = Number(id.slice(-12))
  const status = isEvaluationDone(day, clock.ms()) ? 'completed' : 'in_progress'
  return JSON.stringify({ ...JSON.parse(text), id, name: evaluationName(day), status })
}

async function handle(upstream: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const replaced = replacedKey.exec(incoming.url ?? '')
  if (replaced !== null) {
    const [workspace = 0, generation = 0] = replaced.slice(1).map(Number)
    oldestValidKeys.set(workspace, { generation, since: clock.ms() })
    return void response.writeHead(204).end()
  }
  requests += 1
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk)
  const isToken = incoming.url?.startsWith('/v1/auth/') === true
  const isForm = /form/.test(incoming.headers['content-type'] ?? '')
  const holder = isForm && !incoming.headers.authorization ? undefined : holderOf(incoming, body)
  const { workspace } = holder ?? {}
  const refuse = (status: number, headers = {}) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"detail":"storm"}')
  if (holder !== undefined && isReplaced(holder)) return refuse(401)
  const resultId = incoming.method === 'POST' ? taskPath.exec(incoming.url ?? '')?.[1] : undefined
  const fate = isToken ? 'ok' : fateOf(resultId !== undefined)
  fates[fate] = (fates[fate] ?? 0) + 1
  if (fate === '503') return refuse(503)
  if (fate === '429') return refuse(429, { 'retry-after': '1' })
  if (fate === 'dropped before') return void incoming.socket.destroy()
  if (fate === 'slow') await pause(1_500)
  const sent = withoutMarks(body, workspace).replace(/("secret_key":")[^"]*/, (whole, before: string) =>
    workspace === undefined ? whole : `${before}${service.keys.workspace}`,
  )
  const { host: _, 'content-length': __, 'accept-encoding': ___, ...headers } = incoming.headers
  const evaluation = /\/website_evaluations\/([\w-]+)/.exec(incoming.url ?? '')?.[1]
  const isOfDay = evaluation?.startsWith(evaluationOf(0).slice(0, 24)) === true
  const path = isOfDay ? (incoming.url ?? '').replace(evaluation, service.demo.evaluationId) : incoming.url
  const asked = request(new URL(withoutMarks(path ?? '/', workspace), upstream), {
    method: incoming.method ?? 'GET',
    headers: { ...headers, ...(sent === '' ? {} : { 'content-length': Buffer.byteLength(sent) }) },
  })
  asked.end(sent)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk)
  if (isOfDay && answer.statusCode === 200) text = withEvaluation(text, evaluation)
  if (/\/reddit\/summaries\b/.test(incoming.url ?? '') && answer.statusCode === 200)
    text = withSubreddit(text)
  if (holder !== undefined) {
    if (isToken && answer.statusCode === 200)
      byToken.set((JSON.parse(text) as { token: string }).token, holder)
    else text = text.replace(names, `$1-${markOf(holder.workspace)}`)
  }
  if (resultId !== undefined && answer.statusCode === 201 && workspace !== undefined)
    tasks.push({ workspace, resultId })
  if (fate === 'dropped after') return void incoming.socket.destroy()
  if (fate === 'broken JSON') text = text.slice(0, -3)
  const { 'content-length': ____, 'transfer-encoding': _____, ...rest } = answer.headers
  response
    .writeHead(answer.statusCode ?? 500, { ...rest, 'content-length': Buffer.byteLength(text) })
    .end(text)
}

async function startProxy(upstream: string): Promise<string> {
  const server = createServer((incoming, response) => {
    handle(upstream, incoming, response).catch(() => incoming.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const [baseUrl, searchBaseUrl] = [await startProxy(service.baseUrl), await startProxy(service.searchBaseUrl)]

export interface ServiceAddresses {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly demo: Pick<typeof service.demo, 'organizationId' | 'workspaceId' | 'projectId' | 'resultIds'>
}

answerDriver({
  addresses: (): ServiceAddresses => {
    const { organizationId, workspaceId, projectId, resultIds } = service.demo
    return { baseUrl, searchBaseUrl, demo: { organizationId, workspaceId, projectId, resultIds } }
  },
  books: (): ServiceBooks => ({ tasks, refusedKeys, crossed, requests, fates }),
})
