import { randomUUID } from 'node:crypto'
import { channelScope } from '../../channels/settings.ts'
import { zoneNamed } from '../../lib/dates.ts'
import type { DigestDraft, DigestErrors, DigestForm, DigestPlace, DigestTimes } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type {
  AlertSettings,
  Days,
  DigestSection,
  DigestSettings,
  FilterName,
  Schedule,
  Store,
  Subscription,
} from '../../store/index.ts'
import { defaultSettings, digestSections, settingsMark } from '../../store/tables/digest-settings.ts'
import { evaluationIdFrom } from '../../watches/evaluation.ts'
import { formatSchedule } from '../schedule/format.ts'
import { filterFieldsOf, filtersOf } from './digest-filters.ts'
import { isDefaultName } from './digest-name.ts'
import { reviewProblem } from './validate-settings.ts'

/** The on/off settings of a digest. */
export const digestHabits = ['onlyWhenChanged', 'detailsInThread'] as const satisfies readonly (keyof Pick<
  DigestSettings,
  'onlyWhenChanged' | 'detailsInThread'
>)[]

/** The form's checkboxes for alerts, and for their quiet hours. */
export const digestAlerts = ['overtaken', 'fall', 'sentimentNegative', 'evaluationDone', 'quiet'] as const

const initialDays = { kind: 'days', days: [1] } as const
const firstOfMonth = { kind: 'monthly', day: 1 } as const
const initialTime = '09:00'

/** Initial values of fields whose checkbox is off. */
const initialFall = '5'
const initialQuietHours = { from: '22:00', to: '07:00' }

/**
 * A new digest's form: every Monday at 09:00 in the channel's time zone, a review on the 1st of every month, or the
 * schedule that the person asked for.
 */
export async function newDigestForm(
  {
    store,
    defaults,
    isShared,
  }: Pick<Workspace, 'isShared' | 'defaults'> & { readonly store: Pick<Store, 'channels'> },
  { team, channel }: Pick<DigestPlace, 'team' | 'channel'>,
  times: DigestTimes | null = null,
  kind: 'figures' | 'review' = 'figures',
): Promise<DigestForm> {
  const time = times?.time ?? initialTime
  const days = times?.days ?? (kind === 'review' ? firstOfMonth : initialDays)
  const sections = kind === 'review' ? (['review'] as const) : defaultSettings.sections
  const [{ timeZone, filterNames }, shared] = await Promise.all([
    channelScope({ store, defaults }, { team, channel }),
    isShared(channel),
  ])
  return {
    metadata: { channel, subscriptionId: null, mark: null, once: randomUUID(), shared: shared === true },
    draft: draftOf({ ...defaultSettings, sections, name: '', schedule: { ...days, time, timeZone } }),
    fixed: null,
    open: false,
    name: null,
    names: filterNames,
  }
}

/** The form of a channel's existing digest. */
export async function editDigestForm(
  workspace: Pick<Workspace, 'isShared' | 'defaults'> & { readonly store: Pick<Store, 'channels'> },
  digest: Subscription,
): Promise<DigestForm> {
  const { filterNames } = await channelScope(workspace, digest)
  return digestFormOf(digest, filterNames, (await workspace.isShared(digest.channel)) === true)
}

/**
 * An existing digest's form.
 * @param names the channel's names for topics, personas and themes
 * @param shared whether its channel is shared with other companies
 */
export function digestFormOf(
  subscription: Subscription,
  names: readonly FilterName[],
  shared = false,
): DigestForm {
  const { channel, id, schedule, source } = subscription
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
    fixed: source === 'settings' ? formatSchedule(schedule) : null,
    open: false,
    name: subscription.name,
    names,
  }
}

function draftOf(settings: DigestSettings): DigestDraft {
  const { name, schedule, sections, evaluations, filters, alerts } = settings
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
    ...filterFieldsOf(filters),
    habits: digestHabits.filter((habit) => settings[habit]),
    alerts: digestAlerts.filter((alert) => checked[alert]),
    fallsBy: visibilityFallsBy === null ? initialFall : String(visibilityFallsBy),
    quietFrom: quiet.from,
    quietTo: quiet.to,
  }
}

/** A digest's settings from the form; `schedule` is `null` if unchanged. */
export type DigestInput = Omit<DigestSettings, 'schedule'> & { readonly schedule: Schedule | null }

/**
 * Parses the form's fields. An empty name stays empty: the caller fills in the default.
 * @param newEngines engines that the service has but this version doesn't know
 * @param fixed the schedule comes from the settings, and the form has no fields for it
 */
export function parseDigestForm(
  draft: DigestDraft,
  fixed: boolean,
  newEngines: readonly string[] = [],
):
  | { readonly ok: true; readonly input: DigestInput }
  | { readonly ok: false; readonly errors: DigestErrors } {
  const errors: Errors = {}
  const schedule = fixed ? null : readSchedule(draft, errors)
  const sections = digestSections.filter((section) => draft.sections.includes(section))
  if (sections.length === 0) errors.sections = 'Choose at least one section.'
  const problem = reviewProblem({ sections, ...(schedule === null ? {} : { schedule }) })
  if (problem !== null) errors[problem.field] = problem.sentence
  const evaluations = readEvaluations(draft, errors)
  const filters = filtersOf(draft, newEngines)
  if (!filters.ok) errors.filters = filters.sentence
  const alerts = readAlerts(draft, errors)
  if (Object.keys(errors).length > 0 || !filters.ok) return { ok: false, errors }
  const has = (habit: (typeof digestHabits)[number]) => draft.habits.includes(habit)
  return {
    ok: true,
    input: {
      name: draft.name.trim(),
      schedule,
      sections,
      evaluations,
      filters: filters.text,
      onlyWhenChanged: has('onlyWhenChanged'),
      detailsInThread: has('detailsInThread'),
      alerts,
    },
  }
}

type Errors = Partial<Record<keyof DigestDraft, string>>

/** Ids or console addresses, separated by commas or spaces. If the section is off, entries without an id are dropped. */
function readEvaluations({ evaluations, sections }: DigestDraft, errors: Errors): readonly string[] {
  const entries = evaluations
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map((one) => ({ one, id: evaluationIdFrom(one) }))
  const invalid = entries.find(({ id }) => !id.ok)
  if (invalid !== undefined && sections.includes('evaluations'))
    errors.evaluations = `“${invalid.one.slice(0, 60)}” has no evaluation id. Open the evaluation in the analytics console and copy its address from the browser.`
  return [...new Set(entries.flatMap(({ id }) => (id.ok ? [id.evaluationId] : [])))]
}

function readAlerts(draft: DigestDraft, errors: Errors): AlertSettings {
  const has = (alert: (typeof digestAlerts)[number]) => draft.alerts.includes(alert)
  const points = draft.fallsBy.trim() === '' ? Number.NaN : Number(draft.fallsBy)
  if (has('fall') && Number.isNaN(points)) errors.fallsBy = 'Enter a number of points, for example 5.'
  const { quietFrom: from, quietTo: to } = draft
  if (has('quiet') && from === null) errors.quietFrom = 'Choose when the quiet hours begin.'
  if (has('quiet') && to === null) errors.quietTo = 'Choose when the quiet hours end.'
  return {
    overtaken: has('overtaken'),
    visibilityFallsBy: has('fall') ? points : null,
    sentimentNegative: has('sentimentNegative'),
    evaluationDone: has('evaluationDone'),
    quietHours: has('quiet') && from !== null && to !== null ? { from, to } : null,
  }
}

function readSchedule(draft: DigestDraft, errors: Errors): Schedule | null {
  const days = readDays(draft)
  if (days === null) errors.days = 'Choose how often it posts.'
  if (days?.kind === 'monthly' && draft.monthDay === '') errors.monthDay = 'Choose the day of the month.'
  if (days?.kind === 'days' && days.days.length === 0) errors.weekdays = 'Choose at least one day.'
  const timeZone = zoneNamed(draft.timeZone)
  if (timeZone === null)
    errors.timeZone = 'Choose a time zone from the list, for example Europe/Paris: type a city to find it.'
  const time = draft.time ?? ''
  if (time === '') errors.time = 'Choose a time.'
  return days === null || timeZone === null ? null : { ...days, time, timeZone }
}

function readDays({ days, weekdays, monthDay }: DigestDraft): Days | null {
  switch (days) {
    case 'daily':
    case 'weekdays':
      return { kind: days }
    case 'days':
      return { kind: days, days: weekdays.map(Number) }
    case 'monthly':
      return { kind: days, day: monthDay === 'last' ? monthDay : Number(monthDay) }
    default:
      return null
  }
}
