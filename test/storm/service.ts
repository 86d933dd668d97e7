/**
 * The sandbox's service in a process of its own, as each workspace of a storm has it: behind a door that knows each
 * workspace by its key, writes the workspace's mark into all names, keeps the books of tasks, and misbehaves in a storm.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BRANDS } from '../../sandbox/service/data/catalog.ts'
import { startService } from '../../sandbox/service/index.ts'
import { Chance } from '../chaos/random.ts'
import { answerDriver } from './child.ts'
import { keyOf, markOf, markPattern } from './marks.ts'
import { StormClock } from './time.ts'

/** A request for a task that the service carried out. */
export interface TaskPost {
  readonly workspace: number
  readonly resultId: string
  readonly taskId: string
  /** Whether the bot was told. */
  readonly answered: boolean
}

export interface ServiceBooks {
  readonly tasks: readonly TaskPost[]
  /** Where one workspace's key asked with another one's mark. */
  readonly crossed: readonly string[]
  readonly requests: number
  readonly fates: Readonly<Record<string, number>>
}

const { STORM_TIME = '', STORM_SEED = '1', STORM_TEAMS = '1' } = process.env
const clock = new StormClock(STORM_TIME)
const chance = new Chance(Number(STORM_SEED) + 1)
const service = await startService({
  clock: {
    now: () => clock.now(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    advance: () => {},
    onAdvance: () => () => {},
  },
})

const byKey = new Map<string, number>()
for (let number = 0; number < Number(STORM_TEAMS); number += 1)
  for (const generation of [1, 2]) byKey.set(keyOf(number, generation), number)
/** Tokens that the service gave out for a workspace's key. */
const byToken = new Map<string, number>()
const tasks: TaskPost[] = []
const crossed: string[] = []
const fates: Record<string, number> = {}
let requests = 0

const names = new RegExp(`\\b(${BRANDS.join('|')})\\b`, 'g')
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

function workspaceOf(incoming: IncomingMessage, body: string): number | undefined {
  const token = /^Bearer +(\S+)$/i.exec(incoming.headers.authorization ?? '')?.[1]
  if (token !== undefined) return byToken.get(token)
  const { secret_key, token: old } = JSON.parse(body === '' ? '{}' : body) as Record<string, string>
  return byKey.get(secret_key ?? '') ?? byToken.get(old ?? '')
}

/** What the service hears is without the mark; with another one's it is noted. */
function unmarked(text: string, own: number | undefined): string {
  return text.replaceAll(new RegExp(`(?:-|%2D)?${markPattern.source}`, 'g'), (whole, number: string) => {
    if (Number(number) !== own) crossed.push(`the key of ${own ?? 'nobody'} asks with ${whole}`)
    return ''
  })
}

async function handle(upstream: string, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  requests += 1
  let body = ''
  for await (const chunk of incoming.setEncoding('utf8')) body += String(chunk)
  const isToken = incoming.url?.startsWith('/v1/auth/') === true
  const isForm = /form/.test(incoming.headers['content-type'] ?? '')
  const workspace = isForm && !incoming.headers.authorization ? undefined : workspaceOf(incoming, body)
  const resultId = incoming.method === 'POST' ? taskPath.exec(incoming.url ?? '')?.[1] : undefined
  const fate = isToken ? 'ok' : fateOf(resultId !== undefined)
  fates[fate] = (fates[fate] ?? 0) + 1
  const refuse = (status: number, headers = {}) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end('{"detail":"storm"}')
  if (fate === '503') return refuse(503)
  if (fate === '429') return refuse(429, { 'retry-after': '1' })
  if (fate === 'dropped before') return void incoming.socket.destroy()
  if (fate === 'slow') await new Promise((resolve) => setTimeout(resolve, 1_500))
  const sent = unmarked(body, workspace).replace(/("secret_key":")[^"]*/, (whole, before: string) =>
    workspace === undefined ? whole : `${before}${service.keys.workspace}`,
  )
  const { host: _, 'content-length': __, 'accept-encoding': ___, ...headers } = incoming.headers
  const asked = request(new URL(unmarked(incoming.url ?? '/', workspace), upstream), {
    method: incoming.method ?? 'GET',
    headers: { ...headers, ...(sent === '' ? {} : { 'content-length': Buffer.byteLength(sent) }) },
  })
  asked.end(sent)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer.setEncoding('utf8')) text += String(chunk)
  if (workspace !== undefined) {
    if (isToken && answer.statusCode === 200)
      byToken.set((JSON.parse(text) as { token: string }).token, workspace)
    else text = text.replace(names, `$1-${markOf(workspace)}`)
  }
  if (resultId !== undefined && answer.statusCode === 201 && workspace !== undefined)
    tasks.push({
      workspace,
      resultId,
      taskId: (JSON.parse(text) as { id: string }).id,
      answered: fate !== 'dropped after',
    })
  if (fate === 'dropped after') return void incoming.socket.destroy()
  if (fate === 'broken JSON') text = text.slice(0, -3)
  const { 'content-length': ____, 'transfer-encoding': _____, ...rest } = answer.headers
  response
    .writeHead(answer.statusCode ?? 500, { ...rest, 'content-length': Buffer.byteLength(text) })
    .end(text)
}

async function door(upstream: string): Promise<string> {
  const server = createServer((incoming, response) => {
    handle(upstream, incoming, response).catch(() => incoming.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const [baseUrl, searchBaseUrl] = [await door(service.baseUrl), await door(service.searchBaseUrl)]

export interface ServiceAddresses {
  readonly baseUrl: string
  readonly searchBaseUrl: string
  readonly demo: {
    readonly organizationId: string
    readonly workspaceId: string
    readonly projectId: string
    readonly resultIds: readonly string[]
  }
}

answerDriver({
  addresses: (): ServiceAddresses => {
    const { organizationId, workspaceId, projectId, resultIds } = service.demo
    return { baseUrl, searchBaseUrl, demo: { organizationId, workspaceId, projectId, resultIds } }
  },
  books: (): ServiceBooks => ({ tasks, crossed, requests, fates }),
})
