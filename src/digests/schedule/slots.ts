import { names, ordinal } from '../../blocks/kit/formats.ts'
import { YieldQueue } from '../../lib/async.ts'
import { weekdayNames, zoneInWords } from '../../lib/dates.ts'
import { dayIn } from '../../model/question.ts'
import {
  type AlertSettings,
  type Days,
  type DigestSettings,
  isReview,
  type Schedule,
  type SlotPlan,
  type Subscription,
} from '../../store/index.ts'
import { noticeAbout } from '../deliver/notice.ts'
import type { DigestWorkspaces } from '../workspace.ts'

/**
 * A slot is the instant of a schedule's local time on one of its days. A local time skipped by a clock change moves
 * forward by the gap; a repeated one counts the first time (Temporal's `compatible` disambiguation). A monthly day
 * missing in a month (31 in April) becomes its last day.
 */

/** The version of Node's time zone data. With another version, future slots may move. */
const zoneData = process.versions.tz ?? ''

/** The next `count` slots after an instant, each later than the one before. */
export function nextSlots(
  schedule: Schedule,
  after: Temporal.Instant,
  count: number,
): readonly Temporal.Instant[] {
  const slots: Temporal.Instant[] = []
  let last = after
  // Start a day earlier: a gap can move a slot to the following day.
  let day = dayIn(after, schedule.timeZone).subtract({ days: 1 })
  while (slots.length < count) {
    day = dayFrom(schedule, day, 1)
    const slot = slotOn(day, schedule)
    // If a zone skipped a whole day, two days share a slot.
    if (Temporal.Instant.compare(slot, last) > 0) {
      slots.push(slot)
      last = slot
    }
    day = day.add({ days: 1 })
  }
  return slots
}

/** The newest slot at or before an instant. */
export function newestSlotAt(schedule: Schedule, at: Temporal.Instant): Temporal.Instant {
  for (let day = dayIn(at, schedule.timeZone); ; day = day.subtract({ days: 1 })) {
    day = dayFrom(schedule, day, -1)
    const slot = slotOn(day, schedule)
    if (Temporal.Instant.compare(slot, at) <= 0) return slot
  }
}

function slotOn(
  day: Temporal.PlainDate,
  { time, timeZone }: Pick<Schedule, 'time' | 'timeZone'>,
): Temporal.Instant {
  return day
    .toPlainDateTime(Temporal.PlainTime.from(time))
    .toZonedDateTime(timeZone, { disambiguation: 'compatible' })
    .toInstant()
}

/** The schedule's first day on or after `from` (step 1), or on or before it (step -1). */
function dayFrom(days: Days, from: Temporal.PlainDate, step: 1 | -1): Temporal.PlainDate {
  if (days.kind === 'monthly') return dayOfMonthFrom(days.day, from, step)
  let day = from
  while (!isDay(days, day)) day = day.add({ days: step })
  return day
}

function isDay(days: Exclude<Days, { kind: 'monthly' }>, { dayOfWeek }: Temporal.PlainDate): boolean {
  if (days.kind === 'days') return days.days.includes(dayOfWeek)
  return days.kind === 'daily' || dayOfWeek <= 5
}

function dayOfMonthFrom(day: number | 'last', from: Temporal.PlainDate, step: 1 | -1): Temporal.PlainDate {
  const inMonthOf = (month: Temporal.PlainDate) =>
    month.with({ day: day === 'last' ? month.daysInMonth : Math.min(day, month.daysInMonth) })
  const candidate = inMonthOf(from)
  if (Temporal.PlainDate.compare(candidate, from) * step >= 0) return candidate
  return inMonthOf(from.with({ day: 1 }).add({ months: step }))
}

/** `Every Monday at 9:00 (Paris)`, `Every Monday and Thursday at …`, `The last day of every month at …`. */
export function formatSchedule(schedule: Schedule): string {
  return `${formatDays(schedule)} at ${schedule.time.replace(/^0/, '')} (${zoneInWords(schedule.timeZone)})`
}

function formatDays(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'daily':
      return 'Every day'
    case 'weekdays':
      return 'Every weekday'
    case 'days':
      return formatWeekdays([...new Set(schedule.days)].sort())
    case 'monthly':
      return `${formatDayOfMonth(schedule.day)} of every month`
  }
}

function formatWeekdays(days: readonly number[]): string {
  if (days.length === 7) return 'Every day'
  if (days.join() === '1,2,3,4,5') return 'Every weekday'
  return `Every ${names(
    days.map((day) => weekdayNames[day - 1] ?? ''),
    7,
  )}`
}

function formatDayOfMonth(day: number | 'last'): string {
  if (day === 'last') return 'The last day'
  const nth = `The ${ordinal(day)}`
  return day > 28 ? `${nth}, or the last day,` : nth
}

/** A digest's default name; `sections` tell whether it is a review. */
export function defaultName(schedule: Schedule, sections: DigestSettings['sections'] = []): string {
  const each = { daily: 'Daily', weekdays: 'Daily', days: 'Weekly', monthly: 'Monthly' }[schedule.kind]
  return isReview({ sections }) ? `${each} review` : `${each} brand visibility`
}

/**
 * When the current quiet hours end; `null`: none now. They last from one local time to the next occurrence of the
 * other, past midnight if needed. A local time skipped by a clock change comes shortly after; a repeated one counts
 * the first time, as for digests.
 *
 * @param timeZone IANA name
 */
export function quietUntil(
  quietHours: AlertSettings['quietHours'],
  timeZone: string,
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (quietHours === null) return null
  const { from, to } = quietHours
  const today = dayIn(now, timeZone)
  const nights = [today.subtract({ days: 1 }), today].map((day) => ({
    begins: slotOn(day, { time: from, timeZone }),
    ends: slotOn(from < to ? day : day.add({ days: 1 }), { time: to, timeZone }),
  }))
  const night = nights.findLast(
    ({ begins, ends }) =>
      Temporal.Instant.compare(begins, now) <= 0 && Temporal.Instant.compare(now, ends) < 0,
  )
  return night?.ends ?? null
}

/** Subscriptions planned per batch. Other work can run between batches. */
const plansAtOnce = 100

/** Plans each due slot; those that are too old are recorded as skipped. @returns whether anything is due now */
export async function planDue(workspaces: DigestWorkspaces, stopped: () => boolean): Promise<boolean> {
  const { store, clock, log, meter } = workspaces
  const yieldQueue = new YieldQueue()
  let planned = false
  while (!stopped()) {
    const now = clock.now()
    const due = await store.subscriptions.due(now, plansAtOnce, zoneData)
    const plans: SlotPlan[] = []
    for (const subscription of due) {
      const plan = await readablePlan(workspaces, subscription, now)
      if (plan !== null) plans.push(plan)
    }
    for (const { team, channel, skip } of plans)
      for (const slot of skip)
        log.warn('a digest was skipped', { team, channel, slot: String(slot), code: 'missed' })
    await store.subscriptions.plan(plans, now)
    for (const { skip } of plans) if (skip.length > 0) meter.digests('skipped', skip.length)
    planned ||= plans.some(({ deliver }) => deliver !== null)
    if (due.length < plansAtOnce) break
    await yieldQueue.pass()
  }
  return planned
}

/** A schedule that can't be read must not block the others: its digest is paused, and its owner is told. */
async function readablePlan(
  { store, log, graceHours, of }: DigestWorkspaces,
  subscription: Subscription,
  now: Temporal.Instant,
): Promise<SlotPlan | null> {
  const { team, id, channel } = subscription
  try {
    return planOf(subscription, now, graceHours)
  } catch (error) {
    log.error('a digest was paused: its schedule can’t be read', { team, channel, error })
    const workspace = await of(team)
    const code = 'schedule_unreadable'
    const notice =
      workspace === null
        ? undefined
        : noticeAbout(workspace, subscription, { kind: 'paused', code }, String(now))
    await store.subscriptions.pause(team, id, code, now, { notice })
    return null
  }
}

/** A longer list of missed slots would be useless. */
const maxSkipped = 26

/** The slots that are due for a subscription: the newest is delivered, the missed ones are recorded as skipped. */
export function planOf(subscription: Subscription, now: Temporal.Instant, graceHours: number): SlotPlan {
  const { team, id, channel, revision, schedule, plannedUntil, effectiveFrom } = subscription
  // A slot at the instant the schedule takes effect is not one of its runs.
  const isDue = (slot: Temporal.Instant) =>
    [effectiveFrom, plannedUntil ?? effectiveFrom].every((since) => Temporal.Instant.compare(slot, since) > 0)
  const dueSlots: Temporal.Instant[] = []
  let slot = newestSlotAt(schedule, now)
  while (dueSlots.length <= maxSkipped && isDue(slot)) {
    dueSlots.push(slot)
    slot = newestSlotAt(schedule, slot.subtract({ nanoseconds: 1 }))
  }
  const [newest, ...older] = dueSlots
  // Within the grace time, the newest slot is still delivered after downtime.
  const isRecent = newest !== undefined && now.since(newest).total('hours') <= graceHours
  return {
    team,
    subscriptionId: id,
    channel,
    revision,
    deliver: isRecent ? newest : null,
    lateAt: newest === undefined ? null : newest.add({ hours: graceHours }),
    skip: (isRecent || newest === undefined ? older : [newest, ...older]).toReversed(),
    nextSlot: nextSlots(schedule, now, 1)[0] ?? now,
    zoneData,
  }
}
