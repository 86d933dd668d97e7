import { createHash } from 'node:crypto'

/** Weekdays as in ISO 8601: 1 is Monday, 7 is Sunday. `last` is the month's last day. */
export type Days =
  | { readonly kind: 'daily' }
  /** Monday to Friday. */
  | { readonly kind: 'weekdays' }
  | { readonly kind: 'days'; readonly days: readonly number[] }
  | { readonly kind: 'monthly'; readonly day: number | 'last' }

/** When a digest is posted, in local time. */
export type Schedule = Days & {
  /** Local time, `HH:MM`. */
  readonly time: string
  /** IANA name. */
  readonly timeZone: string
}

/** The sections of a digest, in order. `review` isn't combined with others: it makes the digest a review. */
export const digestSections = ['visibility', 'engines', 'reddit', 'actions', 'evaluations', 'review'] as const
export type DigestSection = (typeof digestSections)[number]

export const everyAlertKind = ['overtaken', 'fall', 'sentiment', 'evaluation'] as const
export type AlertKind = (typeof everyAlertKind)[number]

/** Which alerts are posted between digests. */
export interface AlertSettings {
  /** A competitor overtakes the own brand. */
  readonly overtaken: boolean
  /** The own brand's visibility falls by more than this many points; `null`: off. */
  readonly visibilityFallsBy: number | null
  /** The sentiment of a subreddit turns negative. */
  readonly sentimentNegative: boolean
  /** A watched website evaluation has ended. */
  readonly evaluationDone: boolean
  /** Alerts are held between these local times, `HH:MM` in the digest's time zone. May span midnight. `null`: never. */
  readonly quietHours: { readonly from: string; readonly to: string } | null
}

/** What the owner of a digest can choose. */
export interface DigestSettings {
  readonly name: string
  readonly schedule: Schedule
  readonly sections: readonly DigestSection[]
  /** Ids of website evaluations to report, in addition to those that people watch from the digest's channel. */
  readonly evaluations: readonly string[]
  /** As typed after `/sightline visibility`; empty: everything. */
  readonly filters: string
  /** Points; `null`: as in the channel's settings. */
  readonly noiseBand: number | null
  /** Posts nothing if nothing changed. */
  readonly onlyWhenChanged: boolean
  /** Posts what doesn't fit into the message as thread replies; otherwise the message only counts it. */
  readonly detailsInThread: boolean
  readonly alerts: AlertSettings
}

const alertsOff: AlertSettings = {
  overtaken: false,
  visibilityFallsBy: null,
  sentimentNegative: false,
  evaluationDone: false,
  quietHours: null,
}

/** The kinds of alerts that are on. */
export function alertKinds({
  overtaken,
  visibilityFallsBy,
  sentimentNegative,
  evaluationDone,
}: AlertSettings): readonly AlertKind[] {
  return [
    ...(overtaken ? (['overtaken'] as const) : []),
    ...(visibilityFallsBy === null ? [] : (['fall'] as const)),
    ...(sentimentNegative ? (['sentiment'] as const) : []),
    ...(evaluationDone ? (['evaluation'] as const) : []),
  ]
}

/** Whether a digest is a review, which reports the tasks that were done and what has moved since. */
export function isReview({ sections }: Pick<DigestSettings, 'sections'>): boolean {
  return sections.includes('review')
}

/** Defaults for all settings but the name and the schedule. */
export const defaultSettings: Omit<DigestSettings, 'name' | 'schedule'> = {
  sections: ['visibility', 'reddit', 'actions'],
  evaluations: [],
  filters: '',
  noiseBand: null,
  onlyWhenChanged: false,
  detailsInThread: true,
  alerts: alertsOff,
}

interface SettingsColumns {
  readonly name: string
  readonly days: string
  readonly time: string
  readonly time_zone: string
  readonly sections: string
  readonly evaluations: string
  readonly filters: string
  readonly noise_band: number | null
  readonly only_when_changed: 0 | 1
  readonly details_in_thread: 0 | 1
  readonly alerts: string
}

/** The columns of the given settings only. */
export function settingsColumns(settings: DigestSettings): SettingsColumns
export function settingsColumns(settings: Partial<DigestSettings>): Partial<SettingsColumns>
export function settingsColumns(settings: Partial<DigestSettings>): Partial<SettingsColumns> {
  const {
    name,
    schedule,
    sections,
    evaluations,
    filters,
    noiseBand,
    onlyWhenChanged,
    detailsInThread,
    alerts,
  } = settings
  return {
    ...(name === undefined ? {} : { name }),
    ...(schedule === undefined ? {} : scheduleColumns(schedule)),
    ...(sections === undefined ? {} : { sections: JSON.stringify(sections) }),
    ...(evaluations === undefined ? {} : { evaluations: JSON.stringify(evaluations) }),
    ...(filters === undefined ? {} : { filters }),
    ...(noiseBand === undefined ? {} : { noise_band: noiseBand }),
    ...(onlyWhenChanged === undefined ? {} : { only_when_changed: onlyWhenChanged ? 1 : 0 }),
    ...(detailsInThread === undefined ? {} : { details_in_thread: detailsInThread ? 1 : 0 }),
    ...(alerts === undefined ? {} : { alerts: JSON.stringify(alerts) }),
  }
}

/** A hash that is equal for equal settings. A form uses it to detect that they changed after it was opened. */
export function settingsMark(settings: DigestSettings): string {
  const { alerts: _, ...columns } = settingsColumns(settings)
  const alerts = { ...alertsOff, ...settings.alerts }
  const { overtaken, visibilityFallsBy, sentimentNegative, evaluationDone, quietHours } = alerts
  const alertValues = [
    overtaken,
    visibilityFallsBy,
    sentimentNegative,
    evaluationDone,
    quietHours?.from,
    quietHours?.to,
  ]
  return createHash('sha256')
    .update(JSON.stringify([columns, alertValues]))
    .digest('base64url')
    .slice(0, 22)
}

/** Equal schedules give equal columns. */
export function scheduleColumns({ time, timeZone, ...days }: Schedule) {
  return { days: JSON.stringify(normalDays(days)), time, time_zone: timeZone }
}

function normalDays(days: Days): Days {
  switch (days.kind) {
    case 'days':
      return { kind: 'days', days: [...new Set(days.days)].sort((a, b) => a - b) }
    case 'monthly':
      return { kind: 'monthly', day: days.day }
    default:
      return { kind: days.kind }
  }
}

export function settingsOf(columns: SettingsColumns): DigestSettings {
  const days: Days = JSON.parse(columns.days)
  return {
    name: columns.name,
    schedule: { ...days, time: columns.time, timeZone: columns.time_zone },
    sections: JSON.parse(columns.sections),
    evaluations: JSON.parse(columns.evaluations),
    filters: columns.filters,
    noiseBand: columns.noise_band,
    onlyWhenChanged: columns.only_when_changed === 1,
    detailsInThread: columns.details_in_thread === 1,
    alerts: { ...alertsOff, ...JSON.parse(columns.alerts) },
  }
}
