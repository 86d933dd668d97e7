import type { AlertNews } from '../../blocks/digests/alert.ts'
import { type AlertEvent, type AlertReading, alertStep } from '../../insights/alerts.ts'
import { askedText, pinned } from '../../insights/question/asked.ts'
import { readFilters } from '../../insights/question/read.ts'
import { fewAtOnce } from '../../insights/section.ts'
import { explain } from '../../lib/problem.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { ReportPeriod } from '../../model/reports.ts'
import { type AlertMark, alertKinds, recordKey, type Subscription } from '../../store/index.ts'
import { composeLeaseMs, deliver } from '../deliver/deliver.ts'
import { quietUntil } from '../schedule/quiet-hours.ts'
import type { DigestWorkspace, DigestWorkspaces } from '../workspace.ts'
import { toldOf } from './alert-post.ts'
import { type AlertQuestion, alertQuestions } from './alert-readings.ts'

/** What a look has found that is to be told. */
interface Found {
  readonly mark: AlertMark
  readonly event: AlertEvent
}

/**
 * Looks for what the alerts of these digests look out for, and tells what has crossed since the last look. What can't be
 * read now is looked at an hour later.
 */
export async function lookForAlerts(
  workspaces: Pick<DigestWorkspaces, 'log' | 'of'>,
  due: readonly Subscription[],
  signal: AbortSignal,
): Promise<void> {
  await fewAtOnce(due, async (subscription) => {
    try {
      const own = await workspaces.of(subscription.team)
      // Where Sightline no longer is, its digests stand still anyway.
      if (own !== null) await look(own, subscription, signal)
    } catch (error) {
      const { team, channel } = subscription
      const { code } = explain(error)
      workspaces.log.warn('alerts could not be looked for', { team, channel, code, error })
    }
  })
}

async function look(
  workspace: DigestWorkspace,
  subscription: Subscription,
  signal: AbortSignal,
): Promise<void> {
  const { store, clock } = workspace
  const { team, id, channel, alerts, schedule } = subscription
  const now = clock.now()
  // Nothing has been said yet: whoever comes next may look at once.
  const handBack = () => store.alerts.lookAt(team, id, now)
  if (signal.aborted) return handBack()
  if (alertKinds(alerts).length === 0) return store.alerts.lookAt(team, id, null)
  const quietEnd = quietUntil(alerts.quietHours, schedule.timeZone, now)
  if (quietEnd !== null) return store.alerts.lookAt(team, id, quietEnd)
  // What is on its way marks what it tells when it has arrived.
  if (await store.alerts.isUnderWay(team, id)) return
  const { questions, period } = await alertQuestions(workspace, subscription, now)
  let found: readonly Found[]
  try {
    const asking = Promise.all(questions.map((question) => crossings(workspace, subscription, question)))
    found = (await unlessAborted(asking, signal)).flat()
  } catch (error) {
    if (!signal.aborted) throw error
    return handBack()
  }
  if (found.length === 0) return
  const alert = {
    ...toldOf(newsOf(subscription, found, period)),
    marks: found.map(({ mark }) => mark),
  }
  const claim = await store.deliveries.claim({
    team,
    subscriptionId: id,
    slot: slotAt(now),
    channel,
    askedBy: null,
    alert,
    leaseMs: composeLeaseMs,
    now,
  })
  if (claim !== null) await deliver(workspace, subscription, claim, { retries: true, signal })
}

/** What of one question is to be told. A question that can't be answered now stops no other. */
async function crossings(
  { store, clock, log }: DigestWorkspace,
  { team, id, channel }: Subscription,
  { kind, basis, read }: AlertQuestion,
): Promise<readonly Found[]> {
  const marked = await store.alerts.marked(team, id, { kind, basis })
  let readings: readonly AlertReading[] | null
  try {
    readings = await read(marked)
  } catch (error) {
    const { code, foreseen } = explain(error)
    if (!foreseen) throw error
    log.warn('an alert could not be looked for', { team, channel, code, detail: kind, error })
    return []
  }
  // A look that can't compare begins nothing: the first one that can is the first.
  if (readings === null) return []
  const keyed = readings.map((one) => ({ ...one, subject: recordKey(one.subject) }))
  const { tell, mark } = alertStep(keyed, marked?.states ?? null)
  if (marked === null) await store.alerts.begin(team, id, { kind, basis, states: mark }, clock.now())
  else await store.alerts.mark(team, id, { kind, basis, states: mark }, clock.now())
  return tell.map(({ subject, event }) => ({ mark: { kind, subject, basis }, event }))
}

/** More than these at once are only counted. */
const mostTold = 20

function newsOf(
  { id, name, filters, alerts, schedule }: Subscription,
  found: readonly Found[],
  period: ReportPeriod,
): AlertNews {
  const asked = readFilters(filters)
  return {
    digest: { id, name },
    events: found.slice(0, mostTold).map(({ event }) => event),
    left: Math.max(0, found.length - mostTold),
    period,
    engines: asked.engines,
    figures: askedText(pinned(asked, period)),
    quiet: alerts.quietHours === null ? null : { ...alerts.quietHours, timeZone: schedule.timeZone },
  }
}

/** A slot of its own: digests have theirs at full minutes, or a full second later. */
function slotAt(now: Temporal.Instant): Temporal.Instant {
  return now.round({ smallestUnit: 'second', roundingMode: 'floor' }).add({ milliseconds: 1 })
}
