import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { ChannelSettings, DigestLength, FilterName, TrackedRecommendation } from '../store/index.ts'
/** What a channel looks at. */

/** What a channel without settings of its own looks at: the configuration's values. */
export interface ChannelDefaults {
  /** The source of the three ids: the configuration, or the person who connected the Slack workspace. */
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
   * Result ids: the configured ones first, then those added in the channel. A channel with another workspace
   * doesn't get the configured ones.
   */
  readonly recommendations: readonly string[]
  readonly timeZone: string
  readonly noiseBand: number
  readonly filterNames: readonly FilterName[]
  readonly digestLength: DigestLength
}

/** Field values as typed or chosen; `''`: use the configuration's. */
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
  /** `topic <id> = <name>`, one a line. */
  readonly filterNames: string
  /** `brief` or `full`. */
  readonly digestLength: string
  /** Ids or console addresses, one a line. */
  readonly recommendations: string
}

export type SetupField = keyof SetupDraft

/**
 * The last tracked recommendation that the form showed, oldest first. Later ones didn't fit or were tracked while
 * the form was open, so the form doesn't remove them.
 */
export type ShownUpTo = Pick<TrackedRecommendation, 'addedAt' | 'resultId'>

/** The form's content. */
export interface Setup {
  readonly channel: string
  readonly draft: SetupDraft
  readonly defaults: ChannelDefaults
  /** Names of organizations and workspaces by id, if available in time. */
  readonly names: ReadonlyMap<string, string>
  /** `null`: the form showed none. */
  readonly shownUpTo: ShownUpTo | null
  /** Tracked recommendations that don't fit in the field. */
  readonly hidden: number
  /** Whether other companies are in the channel; left out: no, or unknown. */
  readonly shared?: boolean
}

/** Error sentences by field. */
export type SetupErrors = Readonly<Partial<Record<SetupField, string>>>

export type SetSettings = Pick<
  ChannelSettings,
  | 'organizationId'
  | 'workspaceId'
  | 'projectId'
  | 'timeZone'
  | 'subreddits'
  | 'noiseBand'
  | 'filterNames'
  | 'digestLength'
>

export interface SetupInput {
  readonly settings: SetSettings
  /** Result ids, each once. */
  readonly recommendations: readonly string[]
}

export interface SavedSetup {
  /** Names of the changed settings. */
  readonly changed: readonly (keyof SetSettings)[]
  /** Newly tracked result ids. */
  readonly added: readonly string[]
  /** Result ids that the configuration tracks already. */
  readonly already: readonly string[]
  /** Result ids that are no longer tracked. */
  readonly removed: readonly string[]
  /** How many the channel tracks now. */
  readonly tracked: number
}
