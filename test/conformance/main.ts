/**
 * `npm run conformance`: the protocol's own conformance tests, its inspector's command line and its SDK's client against the
 * real bot, each request signed as Slack does, and saying who asks. npx fetches the first two, which a proxy signs for. Exits
 * with 1 if a scenario fails, or if a tool isn't listed or doesn't answer.
 *
 * Most other scenarios call the tools, prompts and resources of a reference server, which Sightline doesn't have.
 * `dns-rebinding-protection` is for servers on the person's own machine that anyone may call: here, a browser can't sign.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import packageJson from '../../package.json' with { type: 'json' }
import { TEAM, USERS } from '../../sandbox/slack/index.ts'
import { signed, startHttpBot } from '../attack/http-bot.ts'
import { slackbot } from '../mcp/slackbot.ts'

const tests = '@modelcontextprotocol/conformance@0.1.16'
const inspector = '@modelcontextprotocol/inspector@2.12.0'
const sdk = `@modelcontextprotocol/sdk@${packageJson.dependencies['@modelcontextprotocol/sdk']}`
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
  const headersPassed = ['accept', 'mcp-protocol-version'].flatMap((name): [string, string][] =>
    typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
  )
  const answer = await bot.send({
    ...sent,
    path: '/mcp',
    method,
    headers: { ...sent.headers, ...Object.fromEntries(headersPassed) },
  })
  const type = answer?.headers['content-type']
  response.writeHead(answer?.status ?? 502, type === undefined ? {} : { 'content-type': type })
  response.end(answer?.body)
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/mcp`
let passed = 0
for (const scenario of scenarios) {
  const args = ['--yes', tests, 'server', '--url', address, '--scenario', scenario]
  const [code] = await once(spawn('npx', args, { stdio: 'inherit' }), 'exit')
  if (code === 0) passed += 1
}

/** What the inspector prints: the server's answer. */
async function inspect(...args: readonly string[]): Promise<unknown> {
  const all = ['--yes', inspector, '--cli', address, '--transport', 'http', '--method', ...args]
  const { stdout } = await promisify(execFile)('npx', all, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout)
}

interface Result {
  readonly isError?: boolean | undefined
  readonly content?: readonly { readonly text?: string }[]
}

/** Calls every listed tool. @returns how many there are, and how many answered */
async function callAll(
  by: string,
  { tools }: { readonly tools: readonly { readonly name: string }[] },
  call: (name: string, args: Readonly<Record<string, string>>) => Promise<Result>,
) {
  const recommendation = bot.stage.service.demo.resultIds[0] ?? ''
  let answered = 0
  for (const { name } of tools) {
    const { isError = false, content = [] } = await call(
      name,
      name === 'create_task' ? { recommendation } : {},
    )
    // The line above says which channel it is about.
    const [first = ''] = (content[0]?.text ?? '').split('\n').slice(1)
    const isAnswer = !isError && first !== ''
    process.stdout.write(`${by}: ${name}: ${isAnswer ? 'answered' : 'FAILED'}: ${first}\n`)
    if (isAnswer) answered += 1
  }
  return { by, count: tools.length, answered }
}

const me = await slackbot(bot.stage.bot.port, bot.stage.slack.signingSecret)
const all = [
  await callAll(inspector, (await inspect('tools/list')) as { tools: { name: string }[] }, (name, args) => {
    const given = Object.entries(args).flatMap(([key, value]) => ['--tool-arg', `${key}=${value}`])
    return inspect('tools/call', '--tool-name', name, ...given) as Promise<Result>
  }),
  await callAll(
    sdk,
    await me.client.listTools(),
    (name, args) => me.call(name, args, USERS.member) as Promise<Result>,
  ),
]
process.stdout.write(`${tests}: ${passed} of ${scenarios.length} scenarios passed\n`)
for (const { by, count, answered } of all)
  process.stdout.write(`${by}: listed ${count} tools, of which ${answered} answered\n`)
if (passed < scenarios.length || all.some(({ count, answered }) => count === 0 || answered < count))
  process.exitCode = 1
await me.client.close()
proxy.close()
await bot.close()
