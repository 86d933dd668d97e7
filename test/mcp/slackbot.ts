/** Slackbot, as far as a test needs it: the SDK's own client, with requests that say who asks and that Slack signs. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { TEAM } from '../../sandbox/slack/index.ts'
import { slackHeaders } from '../slack-request.ts'

/** Who asks, as Slack says it. */
interface Asker {
  readonly user_id: string
  readonly team_id: string
}

type Args = Readonly<Record<string, unknown>>
export type Slackbot = Awaited<ReturnType<typeof slackbot>>

/** Connects to a bot's port. */
export async function slackbot(port: number | null, signingSecret: string) {
  const client = new Client({ name: 'Slackbot', version: '1' })
  const send = (address: string | URL, request: RequestInit = {}) => {
    const headers = slackHeaders(signingSecret, String(request.body ?? ''), { type: 'application/json' })
    const all = new Headers(request.headers)
    for (const [name, value] of Object.entries({ ...headers, connection: 'close' })) all.set(name, value)
    return fetch(address, { ...request, headers: all })
  }
  const address = new URL(`http://127.0.0.1:${port}/mcp`)
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: send }))
  /** A call whose `_meta` is as given. */
  const callWith = async (name: string, args: Args, meta: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: { ...args }, _meta: meta })) as CallToolResult
  /** @param by a person of the sandbox's workspace; else what the request says instead of them */
  const call = (name: string, args: Args, by: string | Asker) =>
    callWith(name, args, { slack: typeof by === 'string' ? { user_id: by, team_id: TEAM.id } : by })
  return { client, callWith, call }
}

export function textOf({ content }: CallToolResult): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

/** The blocks that Slackbot draws. */
export function blocksOf({ _meta: meta }: CallToolResult): readonly Record<string, unknown>[] {
  const { slack } = meta as { slack: { blocks: Record<string, unknown>[] } }
  return slack.blocks
}
