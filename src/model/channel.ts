/** What a channel looks at. */
import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { ChannelSettings, DigestLength, FilterName } from '../store/index.ts'

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

/** Field values as typed or chosen; `''`: the default. */
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
  /** `brief` or `full`. */
  readonly digestLength: string
  /** `topic <id> = <name>`, one a line. */
  readonly filterNames: string
}

/** One form of the settings. `start`: what matters first, for a channel without settings. */
export type SettingsForm = 'start' | 'place' | 'zone' | 'reddit' | 'numbers' | 'names'

/** The form's content. */
export interface Setup {
  readonly channel: string
  readonly draft: SetupDraft
  readonly defaults: ChannelDefaults
  /** Names of organizations and workspaces by id, if available in time. */
  readonly names: ReadonlyMap<string, string>
  /** Whether other companies are in the channel; omitted: no, or unknown. */
  readonly shared?: boolean
}

/** Error sentences by field. */
export type SetupErrors = Readonly<Partial<Record<keyof SetupDraft, string>>>

export type SetSettings = Omit<ChannelSettings, 'team' | 'channel' | 'updatedBy' | 'updatedAt'>

/** A setting's value and where it comes from: the channel itself, or the default for channels that didn't set it. */
export interface WithSource<T> {
  readonly value: T
  readonly from: 'channel' | ChannelDefaults['placeFrom']
}

/** An id of the service's, with its name as far as that could be had. */
export interface Named {
  readonly id: string
  readonly name: string | null
}

/** What a channel is set to. */
export interface ChannelSummary {
  /** Slack id. */
  readonly channel: string
  readonly organization: WithSource<Named>
  readonly workspace: WithSource<Named>
  readonly analysis: WithSource<Named>
  /** IANA name. */
  readonly timeZone: WithSource<string>
  /** Empty: all that the service has. */
  readonly subreddits: WithSource<readonly string[]>
  /** Points. */
  readonly noiseBand: WithSource<number>
  readonly digestLength: DigestLength
  readonly filterNames: readonly FilterName[]
  /** How many recommendations are tracked by default, and how many more by the channel. */
  readonly tracked: { readonly configured: number; readonly addedHere: number }
  /** Who changed the channel's settings last, and when (ISO 8601 instant); `null`: nobody has. */
  readonly changed: { readonly by: string; readonly at: string } | null
}

/** A recommendation by what it is known by. */
export interface TitledRecommendation {
  readonly resultId: string
  /** `null`: it has no brief, or its briefs could not be had. */
  readonly title: string | null
}

/** What would be tracked, before it is. */
export interface TrackPreview {
  readonly identified: readonly TitledRecommendation[]
  /** Tracked in the channel already. */
  readonly already: readonly TitledRecommendation[]
  /** Result ids that the channel's workspace doesn't have. */
  readonly unknown: readonly string[]
  /** Result ids about which the service gave no answer. */
  readonly unseen: readonly string[]
  /** Why it gave none, for the reader; `null`: it answered. */
  readonly reason: string | null
}
