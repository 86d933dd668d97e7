import { setupTitle } from '../blocks/settings/setup-form.ts'
import { statusAnswer } from '../blocks/settings/status.ts'
import { channelSummary, settingsView } from '../channels/setup.ts'
import { undeliveredNotices } from '../channels/undelivered-notices.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { Problem } from '../lib/problem.ts'
import { answering, defineVerb, noArguments, opening, sharing, type Verb, withoutArguments } from './verb.ts'

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
    const { store, clock, rules } = workspace
    const { team, channel } = caller
    const digests = await store.subscriptions.forChannel(team, channel)
    const status = {
      settings: await channelSummary(workspace, caller),
      undelivered: await undeliveredNotices(store, team, channel, clock.now()),
      digests: await describeDigests(workspace, digests),
      rules,
    }
    return statusAnswer(status, sharing(caller, 'status'))
  }),
)

export const setupVerb: Verb = defineVerb(
  {
    name: 'settings',
    aliases: ['setup'],
    group: 'setUp',
    isCommon: true,
    summary: 'Change what this channel tracks.',
    usage: 'settings',
    examples: ['settings', 'status'],
    who: 'changers',
  },
  withoutArguments(({ text }) => `“${text.slice(0, 60)}” can’t be set here: the form has every setting.`),
  opening(setupTitle, async (caller, workspace) => {
    if (caller.channel === '')
      throw new Problem(
        'no_channel',
        'Settings belong to a channel. Type /sightline settings in the channel you mean.',
      )
    return settingsView(workspace, { ...caller, back: false })
  }),
)
