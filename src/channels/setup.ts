/** A channel's settings as a form holds them: what was set, what was typed, and what that means. */
import type { AnalyticsApi } from '../api/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { People } from '../slack/port.ts'
import type { ChannelSettings, Store, TrackedRecommendation } from '../store/index.ts'
import { organizationsInTime, workspacesInTime } from './places.ts'
import type { ChannelDefaults } from './scope.ts'

/** What each field holds, as typed or chosen; `''`: nothing, so as the configuration says. */
export interface SetupDraft {
  /** Id. */
  readonly organization: string
  /** Id. */
  readonly workspace: string
  /** Project id. */
  readonly analysis: string
  /** IANA name. */
  readonly timeZone: string
  /** Names, or `all`. */
  readonly subreddits: string
  /** Points. */
  readonly noiseBand: string
  /** Ids or console addresses, one a line. */
  readonly recommendations: string
}

export type SetupField = keyof SetupDraft

/**
 * The last tracked recommendation that the form showed, oldest first. What comes after it had no room, or was tracked
 * while the form was open: it is not the form's to remove.
 */
export type ShownUpTo = Pick<TrackedRecommendation, 'addedAt' | 'resultId'>

/** The form's content. */
export interface Setup {
  readonly channel: string
  readonly draft: SetupDraft
  readonly defaults: ChannelDefaults
  /** Names of organizations and workspaces by id, as far as the service told them in time. */
  readonly names: ReadonlyMap<string, string>
  /** `null`: the form showed none. */
  readonly shownUpTo: ShownUpTo | null
  /** How many more are tracked than the field has room for. */
  readonly hidden: number
}

export interface SetupDeps {
  readonly api: Pick<AnalyticsApi, 'organizations' | 'workspaces'>
  readonly store: Pick<Store, 'channels'>
  readonly clock: Clock
  readonly people: Pick<People, 'person'>
  readonly defaults: ChannelDefaults
}

/** What a text field of Slack's holds. */
const room = 3_000

/**
 * The form for a channel as it is set now. Where nobody has set anything yet, the time zone is the person's own from
 * their Slack profile.
 */
export async function loadSetup(
  deps: SetupDeps,
  where: { readonly team: string; readonly channel: string; readonly user: string },
): Promise<Setup> {
  const { store, people, defaults } = deps
  const own = await store.channels.get(where.team, where.channel)
  const tracked = await store.channels.tracked(where.team, where.channel)
  const profile = own === null ? await people.person(where.user) : null
  const shown = fitting(tracked)
  const last = shown.at(-1)
  const draft = {
    ...draftOf(own),
    ...(own === null ? { timeZone: profile?.timeZone ?? '' } : {}),
    recommendations: shown.map(({ resultId }) => resultId).join('\n'),
  }
  return {
    channel: where.channel,
    draft,
    defaults,
    names: await placeNames(deps, draft),
    shownUpTo: last === undefined ? null : { addedAt: last.addedAt, resultId: last.resultId },
    hidden: tracked.length - shown.length,
  }
}

/** The names of what a draft and the configuration mean. */
export async function placeNames(
  deps: Pick<SetupDeps, 'api' | 'clock' | 'defaults'>,
  { organization }: SetupDraft,
): Promise<ReadonlyMap<string, string>> {
  const configured = deps.defaults.organizationId
  const lists = await Promise.all([
    organizationsInTime(deps),
    ...[...new Set([configured, organization || configured])].map((id) => workspacesInTime(deps, id)),
  ])
  return new Map(lists.flatMap((list) => (list ?? []).map(({ id, name }) => [id, name] as const)))
}

/** Whether the form showed this recommendation, so that it is gone when the field no longer has it. */
export function wasShown({ addedAt, resultId }: TrackedRecommendation, upTo: ShownUpTo | null): boolean {
  if (upTo === null) return false
  return addedAt === upTo.addedAt ? resultId <= upTo.resultId : addedAt < upTo.addedAt
}

function draftOf(own: ChannelSettings | null): Omit<SetupDraft, 'recommendations'> {
  return {
    organization: own?.organizationId ?? '',
    workspace: own?.workspaceId ?? '',
    analysis: own?.projectId ?? '',
    timeZone: own?.timeZone ?? '',
    subreddits: subredditText(own?.subreddits ?? null),
    noiseBand: own === null || own.noiseBand === null ? '' : String(own.noiseBand),
  }
}

function subredditText(names: readonly string[] | null): string {
  if (names === null) return ''
  return names.length === 0 ? 'all' : names.map((name) => `r/${name}`).join(', ')
}

/** As many as the field has room for, in the order in which `wasShown` compares. */
function fitting(tracked: readonly TrackedRecommendation[]): readonly TrackedRecommendation[] {
  const sorted = tracked.toSorted((a, b) =>
    a.addedAt === b.addedAt ? (a.resultId < b.resultId ? -1 : 1) : a.addedAt < b.addedAt ? -1 : 1,
  )
  let length = 0
  const end = sorted.findIndex(({ resultId }) => {
    length += resultId.length + 1
    return length > room
  })
  return end === -1 ? sorted : sorted.slice(0, end)
}
