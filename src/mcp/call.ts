import type { CallToolRequest, CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { mrkdwn } from '../blocks/kit/text.ts'
import { channelsOf, channelsToChoose, conversationChannel } from '../channels/conversation-channel.ts'
import { channelNamed } from '../conversations/channel-word.ts'
import { type FairQueue, withTimeout } from '../lib/async.ts'
import type { Clock } from '../lib/clock.ts'
import { Problem, report } from '../lib/problem.ts'
import type { CommandOutcome, Log, Meter } from '../lib/telemetry.ts'
import { shortened } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import { lookUpIdentity, type Origin } from '../slack/receive/access.ts'
import type { Workspace } from '../slack/workspace.ts'
import { resultOf } from './reply.ts'
import { type Tool, type ToolInput, tools } from './tools.ts'

// One call of a tool: who asks, whether they may, about which channel, and within the time that Slackbot waits.

/** What the calls of all workspaces share. */
export interface Calls {
  /** @throws {Problem} if Sightline isn't installed in the workspace, or Slack refuses its token */
  readonly of: (team: string) => Promise<Workspace>
  /** The error to report for a failure: in a workspace whose token Slack refuses, that. */
  readonly errorToReport: (team: string, error: unknown) => Promise<unknown>
  /** So that one workspace's calls don't delay the others. */
  readonly queue: FairQueue
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
}

/** How long Slackbot waits isn't documented; 10 seconds are assumed. */
const answerWithinMs = 9_000

/** Who asks. Slack signs the whole request. */
const signed = z.object({
  slack: z.object({
    user_id: z.string().regex(/^[UW][A-Z0-9]{1,30}$/),
    team_id: z.string().regex(/^T[A-Z0-9]{1,30}$/),
    enterprise_id: z.string().nullish(),
  }),
})

/** Never rejects: a failure is a result that says why. */
export async function callTool(
  { name, arguments: typed = {}, _meta: meta }: CallToolRequest['params'],
  calls: Calls,
): Promise<CallToolResult> {
  const { clock, log, meter, queue, errorToReport } = calls
  const arrivedAt = performance.now()
  const { data } = signed.safeParse(meta)
  const place: Origin = {
    team: data?.slack.team_id ?? '',
    user: data?.slack.user_id ?? '',
    enterprise: data?.slack.enterprise_id ?? null,
  }
  const { team, user } = place
  const tool = tools.find((one) => one.name === name)
  const verb = tool?.verb ?? 'other'
  const fields = { team, user, channel: '', verb, action: 'mcp' }
  let outcome: CommandOutcome = 'answered'
  try {
    if (data === undefined) throw problems.nobody()
    if (tool === undefined) throw problems.noSuchTool(name)
    const input = tool.input.safeParse(typed)
    if (!input.success) throw new Problem('bad_arguments', z.prettifyError(input.error))
    const work = () =>
      queue.run(team, async (turn) => {
        await turn()
        return answer(tool, input.data, place, await calls.of(team))
      })
    const result = await withTimeout(clock, answerWithinMs, work)
    if (result === null) throw problems.tooSlow()
    return result
  } catch (error) {
    const reported = data === undefined ? error : await errorToReport(team, error)
    const { sentence, reference, from } = report(log, 'request failed', reported, fields)
    outcome = from
    const text = mrkdwn([`${sentence} (Reference: ${reference})`])
    return { isError: true, content: [{ type: 'text', text }] }
  } finally {
    const ms = performance.now() - arrivedAt
    meter.commandDone(verb === 'other' ? null : verb, outcome, ms / 1_000)
    log.info('tool call', { ...fields, outcome, ms: Math.round(ms) })
  }
}

async function answer(
  tool: Tool,
  input: z.infer<ToolInput>,
  place: Origin,
  workspace: Workspace,
): Promise<CallToolResult> {
  const { team, user } = place
  const { verb, who = 'readers' } = tool
  // With a token of one workspace, the request could name any other.
  if (workspace.team !== team) throw problems.elsewhere()
  const { outside } = await lookUpIdentity(() => workspace, place)
  if (outside !== false) throw outside ? problems.outsider() : problems.unidentified()
  // Before the channel is looked for, since an error names the person's channels.
  await workspace.access.require(who, { team, user, outside, channel: null }, verb)
  const channel = await channelOf(input.channel, user, workspace)
  const caller: Caller = { team, channel, user, outside }
  await workspace.access.require(who, caller, verb)
  return resultOf(await tool.run(input, caller, workspace), channel)
}

const problems = {
  nobody: () =>
    new Problem(
      'no_identity',
      'This request doesn’t say which person in Slack asks, so Sightline answers nothing. It answers Slackbot only.',
    ),
  noSuchTool: (name: string) => new Problem('no_tool', `Sightline has no tool called “${shortened(name)}”.`),
  elsewhere: () =>
    new Problem('not_installed', 'Sightline isn’t installed in the workspace that this came from.'),
  outsider: () =>
    new Problem(
      'not_allowed',
      'People from other organizations can’t ask Sightline through Slackbot. Ask a colleague in this workspace to help.',
    ),
  unidentified: () =>
    new Problem(
      'not_allowed',
      'Slack didn’t confirm who you are, so Sightline can’t check that you’re allowed to do this. Try again in a minute.',
    ),
  tooSlow: () =>
    new Problem(
      'too_slow',
      'That took longer than Slackbot waits. Ask again in a minute, or type the question after /sightline.',
    ),
}

// The channel whose analysis a tool call is about.

/** More names would be too many to choose from. */
const offered = 10

/**
 * The named channel, or else the one that the person's direct messages are about.
 * @param name as typed, or Slack's id
 * @returns empty: no channel has settings of its own, so the workspace's defaults apply
 * @throws {Problem} if the person isn't in it, or has to choose
 */
async function channelOf(name: string | undefined, user: string, workspace: Workspace): Promise<string> {
  if (name !== undefined && name !== '') return named(name, user, workspace)
  const about = await conversationChannel(workspace, user)
  if (about.kind === 'channel') return about.channel
  if (about.kind === 'none') return ''
  throw new Problem(
    'which_channel',
    `Several channels have an analysis, and nobody said which one is meant. Ask the person, then call the tool again with one of them as “channel”: ${await namesOf(about.channels, workspace)}.`,
  )
}

async function named(name: string, user: string, workspace: Workspace): Promise<string> {
  const shared = await channelsOf(workspace, user)
  const [, id = name] = /^<#([A-Z0-9]+)(?:\|[^>]*)?>$/.exec(name) ?? []
  if (shared.has(id)) return id
  const likely = await channelsToChoose(workspace, user)
  const channel = await channelNamed(name, likely, shared, workspace)
  if (channel !== null) return channel
  const others =
    likely.length === 0 ? '' : ` Channels that can be asked about: ${await namesOf(likely, workspace)}.`
  throw new Problem(
    'channel_unusable',
    `Sightline didn’t find a channel called “${shortened(name)}” that the person who asks is in, too.${others}`,
  )
}

async function namesOf(
  channels: readonly string[],
  { channelState }: Pick<Workspace, 'channelState'>,
): Promise<string> {
  const states = await Promise.all(channels.slice(0, offered).map((channel) => channelState(channel)))
  return states.map((state, index) => state?.name ?? channels[index]).join(', ')
}
