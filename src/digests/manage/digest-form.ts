import { randomUUID } from 'node:crypto'
import type { ChannelDefaults } from '../../channels/scope.ts'
import type { People } from '../../slack/port.ts'
import type { DigestSection, DigestSettings, Schedule, Subscription } from '../../store/index.ts'
import { defaultSettings, settingsMark } from '../../store/tables/digest-settings.ts'
import type { DigestPlace } from './digest-desk.ts'
import type { DigestCalendar } from './digests.ts'

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

/** What a digest does or not. */
export const digestHabits = ['onlyWhenChanged', 'detailsInThread'] as const satisfies readonly (keyof Pick<
  DigestSettings,
  'onlyWhenChanged' | 'detailsInThread'
>)[]

/** What a digest tells between its runs, and whether it holds that in quiet hours. */
export const digestAlerts = ['overtaken', 'fall', 'sentimentNegative', 'evaluationDone', 'quiet'] as const

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

/** Where people begin. */
const usual: Schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' }

interface FormDeps {
  readonly people: Pick<People, 'person'>
  readonly defaults: Pick<ChannelDefaults, 'timeZone'>
}

/** What the fields hold as long as nobody has chosen anything. */
const usualFall = '5'
const usualQuiet = { from: '22:00', to: '07:00' }

/** The form of a new digest: every Monday at nine where the person is. */
export async function newDigestForm(
  { people, defaults }: FormDeps,
  { channel, user }: DigestPlace,
): Promise<DigestForm> {
  const timeZone = (await people.person(user))?.timeZone ?? defaults.timeZone
  return {
    keeps: { channel, subscriptionId: null, seen: null, once: randomUUID() },
    draft: draftOf({ ...defaultSettings, name: '', schedule: { ...usual, timeZone } }),
    fixed: null,
  }
}

/** The form of a digest as it is. */
export function digestFormOf(
  { calendar }: { readonly calendar: Pick<DigestCalendar, 'inWords'> },
  subscription: Subscription,
): DigestForm {
  const { channel, id, schedule, source } = subscription
  return {
    keeps: { channel, subscriptionId: id, seen: settingsMark(subscription), once: randomUUID() },
    draft: draftOf(subscription),
    fixed: source === 'settings' ? calendar.inWords(schedule) : null,
  }
}

function draftOf(settings: DigestSettings): DigestDraft {
  const { name, schedule, sections, evaluations, filters, noiseBand, alerts } = settings
  const { visibilityFallsBy, quietHours } = alerts
  const quiet = quietHours ?? usualQuiet
  const ticked = {
    ...alerts,
    fall: visibilityFallsBy !== null,
    quiet: quietHours !== null,
  }
  return {
    name,
    days: schedule.kind,
    weekdays: (schedule.kind === 'days' ? schedule.days : [1]).map(String),
    monthDay: schedule.kind === 'monthly' ? String(schedule.day) : '1',
    time: schedule.time,
    timeZone: schedule.timeZone,
    sections: [...sections] satisfies DigestSection[],
    evaluations: evaluations.join(', '),
    filters,
    noiseBand: noiseBand === null ? '' : String(noiseBand),
    habits: digestHabits.filter((habit) => settings[habit]),
    alerts: digestAlerts.filter((alert) => ticked[alert]),
    fallsBy: visibilityFallsBy === null ? usualFall : String(visibilityFallsBy),
    quietFrom: quiet.from,
    quietTo: quiet.to,
  }
}
