/** One call of a tool: who asks, whether they may, about which channel, and within the time that Slackbot waits. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import * as z from 'zod'
import { mrkdwn } from '../blocks/kit/spans.ts'
import type { Clock } from '../lib/clock.ts'
import type { FairQueue } from '../lib/fair-queue.ts'
import type { Log } from '../lib/log.ts'
import type { CommandOutcome, Meter } from '../lib/metrics.ts'
import { Problem, report } from '../lib/problem.ts'
import { withTimeout } from '../lib/timeout.ts'
import type { Caller } from '../slack/plan.ts'
import { lookUpIdentity, type Place } from '../slack/receive/identity.ts'
import type { Workspace } from '../slack/workspace.ts'
import { channelOf } from './channel.ts'
import { resultOf } from './reply.ts'
import type { Tool, ToolInput } from './tools.ts'

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

/** @param meta the request's `_meta`. Never rejects: a failure is a result that says why. */
export async function callTool(
  tool: Tool,
  input: ToolArguments,
  meta: unknown,
  calls: Calls,
): Promise<CallToolResult> {
  const { clock, log, meter, queue, errorToReport } = calls
  const arrivedAt = performance.now()
  const { data } = signed.safeParse(meta)
  const place: Place = {
    team: data?.slack.team_id ?? '',
    user: data?.slack.user_id ?? '',
    enterprise: data?.slack.enterprise_id ?? null,
  }
  const { team, user } = place
  const { verb } = tool
  const fields = { team, user, channel: '', verb, action: 'mcp' }
  let outcome: CommandOutcome = 'answered'
  try {
    if (data === undefined) throw nobody()
    const work = () =>
      queue.run(team, async (turn) => {
        await turn()
        return answer(tool, input, place, await calls.of(team))
      })
    return (await withTimeout(clock, answerWithinMs, work)) ?? tooSlow()
  } catch (error) {
    const { sentence, reference, from } = report(
      log,
      'request failed',
      await errorToReport(team, error),
      fields,
    )
    outcome = from
    const text = mrkdwn([`${sentence} (Reference: ${reference})`])
    return { isError: true, content: [{ type: 'text', text }] }
  } finally {
    const ms = performance.now() - arrivedAt
    meter.commandDone(verb, outcome, ms / 1_000)
    log.info('tool call', { ...fields, outcome, ms: Math.round(ms) })
  }
}

type ToolArguments = z.infer<ToolInput>

async function answer(
  tool: Tool,
  input: ToolArguments,
  place: Place,
  workspace: Workspace,
): Promise<CallToolResult> {
  const { team, user } = place
  const { verb, who } = tool
  // With a token of one workspace, the request could name any other.
  if (workspace.team !== team)
    throw new Problem('not_installed', 'Sightline isn’t installed in the workspace that this came from.')
  const { outside } = await lookUpIdentity(() => workspace, place)
  if (outside !== false) throw outside ? outsider() : unidentified()
  // Before the channel is looked for, since an error names the person's channels.
  await workspace.access.require(who, { team, user, outside, channel: null }, verb)
  const channel = await channelOf(input.channel, user, workspace)
  const caller: Caller = { team, channel, user, outside }
  await workspace.access.require(who, caller, verb)
  return resultOf(await tool.run(input, caller, workspace), channel)
}

function nobody(): Problem {
  return new Problem(
    'no_identity',
    'This request doesn’t say which person in Slack asks, so Sightline answers nothing. It answers Slackbot only.',
  )
}

function outsider(): Problem {
  return new Problem(
    'not_allowed',
    'People from other organizations can’t ask Sightline through Slackbot. Ask a colleague in this workspace to help.',
  )
}

function unidentified(): Problem {
  return new Problem(
    'not_allowed',
    'Slack didn’t confirm who you are, so Sightline can’t check that you’re allowed to do this. Try again in a minute.',
  )
}

function tooSlow(): never {
  throw new Problem(
    'too_slow',
    'The analytics service takes longer than Slackbot waits. Ask again in a minute, or type the question after /sightline.',
  )
}
