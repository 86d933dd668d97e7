import type { AlertSettings, Delivery, NoticeMatter } from '../store/index.ts'
/** A digest as people look at it, and what its form holds. */

/** What of one recommendation the channel's last digest can't have shown. */
export interface RecommendationNews {
  /** It is tracked since then. */
  readonly tracked: boolean
  /** So many of its briefs were written or changed since then. */
  readonly briefs: number
}

/** By result id; what has no news is not in it. */
export type NewsSinceDigest = ReadonlyMap<string, RecommendationNews>

/** What became of a digest's newest slot. */
export interface LastRun {
  readonly state: Delivery['state']
  /** ISO 8601 instant: when it ended; of one under way, its slot. */
  readonly at: string
  readonly reason: string | null
  /** Slack's `ts` of the message, where it was posted. */
  readonly messageTs: string | null
}

/** A digest as people look at it. Times are ISO 8601 instants. */
export interface ChannelDigest {
  readonly id: string
  readonly channel: string
  readonly name: string
  /** When it comes, in words, with its time zone. */
  readonly schedule: string
  /** What it tells between its runs; quiet hours are in the schedule's zone. */
  readonly alerts: AlertSettings
  /** Slack's error code, a code of ours, or a sentence; `null`: it runs. */
  readonly pausedFor: string | null
  readonly pausedAt: string | null
  /** Nearest first; empty while it is paused. */
  readonly nextRuns: readonly string[]
  /** `null`: it has never run. */
  readonly last: LastRun | null
}

/** What the form's fields hold, as their elements hold it: nothing of it is checked. */
export interface DigestDraft {
  readonly name: string
  /** A schedule's `kind`. */
  readonly days: string
  /** ISO 8601 weekdays as digits. */
  readonly weekdays: readonly string[]
  /** `1` to `31`, or `last`. */
  readonly monthDay: string
  /** `HH:MM`; `null`: none. */
  readonly time: string | null
  /** IANA name. */
  readonly timeZone: string
  readonly sections: readonly string[]
  /** Ids or addresses, as they are typed. */
  readonly evaluations: string
  readonly filters: string
  readonly noiseBand: string
  /** Those of `digestHabits` that are ticked. */
  readonly habits: readonly string[]
  /** Those of `digestAlerts` that are ticked. */
  readonly alerts: readonly string[]
  /** Points. */
  readonly fallsBy: string
  /** `HH:MM`; `null`: none. */
  readonly quietFrom: string | null
  readonly quietTo: string | null
}

/** What the form keeps for itself while it is open. */
export interface DigestKeeps {
  readonly channel: string
  /** `null`: a new one. */
  readonly subscriptionId: string | null
  /** The mark of the settings that it began with; `null`: a new one, or a form from before there was one. */
  readonly seen: string | null
  /** Of this very form, however often it is sent off. */
  readonly once: string
}

export interface DigestForm {
  readonly keeps: DigestKeeps
  readonly draft: DigestDraft
  /** When it comes, in words, where only Sightline's settings can change that; else `null`. */
  readonly fixed: string | null
}

/** Sentences by the field that they are about. */
export type DigestErrors = Readonly<Partial<Record<keyof DigestDraft, string>>>

/** A slot of a digest, and what became of it. Times are ISO 8601 instants. */
export interface HistoryLine {
  readonly deliveryId: string
  /** The digest's name. */
  readonly name: string
  readonly slot: string
  /** The headline of an alert, which came between the slots; `null`: a digest. */
  readonly alert: string | null
  readonly state: Delivery['state']
  /** A code of Slack's or of ours, or a sentence; `null`: none was recorded. */
  readonly reason: string | null
  /** Slack user id of who asked for it outside the schedule. */
  readonly askedBy: string | null
  /** When it was over; `null`: it isn't. */
  readonly finishedAt: string | null
  /** From the beginning of the last attempt; `null` where there was none, or it goes on. */
  readonly tookMs: number | null
  /** Where the message stands; `null` where there is none. */
  readonly link: string | null
}

export interface HistoryPage {
  readonly channel: string
  /** One digest, or with `null` all of the channel's. */
  readonly of: { readonly id: string; readonly name: string } | null
  /** What nobody could be told about the channel's digests, the newest first; on the first page. */
  readonly untold: readonly UntoldNotice[]
  /** The newest slot first. */
  readonly lines: readonly HistoryLine[]
  /** From 1. */
  readonly page: number
  readonly hasOlder: boolean
}

/** Who asks, and for which channel. All are Slack ids. */
export interface DigestPlace {
  readonly team: string
  readonly channel: string
  readonly user: string
}

/** What somebody was to be told about a digest, and nobody could be. */
export interface UntoldNotice {
  /** The digest's. */
  readonly name: string
  readonly kind: NoticeMatter['kind']
  /** Why not: Slack's error code, or a code of ours. */
  readonly reason: string
  /** ISO 8601 instant. */
  readonly at: string
}
