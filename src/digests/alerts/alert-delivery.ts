import { type AlertNews, alertHeadline } from '../../blocks/digests/alert.ts'
import { type AlertContent, alertKinds, type Subscription } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import { quietUntil } from '../schedule/quiet-hours.ts'

/** Stored with an alert, so that any process posts the same message. */
export interface AlertIntent extends AlertContent {
  /** The sentence shown in the history. */
  readonly headline: string
  readonly news: AlertNews
}

export function alertIntent(news: AlertNews, content: AlertContent): AlertIntent {
  return { ...content, headline: alertHeadline(news), news }
}

/** Why an alert can't be posted now: it is turned off, or in its quiet hours; `null` if it can. */
export function alertObstacle(
  // An alert of an earlier release has nothing told.
  { marks, told = [] }: AlertIntent,
  { alerts, schedule }: Subscription,
  now: Temporal.Instant,
): { readonly skip: Reason } | { readonly later: Temporal.Instant; readonly reason: Reason } | null {
  const on = alertKinds(alerts)
  const kinds = [
    ...marks.map(({ kind }) => kind),
    ...told.map(({ kind }) => (kind === 'passing' ? 'overtaken' : 'fall')),
  ]
  if (!kinds.some((kind) => on.includes(kind))) return { skip: 'alerts_off' }
  const later = quietUntil(alerts.quietHours, schedule.timeZone, now)
  return later === null ? null : { later, reason: 'quiet_hours' }
}
