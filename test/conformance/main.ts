/**
 * `npm run conformance`: the protocol's own conformance tests and its inspector's command line against the real bot, through
 * a proxy that signs each request as Slack does and says who asks. npx fetches both. Exits with 1 if a scenario fails, or if
 * a tool isn't listed or doesn't answer.
 *
 * Most other scenarios call the tools, prompts and resources of a reference server, which Sightline doesn't have.
 * `dns-rebinding-protection` is for servers on the person's own machine that anyone may call: here, a browser can't sign.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { TEAM, USERS } from '../../sandbox/slack/index.ts'
import { signed, startHttpBot } from '../attack/http-bot.ts'

const tests = '@modelcontextprotocol/conformance@0.1.16'
const inspector = '@modelcontextprotocol/inspector@2.12.0'
const scenarios = ['server-initialize', 'ping', 'tools-list', 'tools-call-error']

/** The request as Slack would send it. */
function fromSlack(body: string): string {
  const message = JSON.parse(body) as { params?: { _meta?: object } }
  const slack = { user_id: USERS.member, team_id: TEAM.id }
  const { params } = message
  return params === undefined
    ? body
    : JSON.stringify({ ...message, params: { ...params, _meta: { ...params._meta, slack } } })
}

const bot = await startHttpBot()
const proxy = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const { method = 'GET', headers } = request
  const sent = signed(bot, method === 'POST' ? fromSlack(body) : '', { type: 'application/json' })
  const passed = ['accept', 'mcp-protocol-version'].flatMap((name): [string, string][] =>
    typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
  )
  const answer = await bot.send({
    ...sent,
    path: '/mcp',
    method,
    headers: { ...sent.headers, ...Object.fromEntries(passed) },
  })
  const type = answer?.headers['content-type']
  response.writeHead(answer?.status ?? 502, type === undefined ? {} : { 'content-type': type })
  response.end(answer?.body)
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
for (const scenario of scenarios) {
  const args = ['--yes', tests, 'server', '--url', address, '--scenario', scenario]
  const [code] = await once(spawn('npx', args, { stdio: 'inherit' }), 'exit')
  if (code !== 0) process.exitCode = 1
}

/** What the inspector prints: the server's answer. */
async function inspect(...args: readonly string[]): Promise<unknown> {
  const all = ['--yes', inspector, '--cli', address, '--transport', 'http', '--method', ...args]
  const { stdout } = await promisify(execFile)('npx', all, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}

const { tools } = (await inspect('tools/list')) as { tools: { name: string }[] }
const recommendation = `recommendation=${bot.stage.service.demo.resultIds[0]}`
for (const { name } of tools) {
  const args = name === 'create_task' ? ['--tool-arg', recommendation] : []
  const { isError = false, content = [] } = (await inspect('tools/call', '--tool-name', name, ...args)) as {
    isError?: boolean
    content?: { text: string }[]
  }
  const [first = ''] = (content[0]?.text ?? '').split('\n').slice(1)
  process.stdout.write(`inspector: ${name}: ${isError ? 'FAILED' : 'answered'}: ${first}\n`)
  if (isError || first === '') process.exitCode = 1
}
process.stdout.write(`inspector: ${tools.length} tools\n`)
if (tools.length === 0) process.exitCode = 1
proxy.close()
await bot.close()
