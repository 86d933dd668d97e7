import { randomUUID } from 'node:crypto'
import type { ChannelDefaults } from '../../model/channel.ts'
import type { DigestDraft, DigestForm, DigestPlace } from '../../model/digest.ts'
import type { People } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSection, DigestSettings, FilterName, Schedule, Subscription } from '../../store/index.ts'
import { defaultSettings, settingsMark } from '../../store/tables/digest-settings.ts'
import { formatSchedule } from '../schedule/format.ts'
import { namedFilters } from './filter-names.ts'

/** The on/off settings of a digest. */
export const digestHabits = ['onlyWhenChanged', 'detailsInThread'] as const satisfies readonly (keyof Pick<
  DigestSettings,
  'onlyWhenChanged' | 'detailsInThread'
>)[]

/** The form's checkboxes for alerts, and for their quiet hours. */
export const digestAlerts = ['overtaken', 'fall', 'sentimentNegative', 'evaluationDone', 'quiet'] as const

const initialSchedule: Schedule = { kind: 'days', days: [1], time: '09:00', timeZone: 'UTC' }

/** Initial values of fields whose checkbox is off. */
const initialFall = '5'
const initialQuietHours = { from: '22:00', to: '07:00' }

/** A new digest's form: every Monday at 09:00 in the person's time zone. */
export async function newDigestForm(
  {
    people,
    isShared,
    defaults,
  }: Pick<Workspace, 'isShared'> & {
    readonly people: Pick<People, 'person'>
    readonly defaults: Pick<ChannelDefaults, 'timeZone'>
  },
  { channel, user }: DigestPlace,
): Promise<DigestForm> {
  const [person, shared] = await Promise.all([people.person(user), isShared(channel)])
  const timeZone = person?.timeZone ?? defaults.timeZone
  return {
    metadata: { channel, subscriptionId: null, mark: null, once: randomUUID(), shared },
    draft: draftOf({ ...defaultSettings, name: '', schedule: { ...initialSchedule, timeZone } }),
    fixed: null,
  }
}

/** An existing digest's form. @param shared whether other companies are in its channel */
export function digestFormOf(
  subscription: Subscription,
  names: readonly FilterName[],
  shared = false,
): DigestForm {
  const { channel, id, schedule, source } = subscription
  return {
    metadata: { channel, subscriptionId: id, mark: settingsMark(subscription), once: randomUUID(), shared },
    draft: draftOf({ ...subscription, filters: namedFilters(subscription.filters, names) }),
    fixed: source === 'settings' ? formatSchedule(schedule) : null,
  }
}

function draftOf(settings: DigestSettings): DigestDraft {
  const { name, schedule, sections, evaluations, filters, noiseBand, alerts } = settings
  const { visibilityFallsBy, quietHours } = alerts
  const quiet = quietHours ?? initialQuietHours
  const checked = {
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
    alerts: digestAlerts.filter((alert) => checked[alert]),
    fallsBy: visibilityFallsBy === null ? initialFall : String(visibilityFallsBy),
    quietFrom: quiet.from,
    quietTo: quiet.to,
  }
}
