import { z } from 'zod'
import {
  forgetAlerts,
  inChannel,
  kindOf,
  type OfDigest,
  ofDigest,
  recordRows,
  type ToldNews,
  toldKey,
} from './digest-record.ts'
import { markedAlertKinds, storedSettings } from './digest-settings.ts'
import { enqueue, type Owed } from './owed.ts'
import { type Database, type Db, instantText, type Sql, sql } from './sql.ts'
import { onlySubscription, type Subscription, takeDue } from './subscription-rows.ts'

/** A threshold that was crossed. There is no further alert about it until it has recovered. */
export const storedMark = z.object({
  kind: z.enum(markedAlertKinds),
  /** The subreddit or evaluation; unique within its kind and digest, never empty. */
  subject: z.string(),
  /** Identifies the question: what was checked, with which filters and threshold. Marks of other questions don't apply. */
  basis: z.string(),
})
export type AlertMark = Readonly<z.infer<typeof storedMark>>

export interface AlertContent {
  readonly marks: readonly AlertMark[]
  readonly told: readonly ToldNews[]
}

/** `crossed`: no further alert until it is `clear`. */
export type AlertState = 'crossed' | 'clear'

export type AlertStates = ReadonlyMap<string, AlertState>

interface SubjectStates extends Pick<AlertMark, 'kind' | 'basis'> {
  readonly states: AlertStates
}

export interface MarkedAlerts {
  readonly states: AlertStates
  readonly since: string
}

/** The subject of the row that holds the time of the first check. */
const firstCheck = ''

const rowOf = ({ kind, subject, basis, state }: AlertMark & { readonly state: AlertState | null }) =>
  ({ kind: kindOf(kind), subject, topic: basis, value: state }) as const

/** Marks the subjects of a posted alert, in the transaction that records its post. */
export const markAlerts = (db: Db, of: OfDigest, marks: readonly AlertMark[], at: string) =>
  recordRows(
    db,
    of,
    marks.map((mark) => rowOf({ ...mark, state: 'crossed' })),
    at,
  )

const rowsOf = ({ kind, basis, states }: SubjectStates) =>
  [...states].map(([subject, state]) => rowOf({ kind, subject, basis, state }))

/** @param transaction locks the channel's digests, so that only one of several processes and digests gets `true` */
async function isUnreported(
  transaction: Db,
  { team, channel, subject: id = '' }: Owed,
  { marks, told }: AlertContent,
): Promise<boolean> {
  if (transaction.shared)
    await sql`SELECT id FROM subscriptions WHERE team_id = ${team} AND channel_id = ${channel}
      ORDER BY id COLLATE "C" FOR UPDATE`.execute(transaction)
  // A channel is told once of the brands, whichever of its digests tells it.
  const others = told.length === 0 ? sql`subject = ${id}` : sql`channel_id = ${channel}`
  if (await isBeingDelivered(transaction, team, others)) return false
  const same = [
    ...marks.map(
      ({ kind, subject, basis }) => sql`(subscription_id = ${id} AND kind = ${kindOf(kind)}
        AND subject = ${subject} AND topic = ${basis} AND value = 'crossed')`,
    ),
    ...told.map((news) => sql`(kind = 'told' AND subject = ${toldKey(news)})`),
  ]
  const reported = sql`SELECT subject FROM ${inChannel(team, channel)} AND (${sql.join(same, ' OR ')}) LIMIT 1`
  return (await reported.first(transaction)) === null
}

async function isBeingDelivered(db: Db, team: string, which: Sql): Promise<boolean> {
  const open = sql`SELECT id FROM outbox WHERE team_id = ${team} AND ${which}
    AND kind = 'alert' AND due_at IS NOT NULL LIMIT 1`
  return (await open.first(db)) !== null
}

/** Checks for alerts between digests: when they are due, and what is already marked. */
export function alertStore(db: Database) {
  return {
    /** Digests of all workspaces whose check is due, the most overdue ones in any order, each for one caller; due again at `next`. */
    claimChecks: (now: Temporal.Instant, next: Temporal.Instant, limit: number) =>
      takeDue(db, 'alert_check_at', now, next, limit),

    /** Reschedules the check. @param at `null`: no check until the digest's alerts are changed */
    async scheduleCheck(
      { team, id, alerts }: Pick<Subscription, 'team' | 'id' | 'alerts'>,
      at: Temporal.Instant | null,
    ): Promise<void> {
      // The digest may have been paused or deleted during the check, or its alerts were changed: they are due then.
      await sql`UPDATE subscriptions SET alert_check_at = ${at && instantText(at)}
        WHERE ${onlySubscription({ team, id })} AND alert_check_at IS NOT NULL
          AND alerts = ${JSON.stringify(storedSettings.alerts.parse(alerts))}`.execute(db)
    },

    /** The marks of one kind for one question. `null`: it was never checked. */
    async marked(
      team: string,
      subscriptionId: string,
      { kind, basis }: Pick<AlertMark, 'kind' | 'basis'>,
    ): Promise<MarkedAlerts | null> {
      const rows = await sql<{ subject: string; state: AlertState | null; at: string }>`
        SELECT subject, value AS state, recorded_at AS at FROM digest_records
          WHERE ${ofDigest(team, subscriptionId)} AND kind = ${kindOf(kind)} AND topic = ${basis}`.rows(db)
      const first = rows.find(({ subject }) => subject === firstCheck)
      if (first === undefined) return null
      const states = rows.flatMap(({ subject, state }) => (state === null ? [] : [[subject, state] as const]))
      return { states: new Map(states), since: first.at }
    },

    /** Stores the baseline of a question's first check, and removes the marks of other questions. */
    begin: (team: string, subscriptionId: string, first: SubjectStates, now: Temporal.Instant) =>
      db.transaction(async (transaction) => {
        const { kind, basis } = first
        await forgetAlerts(transaction, team, subscriptionId, [kind])
        const rows = [rowOf({ kind, subject: firstCheck, basis, state: null }), ...rowsOf(first)]
        await recordRows(transaction, { team, subscriptionId }, rows, instantText(now))
      }),

    /** Marks states without an alert: subjects that recovered, or were already over the threshold when first seen. */
    mark: (team: string, subscriptionId: string, of: SubjectStates, now: Temporal.Instant) =>
      recordRows(db, { team, subscriptionId }, rowsOf(of), instantText(now)),

    /**
     * Owes an alert, unless another one of its digest is being delivered (if it tells of brands: of its channel), or has
     * already reported a part of it. If a process is suspended after its check, another one may report the same first.
     */
    owe: (alert: Owed, content: AlertContent, now: Temporal.Instant): Promise<void> =>
      db.transaction(async (transaction) => {
        if (await isUnreported(transaction, alert, content)) await enqueue(transaction, [alert], now)
      }),

    /** Whether an alert of the digest is being posted or looked up. */
    isBeingDelivered: (team: string, subscriptionId: string) =>
      isBeingDelivered(db, team, sql`subject = ${subscriptionId}`),
  }
}
