import { z } from 'zod'
import type { AlertSettings, Days, FilterName, NoticeMatter } from '../store/index.ts'
import type { Cause, Reason } from '../store/reason.ts'

export interface RecommendationNews {
  readonly tracked: boolean
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
  readonly alerts: AlertSettings
  readonly pausedFor: Cause | null
  readonly pausedAt: string | null
  /** Slack user id of the person who paused it; `null`: no person did, or unknown. */
  readonly pausedBy: string | null
  /** Nearest first; empty while it is paused. */
  readonly nextRuns: readonly string[]
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
    habits: texts,
    alerts: texts,
    fallsBy: text,
    quietFrom: text,
    quietTo: text,
  })
  .readonly()
export type DigestDraft = z.infer<typeof digestDraft>

export const digestFormMetadata = z
  .object({
    channel: z.string(),
    subscriptionId: z.string().nullable(),
    /** The mark of the settings when the form opened; `null`: a new digest. */
    mark: z.string().nullable(),
    /** Identifies this form across repeated submissions. */
    once: z.string(),
    /** Whether other companies are in the channel; omitted: no, or unknown. */
    shared: z.boolean().exactOptional(),
    /** Response address of the ephemeral list that the form was opened from; omitted: another place. */
    list: z.string().nullable().exactOptional(),
  })
  .readonly()

export interface DigestForm {
  readonly metadata: z.infer<typeof digestFormMetadata>
  readonly draft: DigestDraft
  /** Whether the fields behind "More options" are shown. */
  readonly open: boolean
  /** The digest's current name; `null`: a new digest, or unknown. */
  readonly name: string | null
  readonly names: readonly FilterName[]
}

/** A slot of a digest and its outcome. Times are ISO 8601 instants. */
export interface HistoryLine {
  readonly deliveryId: string
  readonly name: string
  readonly slot: string
  readonly alert: string | null
  readonly state: DigestState
  readonly reason: Reason | null
  /** Slack user id of the person who requested it outside the schedule. */
  readonly askedBy: string | null
  readonly finishedAt: string | null
  /** Duration of the last attempt; `null` without one, or while it runs. */
  readonly tookMs: number | null
  readonly link: string | null
}

export interface HistoryPage {
  readonly channel: string
  readonly of: { readonly id: string; readonly name: string } | null
  readonly lines: readonly HistoryLine[]
  readonly page: number
  readonly hasOlder: boolean
}

/** A notice about a digest that could not be delivered to any person. */
export interface UndeliveredNotice {
  readonly name: string
  readonly kind: NoticeMatter['kind']
  readonly reason: Reason
  readonly at: string
}
