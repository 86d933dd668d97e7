/**
 * Slack and the analytics service for the digest benches, in a child process. Each takes the first argument's milliseconds
 * to answer. `GET /counts` returns the number of calls since the last reading; with `?channels=<n>`, the digests' owner is in
 * the first n channels from then on.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brandsPage } from '../worlds/brands-page.ts'
import { serve } from '../worlds/serve.ts'

const latencyMs = Number(process.argv[2] ?? 50)

const brands = brandsPage({ page_size: 100, total: 20 })
const week = 7 * 86_400_000
const collects = {
  data: Array.from({ length: 20 }, (_unused, index) => ({
    id: `collect-${index}`,
    total: 400,
    date: new Date(Date.now() - (index * week) / 7).toISOString(),
  })),
  pagination: { page: 1, page_size: 100, total: 20 },
}
const reddit = ['saas', 'smallbusiness', 'marketing'].map((name, index) => ({
  id: `summary-${name}`,
  subreddit_name: name,
  creation_date: new Date(Date.now() - index * week).toISOString(),
  description: `What people say about analytics in r/${name}, in a sentence or two of the usual length.`,
  weekly_visitors: 120_000,
  weekly_contributors: 900,
  overall_sentiment: 'positive',
  key_themes: ['pricing', 'support'],
}))
const briefs = {
  briefs: [
    { id: 'brief', task_id: null, title: 'Answer the pricing question', body: 'Write a page about it.' },
  ],
}
const user = {
  id: 'U0BENCH',
  tz: 'Europe/Paris',
  deleted: false,
  is_admin: false,
  is_restricted: false,
  is_bot: false,
}

let counts = fresh()
function fresh() {
  return {
    api: 0,
    distinct: new Set<string>(),
    posts: 0,
    replies: 0,
    channels: new Set<string>(),
    /** By the machine's clock, in milliseconds since 1970. */
    lastPostAt: 0,
  }
}

let serial = 0
let ownerChannels = 0

async function slackAnswer(path: string, request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  if (path === '/api/chat.postMessage') {
    // Parsing all fields of such a form would take longer than the bot takes to send it.
    const body = Buffer.concat(chunks).toString('latin1')
    const channel = /(?:^|&)channel=(\w+)/.exec(body)?.[1] ?? ''
    if (/(?:^|&)thread_ts=/.test(body)) counts.replies += 1
    else {
      counts.posts += 1
      counts.channels.add(channel)
    }
    counts.lastPostAt = Date.now()
    serial += 1
    return { ok: true, channel, ts: `1800000000.${String(serial).padStart(6, '0')}` }
  }
  if (path === '/api/users.info') return { ok: true, user }
  if (path === '/api/users.conversations')
    return {
      ok: true,
      channels: Array.from({ length: ownerChannels }, (_unused, index) => ({ id: `C${index}` })),
      response_metadata: {},
    }
  return { ok: true, team_id: 'T0BENCH', user_id: 'U0BOT', bot_id: 'B0BOT', url: 'http://127.0.0.1/' }
}

function apiAnswer(path: string): unknown {
  if (path.startsWith('/v1/auth/')) return { token: 'bench' }
  counts.api += 1
  counts.distinct.add(path)
  if (path.includes('/search/brands')) return brands
  if (path.includes('/search/collects')) return collects
  if (path.includes('/reddit/')) return reddit
  if (path.includes('/briefs')) return briefs
  return { sources: ['ChatGPT', 'Gemini'], brands: [], countries: [], categories: [] }
}

function answer(response: ServerResponse, json: unknown): void {
  const body = Buffer.from(JSON.stringify(json))
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body)
}

await serve(async (request, response) => {
  const path = request.url ?? ''
  if (path.startsWith('/counts')) {
    ownerChannels = Number(/\bchannels=(\d+)/.exec(path)?.[1] ?? ownerChannels)
    const { distinct, channels, ...rest } = counts
    answer(response, { ...rest, distinct: distinct.size, channels: channels.size })
    counts = fresh()
    return
  }
  const isSlack = path.startsWith('/api/')
  if (!isSlack) request.resume()
  const json = path.startsWith('/response')
    ? { ok: true }
    : isSlack
      ? await slackAnswer(path, request)
      : apiAnswer(path)
  setTimeout(() => answer(response, json), latencyMs)
})
