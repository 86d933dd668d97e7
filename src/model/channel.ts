import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { ChannelSettings, TrackedRecommendation } from '../store/index.ts'
/** What a channel looks at. */

/** What a channel without settings of its own looks at: the configuration's values. */
export interface ChannelDefaults {
  /** Who says where it looks, by the three ids: the configuration, or who connected the Slack workspace. */
  readonly placeFrom: 'configuration' | 'connection'
  readonly organizationId: string
  readonly workspaceId: string
  readonly projectId: string
  /** Empty: all that the service has. */
  readonly subreddits: readonly string[]
  readonly recommendations: readonly string[]
  /** IANA name. */
  readonly timeZone: string
  /** Points. */
  readonly noiseBand: number
}

/** What a channel looks at: its own settings over the configuration's. */
export interface ChannelScope {
  readonly team: string
  readonly channel: string
  readonly workspace: WorkspaceScope
  readonly analysis: AnalysisScope
  readonly subreddits: readonly string[]
  /**
   * Result ids: the configuration's first, then those added in the channel. A channel that looks at another workspace
   * has none of the configuration's: they are not there.
   */
  readonly recommendations: readonly string[]
  readonly timeZone: string
  readonly noiseBand: number
}

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

/** What is wrong with a field, for the person who filled it in. */
export type SetupErrors = Readonly<Partial<Record<SetupField, string>>>

export type SetSettings = Pick<
  ChannelSettings,
  'organizationId' | 'workspaceId' | 'projectId' | 'timeZone' | 'subreddits' | 'noiseBand'
>

export interface SetupInput {
  readonly settings: SetSettings
  /** Result ids, each once. */
  readonly recommendations: readonly string[]
}

export interface SavedSetup {
  /** Names of the settings that are not what they were. */
  readonly changed: readonly (keyof SetSettings)[]
  /** Result ids that are tracked from now on. */
  readonly added: readonly string[]
  /** Result ids that no longer are. */
  readonly removed: readonly string[]
  /** How many the channel tracks now. */
  readonly tracked: number
}
