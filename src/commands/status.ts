import type { Status, WithSource } from '../blocks/settings/status.ts'
import { statusAnswer } from '../blocks/settings/status.ts'
import { organizationsInTime, type Place, workspacesInTime } from '../channels/places.ts'
import { configuredRecommendations } from '../channels/scope.ts'
import { undeliveredNotices } from '../channels/undelivered-notices.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { nextRunsShown } from '../digests/manage/manage.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { ChannelSettings } from '../store/index.ts'
import { noArguments } from './no-arguments.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Verb } from './verb.ts'

export const statusVerb: Verb = defineVerb(
  {
    name: 'status',
    aliases: ['info', 'state'],
    group: 'setUp',
    isCommon: false,
    summary: "See this channel's settings and digests.",
    usage: 'status',
    examples: ['status'],
    who: 'readers',
  },
  noArguments,
  (_, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      return statusAnswer(await statusOf(caller, workspace), sharing(caller, 'status'))
    },
  }),
)

async function statusOf(caller: Caller, workspace: Workspace): Promise<Status> {
  const { store, clock, defaults, rules } = workspace
  const { team, channel } = caller
  const settings = await store.channels.get(team, channel)
  const scope = await scopeOf(workspace, caller)
  const { organizationId, workspaceId } = scope.workspace
  const [organizations, workspaces] = await Promise.all([
    organizationsInTime(workspace),
    workspacesInTime(workspace, organizationId),
  ])
  const digests = await store.subscriptions.ofChannel(team, channel)
  const configured = new Set(configuredRecommendations(defaults, scope.workspace)).intersection(
    new Set(scope.recommendations),
  ).size
  return {
    channel,
    organization: withSource(
      settings?.organizationId,
      named(organizationId, organizations),
      defaults.placeFrom,
    ),
    workspace: withSource(settings?.workspaceId, named(workspaceId, workspaces), defaults.placeFrom),
    // The service has no list of analyses, so they have no name here.
    analysis: withSource(settings?.projectId, named(scope.analysis.projectId, null), defaults.placeFrom),
    timeZone: withSource(settings?.timeZone, scope.timeZone),
    subreddits: withSource(settings?.subreddits, scope.subreddits),
    noiseBand: withSource(settings?.noiseBand, scope.noiseBand),
    digestLength: scope.digestLength,
    tracked: { configured, own: scope.recommendations.length - configured },
    changed: lastChange(settings),
    disconnected: await store.disconnections.get(team),
    untold: await undeliveredNotices(store, team, channel, clock.now()),
    digests: await describeDigests(workspace, digests, clock.now(), nextRunsShown),
    rules,
  }
}

/** @param setting the channel's own; without one the value comes from `fallback` */
function withSource<T>(
  setting: unknown,
  value: T,
  fallback: WithSource<T>['from'] = 'configuration',
): WithSource<T> {
  return { value, from: setting === null || setting === undefined ? fallback : 'channel' }
}

function named(id: string, places: readonly Place[] | null) {
  return { id, name: places?.find((place) => place.id === id)?.name ?? null }
}

function lastChange(settings: ChannelSettings | null): Status['changed'] {
  if (settings === null || settings.updatedBy === null || settings.updatedAt === null) return null
  return { by: settings.updatedBy, at: settings.updatedAt }
}
