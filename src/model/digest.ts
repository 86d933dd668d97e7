import { z } from 'zod'
import type { AlertSettings, Days, FilterName, NoticeMatter } from '../store/index.ts'
import type { Cause, Reason } from '../store/reason.ts'

export interface RecommendationNews {
  /** Newly tracked. */
  readonly tracked: boolean
  /** The number of new or changed briefs. */
  readonly briefs: number
}

/** By result id; only recommendations with news. */
export type NewsSinceDigest = ReadonlyMap<string, RecommendationNews>

/** How far a digest is. `pending`: being posted, or waiting for its next attempt. */
export type DigestState = 'pending' | 'posted' | 'unknown' | 'skipped' | 'failed'

export interface LastRun {
  readonly state: DigestState
  /** ISO 8601 instant: when it ended, or its slot while running. */
  readonly at: string
  readonly reason: Reason | null
  /** Slack's `ts` of the message, if posted. */
  readonly messageTs: string | null
}

/** A digest as displayed. Times are ISO 8601 instants. */
export interface ChannelDigest {
  readonly id: string
  readonly channel: string
  readonly name: string
  /** The engines, filters and brands of its figures, in words; `null`: it has no figures. */
  readonly scope: string | null
  readonly schedule: string
  /** Its alerts between runs; quiet hours are in the schedule's zone. */
  readonly alerts: AlertSettings
  /** `null`: it isn't paused. */
  readonly pausedFor: Cause | null
  readonly pausedAt: string | null
  /** Slack user id of the person who paused it; `null`: no person did, or unknown. */
  readonly pausedBy: string | null
  /** Nearest first; empty while it is paused. */
  readonly nextRuns: readonly string[]
  /** `null`: it has never run. */
  readonly last: LastRun | null
}

export interface DigestTimes {
  readonly days: Days | null
  readonly time: string | null
}

const text = z.string().catch('')
const texts = z.array(z.string()).readonly().catch([])

/** The raw, unchecked values of the form's fields; an absent one is empty. */
export const digestDraft = z
  .object({
    name: text,
    /** A schedule's `kind`. */
    days: text,
    /** ISO 8601 weekdays as digits. */
    weekdays: texts,
    /** `1` to `31`, or `last`. */
    monthDay: text,
    /** `HH:MM`, like those of the quiet hours. */
    time: text,
    timeZone: text,
    sections: texts,
    engines: texts,
    brands: texts,
    competitorTypes: texts,
    keywordTypes: texts,
    funnelStages: texts,
    /** Topics, personas and themes: the filter and the id, as `topics:t1`. */
    dimensions: texts,
    /** Filters that have no list, as typed after `/sightline visibility`. */
    filters: text,
    /** The ticked `digestHabits`. */
    habits: texts,
    /** The ticked `digestAlerts`. */
    alerts: texts,
    /** Points. */
    fallsBy: text,
    quietFrom: text,
    quietTo: text,
  })
  .readonly()
export type DigestDraft = z.infer<typeof digestDraft>

export interface DigestFormMetadata {
  readonly channel: string
  /** `null`: a new one. */
  readonly subscriptionId: string | null
  /** The mark of the settings when the form opened; `null`: a new digest. */
  readonly mark: string | null
  /** Identifies this form across repeated submissions. */
  readonly once: string
  /** Whether other companies are in the channel; omitted: no, or unknown. */
  readonly shared?: boolean
  /** Response address of the ephemeral list that the form was opened from; omitted: another place. */
  readonly list?: string | null
}

export interface DigestForm {
  readonly metadata: DigestFormMetadata
  readonly draft: DigestDraft
  /** Whether the fields behind "More options" are shown. */
  readonly open: boolean
  /** The digest's current name; `null`: a new digest, or unknown. */
  readonly name: string | null
  /** The channel's names for topics, personas and themes. */
  readonly names: readonly FilterName[]
}

/** A slot of a digest and its outcome. Times are ISO 8601 instants. */
export interface HistoryLine {
  readonly deliveryId: string
  readonly name: string
  readonly slot: string
  /** The headline of an alert; `null`: a digest. */
  readonly alert: string | null
  readonly state: DigestState
  /** `null`: none was recorded. */
  readonly reason: Reason | null
  /** Slack user id of the person who requested it outside the schedule. */
  readonly askedBy: string | null
  /** When it ended; `null`: not yet. */
  readonly finishedAt: string | null
  /** Duration of the last attempt; `null` without one, or while it runs. */
  readonly tookMs: number | null
  /** The message's link; `null` without a message. */
  readonly link: string | null
}

export interface HistoryPage {
  readonly channel: string
  /** One digest; `null`: all of the channel's. */
  readonly of: { readonly id: string; readonly name: string } | null
  /** Newest slot first. */
  readonly lines: readonly HistoryLine[]
  /** From 1. */
  readonly page: number
  readonly hasOlder: boolean
}

/** A notice about a digest that could not be delivered to any person. */
export interface UndeliveredNotice {
  readonly name: string
  readonly kind: NoticeMatter['kind']
  readonly reason: Reason
  /** ISO 8601 instant. */
  readonly at: string
}
