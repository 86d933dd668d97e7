import { type AlertNews, alertHeadline, alertMessage } from '../../blocks/digests/alert.ts'
import { forEveryone } from '../../lib/day-order.ts'
import { alertIntent, alertKinds, type Claim, type Delivery, type Subscription } from '../../store/index.ts'
import type { Reason } from '../../store/reason.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { nothingWaiting } from '../compose/waiting.ts'
import { quietUntil } from '../schedule/quiet-hours.ts'

/** Stored with an alert's delivery, so that any process posts the same message. */
export function alertContent(news: AlertNews): { readonly headline: string; readonly told: string } {
  return { headline: alertHeadline(news), told: JSON.stringify(news) }
}

/** The alert's message as a digest without other content; `null` if the delivery is not an alert. */
export function composeAlert({ alert }: Pick<Delivery, 'alert'>): ComposedDigest | null {
  const intent = alertIntent(alert)
  if (intent === null) return null
  const news: AlertNews = JSON.parse(intent.told)
  return {
    main: forEveryone(() => alertMessage(news)),
    replies: [],
    quiet: false,
    statement: null,
    recommendations: [],
    waiting: nothingWaiting,
  }
}

/** Why an alert can't be posted now; `null` if it can. `later`: quiet hours. `never`: turned off. */
export function alertObstacle(
  { alert }: Pick<Claim, 'alert'>,
  { alerts, schedule }: Subscription,
  now: Temporal.Instant,
):
  | { readonly kind: 'later'; readonly until: Temporal.Instant }
  | { readonly kind: 'never'; readonly reason: Reason }
  | null {
  const on = alertKinds(alerts)
  const { marks = [] } = alertIntent(alert) ?? {}
  if (!marks.some(({ kind }) => on.includes(kind))) return { kind: 'never', reason: 'alerts_off' }
  const until = quietUntil(alerts.quietHours, schedule.timeZone, now)
  return until === null ? null : { kind: 'later', until }
}
