import { type Status, statusAnswer } from '../blocks/settings/status.ts'
import { channelSummary } from '../channels/setup.ts'
import { undeliveredNotices } from '../channels/undelivered-notices.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answering, defineVerb, noArguments, sharing, type Verb } from './verb.ts'

export const statusVerb: Verb = defineVerb(
  {
    name: 'status',
    group: 'setUp',
    summary: 'See this channel’s settings and digests.',
    usage: 'status',
    examples: ['status'],
    who: 'readers',
  },
  noArguments,
  answering(async (_, caller, workspace) => {
    return statusAnswer(await statusOf(caller, workspace), sharing(caller, 'status'))
  }),
)

async function statusOf(caller: Caller, workspace: Workspace): Promise<Status> {
  const { store, clock, rules } = workspace
  const { team, channel } = caller
  const digests = await store.subscriptions.forChannel(team, channel)
  return {
    settings: await channelSummary(workspace, caller),
    undelivered: await undeliveredNotices(store, team, channel, clock.now()),
    digests: await describeDigests(workspace, digests),
    rules,
  }
}
