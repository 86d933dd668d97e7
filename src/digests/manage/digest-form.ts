import { randomUUID } from 'node:crypto'
import { channelScope } from '../../channels/settings.ts'
import { zoneNamed } from '../../lib/dates.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import type { DigestDraft, DigestForm, DigestTimes } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { AlertKind, Days, DigestSettings, FilterName, Subscription } from '../../store/index.ts'
import {
  alertKinds,
  defaultSettings,
  digestSections,
  everyAlertKind,
  settingsMark,
} from '../../store/tables/digest-settings.ts'
import { filterFieldsOf, filtersOf } from './digest-filters.ts'
import { isDefaultName } from './digest-name.ts'

const digestHabits = ['onlyWhenChanged', 'detailsInThread'] as const

const initialDays = { kind: 'days', days: [1] } as const
const firstOfMonth = { kind: 'monthly', day: 1 } as const
const initialTime = '09:00'

/** Initial values of fields whose checkbox is off. */
const initialFall = '5'
const initialQuietHours = { from: '22:00', to: '07:00' }

type NewDigestWorkspace = Pick<Workspace, 'store' | 'defaults' | 'people'>

/**
 * What a new digest starts with, by a click or in its form: every Monday at 09:00, a review on the 1st of every month, or
 * what the person asked for. In the channel's time zone if the channel has settings, otherwise in the person's.
 */
export async function newDigestSettings(
  { store, defaults, people }: NewDigestWorkspace,
  { team, channel, user }: ChannelAndUser,
  times: DigestTimes | null = null,
  kind: 'figures' | 'review' = 'figures',
): Promise<Omit<DigestSettings, 'name'>> {
  const time = times?.time ?? initialTime
  const days = times?.days ?? (kind === 'review' ? firstOfMonth : initialDays)
  const sections = kind === 'review' ? (['review'] as const) : defaultSettings.sections
  const { settings } = await store.channels.withTracked(team, channel)
  const configured = settings?.timeZone ?? defaults.timeZone
  const timeZone = settings === null ? ((await people.person(user))?.timeZone ?? configured) : configured
  return { ...defaultSettings, sections, schedule: { ...days, time, timeZone } }
}

export async function newDigestForm(
  workspace: NewDigestWorkspace & Pick<Workspace, 'isShared'>,
  place: ChannelAndUser,
  times: DigestTimes | null = null,
  kind: 'figures' | 'review' = 'figures',
): Promise<DigestForm> {
  const { channel } = place
  const [settings, { filterNames }, shared] = await Promise.all([
    newDigestSettings(workspace, place, times, kind),
    channelScope(workspace, place),
    workspace.isShared(channel),
  ])
  return {
    metadata: { channel, subscriptionId: null, mark: null, once: randomUUID(), shared: shared === true },
    draft: draftOf({ ...settings, name: '' }),
    open: false,
    name: null,
    names: filterNames,
  }
}

export async function editDigestForm(
  workspace: Pick<Workspace, 'store' | 'isShared' | 'defaults'>,
  digest: Subscription,
): Promise<DigestForm> {
  const { filterNames } = await channelScope(workspace, digest)
  return digestFormOf(digest, filterNames, (await workspace.isShared(digest.channel)) === true)
}

/** An existing digest's form, with its channel's `names` for topics, personas and themes. */
export function digestFormOf(
  subscription: Subscription,
  names: readonly FilterName[],
  shared = false,
): DigestForm {
  const { channel, id } = subscription
  const typedName = isDefaultName(subscription, names) ? '' : subscription.name
  return {
    metadata: {
      channel,
      subscriptionId: id,
      mark: settingsMark(subscription),
      once: randomUUID(),
      shared,
    },
    draft: draftOf({ ...subscription, name: typedName }),
    open: false,
    name: subscription.name,
    names,
  }
}

function draftOf(settings: DigestSettings): DigestDraft {
  const { name, schedule, sections, filters, alerts } = settings
  const { fall, quietHours } = alerts
  const quiet = quietHours ?? initialQuietHours
  return {
    name,
    days: schedule.kind,
    weekdays: (schedule.kind === 'days' ? schedule.days : [1]).map(String),
    monthDay: schedule.kind === 'monthly' ? String(schedule.day) : '1',
    time: schedule.time,
    timeZone: schedule.timeZone,
    sections: [...sections],
    ...filterFieldsOf(filters),
    habits: digestHabits.filter((habit) => settings[habit]),
    alerts: [...alertKinds(alerts), ...(quietHours === null ? [] : ['quiet'])],
    fallsBy: fall === null ? initialFall : String(fall),
    quietFrom: quiet.from,
    quietTo: quiet.to,
  }
}

/** The settings that the form describes, still unchecked. An empty name stays empty: the caller fills in the default. */
export function settingsOfDraft(draft: DigestDraft): DigestSettings {
  const { timeZone, time, quietFrom: from, quietTo: to } = draft
  const has = (habit: (typeof digestHabits)[number]) => draft.habits.includes(habit)
  const switches = Object.fromEntries(
    everyAlertKind.map((kind) => [kind, draft.alerts.includes(kind)]),
  ) as Record<AlertKind, boolean>
  const points = draft.fallsBy.trim() === '' ? Number.NaN : Number(draft.fallsBy)
  return {
    name: draft.name.trim(),
    schedule: { ...daysOf(draft), time, timeZone: zoneNamed(timeZone) ?? timeZone },
    sections: digestSections.filter((section) => draft.sections.includes(section)),
    filters: filtersOf(draft),
    onlyWhenChanged: has('onlyWhenChanged'),
    detailsInThread: has('detailsInThread'),
    alerts: {
      ...switches,
      fall: switches.fall ? points : null,
      quietHours: draft.alerts.includes('quiet') ? { from, to } : null,
    },
  }
}

function daysOf({ days, weekdays, monthDay }: DigestDraft): Days {
  if (days === 'daily' || days === 'weekdays') return { kind: days }
  if (days === 'monthly') return { kind: days, day: monthDay === 'last' ? monthDay : Number(monthDay) }
  return { kind: 'days', days: weekdays.map(Number) }
}
