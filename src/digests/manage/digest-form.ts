import { randomUUID } from 'node:crypto'
import type { ChannelDefaults } from '../../model/channel.ts'
import type { DigestDraft, DigestForm, DigestPlace } from '../../model/digest.ts'
import type { People } from '../../slack/port.ts'
import type { DigestSection, DigestSettings, Schedule, Subscription } from '../../store/index.ts'
import { defaultSettings, settingsMark } from '../../store/tables/digest-settings.ts'
import { formatSchedule } from '../schedule/format.ts'

/** What a digest does or not. */
export const digestHabits = ['onlyWhenChanged', 'detailsInThread'] as const satisfies readonly (keyof Pick<
  DigestSettings,
  'onlyWhenChanged' | 'detailsInThread'
>)[]

/** What a digest tells between its runs, and whether it holds that in quiet hours. */
export const digestAlerts = ['overtaken', 'fall', 'sentimentNegative', 'evaluationDone', 'quiet'] as const

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
export function digestFormOf(subscription: Subscription): DigestForm {
  const { channel, id, schedule, source } = subscription
  return {
    keeps: { channel, subscriptionId: id, seen: settingsMark(subscription), once: randomUUID() },
    draft: draftOf(subscription),
    fixed: source === 'settings' ? formatSchedule(schedule) : null,
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
