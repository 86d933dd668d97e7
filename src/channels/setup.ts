import type { Setup, SetupDraft, ShownUpTo } from '../model/channel.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { ChannelSettings, TrackedRecommendation } from '../store/index.ts'
import { organizationsInTime, workspacesInTime } from './places.ts'
import { filterNamesText } from './setup-parse.ts'

type SetupWorkspace = Pick<Workspace, 'api' | 'store' | 'clock' | 'defaults' | 'isShared'>

/** The limit of a Slack text field, in characters. */
const maxFieldLength = 3_000

/** The form with a channel's current settings. */
export async function loadSetup(
  workspace: SetupWorkspace,
  where: { readonly team: string; readonly channel: string },
): Promise<Setup> {
  const { store, defaults } = workspace
  const settings = await store.channels.get(where.team, where.channel)
  const tracked = await store.channels.tracked(where.team, where.channel)
  const shown = fitting(tracked)
  const last = shown.at(-1)
  const draft = {
    ...draftOf(settings),
    recommendations: shown.map(({ resultId }) => resultId).join('\n'),
  }
  return {
    channel: where.channel,
    draft,
    defaults,
    names: await placeNames(workspace, draft),
    shownUpTo: last === undefined ? null : { addedAt: last.addedAt, resultId: last.resultId },
    hidden: tracked.length - shown.length,
    shared: await workspace.isShared(where.channel),
  }
}

/** Names of the organizations and workspaces in a draft and in the configuration. */
export async function placeNames(
  workspace: Pick<Workspace, 'api' | 'clock' | 'defaults'>,
  { organization }: SetupDraft,
): Promise<ReadonlyMap<string, string>> {
  const configured = workspace.defaults.organizationId
  const lists = await Promise.all([
    organizationsInTime(workspace),
    ...[...new Set([configured, organization || configured])].map((id) => workspacesInTime(workspace, id)),
  ])
  return new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
}

/** Whether the form showed this recommendation, so that removing it from the field removes it. */
export function wasShown({ addedAt, resultId }: TrackedRecommendation, upTo: ShownUpTo | null): boolean {
  if (upTo === null) return false
  return addedAt === upTo.addedAt ? resultId <= upTo.resultId : addedAt < upTo.addedAt
}

function draftOf(settings: ChannelSettings | null): Omit<SetupDraft, 'recommendations'> {
  return {
    organization: settings?.organizationId ?? '',
    workspace: settings?.workspaceId ?? '',
    analysis: settings?.projectId ?? '',
    timeZone: settings?.timeZone ?? '',
    subreddits: subredditText(settings?.subreddits ?? null),
    filterNames: filterNamesText(settings?.filterNames ?? []),
    noiseBand: settings === null || settings.noiseBand === null ? '' : String(settings.noiseBand),
    digestLength: settings?.digestLength ?? 'brief',
  }
}

function subredditText(names: readonly string[] | null): string {
  if (names === null) return ''
  return names.length === 0 ? 'all' : names.map((name) => `r/${name}`).join(', ')
}

/** As many as fit in the field, in the order that `wasShown` compares. */
function fitting(tracked: readonly TrackedRecommendation[]): readonly TrackedRecommendation[] {
  const sorted = tracked.toSorted((a, b) =>
    a.addedAt === b.addedAt ? (a.resultId < b.resultId ? -1 : 1) : a.addedAt < b.addedAt ? -1 : 1,
  )
  let length = 0
  const end = sorted.findIndex(({ resultId }) => {
    length += resultId.length + 1
    return length > maxFieldLength
  })
  return end === -1 ? sorted : sorted.slice(0, end)
}
