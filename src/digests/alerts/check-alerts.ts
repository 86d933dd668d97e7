import { type AlertNews, alertHeadline } from '../../blocks/digests/alert.ts'
import { fewAtOnce, unlessAborted } from '../../lib/async.ts'
import { explain } from '../../lib/problem.ts'
import type { AlertEvent } from '../../model/alert.ts'
import { argsText, withFixedPeriod } from '../../questions/question-text.ts'
import { readFilters, withNames } from '../../questions/read.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  type AlertContent,
  type AlertMark,
  alertKinds,
  type Owed,
  recordKey,
  type Subscription,
  type ToldNews,
} from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import { perRunCache } from '../schedule/per-run-cache.ts'
import { quietUntil } from '../schedule/slots.ts'
import type { DigestWorkspaces } from '../workspace.ts'
import { type AlertCheck, type AlertChecks, alertChecks, alertStep, brandAlerts } from './alert-readings.ts'

const digestsAtOnce = 200

/**
 * Checks alerts at the start of each hour, for digests that have any. Each distinct request is sent once, however
 * many digests need the answer.
 * @returns whether any digest was checked
 */
export async function checkDueAlerts(workspaces: DigestWorkspaces, signal: AbortSignal): Promise<boolean> {
  const { store, clock } = workspaces
  const run = { ...workspaces, of: perRunCache(workspaces) }
  let checked = false
  while (!signal.aborted) {
    const now = clock.now()
    const nextHour = now.add({ hours: 1 }).round({ smallestUnit: 'hour', roundingMode: 'floor' })
    const due = await store.alerts.claimChecks(now, nextHour, digestsAtOnce)
    if (due.length === 0) break
    checked = true
    await checkAlerts(run, due, signal)
  }
  return checked
}

/** A change to report, and what keeps it from being reported again. */
type Change = { readonly event: AlertEvent } & ({ readonly mark: AlertMark } | { readonly news: ToldNews })

/** Posts what has changed since these digests' last checks. What can't be read is tried again an hour later. */
async function checkAlerts(
  workspaces: Pick<DigestWorkspaces, 'log' | 'of'>,
  due: readonly Subscription[],
  signal: AbortSignal,
): Promise<void> {
  await fewAtOnce(due, async (subscription) => {
    try {
      const workspace = await workspaces.of(subscription.team)
      // Digests of a workspace without Sightline don't run anyway.
      if (workspace !== null) await checkDigest(workspace, subscription, signal)
    } catch (error) {
      const { team, channel } = subscription
      const { code } = explain(error)
      workspaces.log.warn('alerts could not be checked', { team, channel, code, error })
    }
  })
}

async function checkDigest(
  workspace: Workspace,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = workspace
  const { team, id, channel, alerts, schedule } = subscription
  const now = clock.now()
  // Nothing was posted, so another process may check right away.
  const releaseCheck = () => store.alerts.scheduleCheck(subscription, now)
  if (signal.aborted) return releaseCheck()
  if (alertKinds(alerts).length === 0) return store.alerts.scheduleCheck(subscription, null)
  const quietEnd = quietUntil(alerts.quietHours, schedule.timeZone, now)
  if (quietEnd !== null) return store.alerts.scheduleCheck(subscription, quietEnd)
  // An alert being posted sets its own marks on arrival.
  if (await store.alerts.isBeingDelivered(team, id)) return
  const { checks, brands, ...measured } = await alertChecks(workspace, subscription, now)
  let changes: readonly Change[]
  try {
    const requests = Promise.all([
      unlessForeseen(workspace, subscription, 'brands', brands).then((changes) => changes ?? []),
      ...checks.map((check) => changesOf(workspace, subscription, check)),
    ])
    changes = (await unlessAborted(requests, signal)).flat()
  } catch (error) {
    if (!signal.aborted) throw error
    return releaseCheck()
  }
  if (changes.length === 0) return
  const marks = changes.flatMap((change) => ('mark' in change ? [change.mark] : []))
  const told = changes.flatMap((change) => ('news' in change ? [change.news] : []))
  // One millisecond past the second: never equal to a digest's slot.
  const since = now.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ milliseconds: 1 })
  const news = alertNews(subscription, changes, measured)
  const owed: Owed = {
    team,
    kind: 'alert',
    key: `${id} ${since}`,
    subject: id,
    channel,
    since,
    lateAt: now.add({ hours: workspace.graceHours }),
    about: { marks, told, headline: alertHeadline(news), news } satisfies AlertIntent,
  }
  await store.alerts.owe(owed, { marks, told }, now)
}

/** A failed question doesn't stop the others. @returns `null`: it failed */
async function unlessForeseen<Read>(
  { log }: Workspace,
  { team, channel }: Subscription,
  detail: string,
  read: () => Promise<readonly Read[] | null>,
): Promise<readonly Read[] | null> {
  try {
    return await read()
  } catch (error) {
    const { code, foreseen } = explain(error)
    if (!foreseen) throw error
    log.warn('an alert could not be checked', { team, channel, code, detail, error })
    return null
  }
}

async function changesOf(
  workspace: Workspace,
  subscription: Subscription,
  { kind, basis, read }: AlertCheck,
): Promise<readonly Change[]> {
  const { store, clock } = workspace
  const { team, id } = subscription
  const marked = await store.alerts.marked(team, id, { kind, basis })
  const readings = await unlessForeseen(workspace, subscription, kind, () => read(marked))
  // Without a comparison there is no baseline: the first comparable check sets it.
  if (readings === null) return []
  const keyed = readings.map((reading) => ({ ...reading, subject: recordKey(reading.subject) }))
  const { toReport, toMark } = alertStep(keyed, marked?.states ?? null)
  if (marked === null) await store.alerts.begin(team, id, { kind, basis, states: toMark }, clock.now())
  else await store.alerts.mark(team, id, { kind, basis, states: toMark }, clock.now())
  return toReport.map(({ subject, event }) => ({ mark: { kind, subject, basis }, event }))
}

const maxEvents = 20

function alertNews(
  { id, name, filters, alerts, schedule }: Subscription,
  changes: readonly Change[],
  { period, filterNames }: Pick<AlertChecks, 'period' | 'filterNames'>,
): AlertNews {
  const question = readFilters(filters)
  return {
    digest: { id, name },
    events: changes.slice(0, maxEvents).map(({ event }) => event),
    left: Math.max(0, changes.length - maxEvents),
    period,
    engines: question.engines,
    filters: withNames(question, filterNames).filters,
    figures: argsText(withFixedPeriod(question, period)),
    quiet: alerts.quietHours === null ? null : { ...alerts.quietHours, timeZone: schedule.timeZone },
  }
}

/** Stored with an alert, so that any process posts the same message. */
export interface AlertIntent extends AlertContent {
  /** The sentence shown in the history. */
  readonly headline: string
  readonly news: AlertNews
}

/** Why an alert can't be posted now: it is turned off, or in its quiet hours; `null` if it can. */
export function alertObstacle(
  { marks, told }: AlertIntent,
  { alerts, schedule }: Subscription,
  now: Temporal.Instant,
): { readonly skip: Reason } | { readonly later: Temporal.Instant; readonly reason: Reason } | null {
  const on = alertKinds(alerts)
  const kinds = [...marks.map(({ kind }) => kind), ...told.map(({ kind }) => brandAlerts[kind])]
  if (!kinds.some((kind) => on.includes(kind))) return { skip: 'alerts_off' }
  const later = quietUntil(alerts.quietHours, schedule.timeZone, now)
  return later === null ? null : { later, reason: 'quiet_hours' }
}
