import { type AlertNews, alertHeadline, alertMessage } from '../../blocks/digests/alert.ts'
import { alertIntent, alertKinds, type Claim, type Delivery, type Subscription } from '../../store/index.ts'
import type { ComposedDigest } from '../compose/compose.ts'
import { quietUntil } from '../schedule/quiet-hours.ts'

/** What an alert's delivery keeps, so that whoever delivers it draws the same message. */
export function toldOf(news: AlertNews): { readonly headline: string; readonly told: string } {
  return { headline: alertHeadline(news), told: JSON.stringify(news) }
}

/** The message of an alert's delivery, as a digest that has nothing else; `null`: the delivery is no alert. */
export function composedAlert({ alert }: Pick<Delivery, 'alert'>): ComposedDigest | null {
  const intent = alertIntent(alert)
  if (intent === null) return null
  const news: AlertNews = JSON.parse(intent.told)
  return {
    main: alertMessage(news),
    replies: [],
    quiet: false,
    says: null,
    recommendations: [],
  }
}

/** Why an alert is not for now: until when it is held, or why it is not told any more; `null`: it may go. */
export function alertObstacle(
  { alert }: Pick<Claim, 'alert'>,
  { alerts, schedule }: Subscription,
  now: Temporal.Instant,
):
  | { readonly kind: 'later'; readonly until: Temporal.Instant }
  | { readonly kind: 'never'; readonly reason: string }
  | null {
  const on = alertKinds(alerts)
  const { marks = [] } = alertIntent(alert) ?? {}
  if (!marks.some(({ kind }) => on.includes(kind)))
    return { kind: 'never', reason: 'its alerts were turned off' }
  const until = quietUntil(alerts.quietHours, schedule.timeZone, now)
  return until === null ? null : { kind: 'later', until }
}
