import { z } from 'zod'
import { hashed } from '../../lib/strings.ts'
import { sql } from './sql.ts'

const storedDays = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }).readonly(),
  /** Monday to Friday. */
  z.object({ kind: z.literal('weekdays') }).readonly(),
  z.object({ kind: z.literal('days'), days: z.array(z.int()).readonly() }).readonly(),
  z.object({ kind: z.literal('monthly'), day: z.union([z.int(), z.literal('last')]) }).readonly(),
])
/** Weekdays as in ISO 8601: 1 is Monday, 7 is Sunday. `last` is the month's last day. */
export type Days = z.infer<typeof storedDays>

/** When a digest is posted, in local time. */
export type Schedule = Days & {
  /** Local time, `HH:MM`. */
  readonly time: string
  readonly timeZone: string
}

/** The sections of a digest, in order. `review` isn't combined with others: it makes the digest a review. */
export const digestSections = ['visibility', 'engines', 'reddit', 'actions', 'evaluations', 'review'] as const
export type DigestSection = (typeof digestSections)[number]

/** News of brands, told once by a digest or an alert. `passing`: the own brand and a rival passed each other. */
export const brandNewsKinds = ['change', 'passing'] as const

/** Alerts about what has a state, which is marked; the others are news of brands, which is told once. */
export const markedAlertKinds = ['sentiment', 'evaluation'] as const
export type MarkedAlertKind = (typeof markedAlertKinds)[number]

/** Each is a setting of its name: `false` or `null` if it is off. */
export const everyAlertKind = ['overtaken', 'fall', ...markedAlertKinds] as const
export type AlertKind = (typeof everyAlertKind)[number]

const storedAlerts = z.object({
  /** A competitor overtakes the own brand. */
  overtaken: z.boolean(),
  /** The own brand's visibility falls by more than this many points; `null`: off. */
  fall: z.number().nullable(),
  /** The sentiment of a subreddit turns negative. */
  sentiment: z.boolean(),
  /** A watched website evaluation has ended. */
  evaluation: z.boolean(),
  /** Alerts are held between these local times, `HH:MM` in the digest's time zone. May span midnight. `null`: never. */
  quietHours: z.object({ from: z.string(), to: z.string() }).readonly().nullable(),
})
/** Which alerts are posted between digests. */
export type AlertSettings = Readonly<z.infer<typeof storedAlerts>>

/** What the owner of a digest can choose. */
export interface DigestSettings {
  readonly name: string
  readonly schedule: Schedule
  readonly sections: readonly DigestSection[]
  /** As typed after `/sightline visibility`; empty: everything. */
  readonly filters: string
  /** Posts nothing if nothing changed. */
  readonly onlyWhenChanged: boolean
  /** Posts what doesn't fit into the message as thread replies; otherwise the message only counts it. */
  readonly detailsInThread: boolean
  readonly alerts: AlertSettings
}

export function alertKinds(alerts: AlertSettings): readonly AlertKind[] {
  return everyAlertKind.filter((kind) => alerts[kind] !== false && alerts[kind] !== null)
}

/** Whether a digest is a review, which reports the tasks that were done and what has moved since. */
export function isReview({ sections }: Pick<DigestSettings, 'sections'>): boolean {
  return sections.includes('review')
}

/** Defaults for all settings but the name and the schedule. */
export const defaultSettings: Omit<DigestSettings, 'name' | 'schedule'> = {
  sections: ['visibility', 'reddit', 'actions'],
  filters: '',
  onlyWhenChanged: false,
  detailsInThread: true,
  alerts: {
    overtaken: false,
    fall: null,
    sentiment: false,
    evaluation: false,
    quietHours: null,
  },
}

/** The columns with JSON. The writers below use them, too, so that equal settings are stored as equal texts. */
export const storedSettings = {
  days: storedDays,
  sections: z.array(z.enum(digestSections)),
  alerts: storedAlerts,
}

export function settingsColumns({
  schedule,
  sections,
  alerts,
  ...settings
}: Partial<DigestSettings>): readonly (readonly [string, string | number | null])[] {
  const columns = {
    name: settings.name,
    ...(schedule && scheduleColumns(schedule)),
    sections: sections && JSON.stringify(sections),
    filters: settings.filters,
    only_when_changed: flag(settings.onlyWhenChanged),
    details_in_thread: flag(settings.detailsInThread),
    alerts: alerts && JSON.stringify(storedAlerts.parse(alerts)),
  }
  return Object.entries(columns).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
}

const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value))

/** A hash that is equal for equal settings. A form uses it to detect that they changed after it was opened. */
export const settingsMark = (settings: DigestSettings): string =>
  hashed(JSON.stringify(settingsColumns(settings)))

/** Equal schedules give equal columns. */
export function scheduleColumns({ time, timeZone, ...schedule }: Schedule) {
  const days =
    schedule.kind === 'days'
      ? { ...schedule, days: [...new Set(schedule.days)].sort((a, b) => a - b) }
      : schedule
  return { days: JSON.stringify(storedDays.parse(days)), time, time_zone: timeZone }
}

export interface SettingsRow {
  readonly name: string
  readonly days: string
  readonly time: string
  readonly timeZone: string
  readonly sections: string
  readonly filters: string
  readonly onlyWhenChanged: 0 | 1
  readonly detailsInThread: 0 | 1
  readonly alerts: string
}

export const settingsSelected = sql.raw(`name, days, time, time_zone AS "timeZone", sections, filters,
  only_when_changed AS "onlyWhenChanged", details_in_thread AS "detailsInThread", alerts`)

export function settingsOf(row: SettingsRow): DigestSettings {
  return {
    name: row.name,
    schedule: { ...storedDays.parse(JSON.parse(row.days)), time: row.time, timeZone: row.timeZone },
    sections: storedSettings.sections.parse(JSON.parse(row.sections)),
    filters: row.filters,
    onlyWhenChanged: row.onlyWhenChanged === 1,
    detailsInThread: row.detailsInThread === 1,
    alerts: storedAlerts.parse(JSON.parse(row.alerts)),
  }
}
