import type { AnalysisScope, WorkspaceScope } from '../api/index.ts'
import type { ChannelSettings } from '../store/index.ts'

/** A channel, and the person who asks or changes something there. All are Slack ids. */
export interface ChannelAndUser {
  readonly team: string
  readonly channel: string
  readonly user: string
}

export interface ChannelDefaults extends AnalysisScope {
  /** The source of the three ids: the configuration, or the person who connected the Slack workspace. */
  readonly placeFrom: 'configuration' | 'connection'
  /** Empty: all that the service has. */
  readonly subreddits: readonly string[]
  readonly recommendations: readonly string[]
  readonly timeZone: string
}

/** The settings in effect: the channel's own, otherwise the configuration's. */
export interface ChannelScope extends Omit<SettingsInEffect, keyof AnalysisScope> {
  readonly team: string
  readonly channel: string
  readonly hasOwnZone: boolean
  readonly workspace: WorkspaceScope
  readonly analysis: AnalysisScope
  /** Configured ones first, then those added here. A channel with a different workspace gets no configured ones. */
  readonly recommendations: readonly string[]
}

export type EditableSettings = Omit<ChannelSettings, 'team' | 'channel' | 'updatedBy' | 'updatedAt'>

export type SettingsInEffect = {
  readonly [Column in keyof EditableSettings]: NonNullable<EditableSettings[Column]>
}

export interface TitledRecommendation {
  readonly resultId: string
  /** `null`: it has no brief, or its briefs are unavailable. */
  readonly title: string | null
}

export interface TrackPreview {
  readonly identified: readonly TitledRecommendation[]
  readonly already: readonly TitledRecommendation[]
  /** Result ids that the channel's workspace doesn't have. */
  readonly unknown: readonly string[]
  /** Result ids for which the service didn't answer. */
  readonly unseen: readonly string[]
  /** Why it didn't answer, as a sentence for people; `null`: it answered. */
  readonly reason: string | null
}
