/** A channel's settings, their defaults and their forms. */
import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { ChannelSettings, DigestLength, FilterName } from '../store/index.ts'

/** The configuration's values, for channels without settings of their own. */
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

/** The settings in effect: the channel's own, otherwise the configuration's. */
export interface ChannelScope {
  readonly team: string
  readonly channel: string
  readonly workspace: WorkspaceScope
  readonly analysis: AnalysisScope
  readonly subreddits: readonly string[]
  /**
   * Result ids: the configured ones first, then those added in the channel. A channel with a different workspace
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

/** One form of the settings. `start`: the most important fields, for a channel without settings. */
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

export type EditableSettings = Omit<ChannelSettings, 'team' | 'channel' | 'updatedBy' | 'updatedAt'>

/** A setting's value and where it comes from: the channel itself, or the default for channels that didn't set it. */
export interface WithSource<T> {
  readonly value: T
  readonly from: 'channel' | ChannelDefaults['placeFrom']
}

/** One of the service's ids, with its name if available. */
export interface Named {
  readonly id: string
  readonly name: string | null
}

/** A summary of a channel's settings. */
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
  /** Who last changed the channel's settings (Slack user id), and when (ISO 8601 instant); `null`: never changed. */
  readonly changed: { readonly by: string; readonly at: string } | null
}

/** A recommendation's id and title. */
export interface TitledRecommendation {
  readonly resultId: string
  /** `null`: it has no brief, or its briefs are unavailable. */
  readonly title: string | null
}

/** A preview of recommendations to track. */
export interface TrackPreview {
  readonly identified: readonly TitledRecommendation[]
  /** Already tracked in the channel. */
  readonly already: readonly TitledRecommendation[]
  /** Result ids that the channel's workspace doesn't have. */
  readonly unknown: readonly string[]
  /** Result ids for which the service didn't answer. */
  readonly unseen: readonly string[]
  /** Why it didn't answer, as a sentence for people; `null`: it answered. */
  readonly reason: string | null
}
