import { type Kysely, sql, type Transaction } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { type AlertKind, everyAlertKind } from './digest-settings.ts'
import { enqueue, type Owed } from './outbox.ts'
import { instantText } from './sql.ts'
import { type Subscription, takeDue } from './subscription-queries.ts'

/** A threshold that was crossed. There is no further alert about it until it has recovered. */
export interface AlertMark {
  readonly kind: AlertKind
  /** The brand, subreddit or evaluation; unique within its kind and digest, never empty. */
  readonly subject: string
  /** Identifies the question: what was checked, with which filters and threshold. Marks of other questions don't apply. */
  readonly basis: string
}

/** Checks for alerts between digests: when they are due, and what is already marked. */
export interface AlertStore {
  /**
   * Digests in all workspaces whose check is due, most overdue first. Each is returned to one caller, and is due again at
   * `next`.
   */
  claimChecks(now: Temporal.Instant, next: Temporal.Instant, limit: number): Promise<readonly Subscription[]>
  /** Reschedules the check. @param at `null`: no check until the digest's alerts are changed */
  scheduleCheck(team: string, subscriptionId: string, at: Temporal.Instant | null): Promise<void>
  /** The marks of one kind for one question. `null`: it was never checked. */
  marked(
    team: string,
    subscriptionId: string,
    of: Pick<AlertMark, 'kind' | 'basis'>,
  ): Promise<MarkedAlerts | null>
  /** Stores the baseline of a question's first check, and removes the marks of other questions. */
  begin(
    team: string,
    subscriptionId: string,
    first: Pick<AlertMark, 'kind' | 'basis'> & { readonly states: AlertStates },
    now: Temporal.Instant,
  ): Promise<void>
  /** Marks states without an alert: subjects that recovered, or were already over the threshold when first seen. */
  mark(
    team: string,
    subscriptionId: string,
    of: Pick<AlertMark, 'kind' | 'basis'> & { readonly states: AlertStates },
    now: Temporal.Instant,
  ): Promise<void>
  /**
   * Owes an alert, unless another one of its digest is being delivered, or has already reported one of these marks. If a
   * process is suspended after its check, another one may report the same first.
   */
  owe(alert: Owed, marks: readonly AlertMark[], now: Temporal.Instant): Promise<void>
  /** Whether an alert of the digest is being posted or looked up. */
  isBeingDelivered(team: string, subscriptionId: string): Promise<boolean>
}

/** `crossed`: no further alert until it is `clear`. */
export type AlertState = 'crossed' | 'clear'

/** By subject, without subjects that were never seen. */
export type AlertStates = ReadonlyMap<string, AlertState>

export interface MarkedAlerts {
  readonly states: AlertStates
  /** ISO 8601 instant of the first check. */
  readonly since: string
}

/** The subject of the row that holds the time of the first check. */
const firstCheck = ''

const kindOf = (kind: AlertKind) => `alert_${kind}` as const

/** Marks the subjects of a posted alert, in the transaction that records its post. */
export function markAlerts(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
  marks: readonly AlertMark[],
  at: string,
): Promise<void> {
  return markStates(
    db,
    team,
    subscriptionId,
    marks.map((mark) => ({ ...mark, state: 'crossed' })),
    at,
  )
}

/** PostgreSQL accepts 65,535 values in one statement. */
const marksPerStatement = 1_000

async function markStates(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
  marks: readonly (AlertMark & { readonly state: AlertState | null })[],
  at: string,
): Promise<void> {
  // PostgreSQL refuses to update a row twice in one statement.
  const key = ({ kind, subject }: AlertMark) => `${kind} ${subject}`
  const unique = [...new Map(marks.map((mark) => [key(mark), mark])).values()]
    // Sorted, so that two processes with the same marks can't deadlock.
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
  for (let from = 0; from < unique.length; from += marksPerStatement)
    await db
      .insertInto('digest_records')
      .values(
        unique.slice(from, from + marksPerStatement).map(({ kind, subject, basis, state }) => ({
          team_id: team,
          subscription_id: subscriptionId,
          kind: kindOf(kind),
          subject,
          topic: basis,
          value: state,
          recorded_at: at,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['team_id', 'subscription_id', 'kind', 'subject']).doUpdateSet((eb) => ({
          topic: eb.ref('excluded.topic'),
          value: eb.ref('excluded.value'),
          recorded_at: eb.ref('excluded.recorded_at'),
        })),
      )
      .execute()
}

const marksOf = ({
  kind,
  basis,
  states,
}: Pick<AlertMark, 'kind' | 'basis'> & { readonly states: AlertStates }) =>
  [...states].map(([subject, state]) => ({ kind, subject, basis, state }))

/** @param transaction locks the digest's row, so that only one of several processes gets `true` */
async function isUnreported(
  transaction: Transaction<Database>,
  team: string,
  subscriptionId: string,
  marks: readonly AlertMark[],
  shared: boolean,
): Promise<boolean> {
  await transaction
    .selectFrom('subscriptions')
    .select('id')
    .where('team_id', '=', team)
    .where('id', '=', subscriptionId)
    .$if(shared, (row) => row.forUpdate())
    .execute()
  if (await isBeingDelivered(transaction, team, subscriptionId)) return false
  const marked = await transaction
    .selectFrom('digest_records')
    .select('subject')
    .where('team_id', '=', team)
    .where('subscription_id', '=', subscriptionId)
    .where('value', '=', 'crossed')
    .where(({ eb, or, and }) =>
      or(
        marks.map(({ kind, subject, basis }) =>
          and([eb('kind', '=', kindOf(kind)), eb('subject', '=', subject), eb('topic', '=', basis)]),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return marked === undefined
}

async function isBeingDelivered(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
): Promise<boolean> {
  const { rows } = await sql`SELECT id FROM outbox WHERE team_id = ${team} AND subject = ${subscriptionId}
    AND kind = 'alert' AND due_at IS NOT NULL LIMIT 1`.execute(db)
  return rows.length > 0
}

/** Removes marks, so that the next check sets a new baseline. */
export async function forgetAlerts(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
  kinds: readonly AlertKind[] = everyAlertKind,
): Promise<void> {
  if (kinds.length === 0) return
  await db
    .deleteFrom('digest_records')
    .where('team_id', '=', team)
    .where('subscription_id', '=', subscriptionId)
    .where('kind', 'in', kinds.map(kindOf))
    .execute()
}

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function alertStore(db: Kysely<Database>, shared: boolean): AlertStore {
  /** Avoids the update below in most minutes, when no check is due. */
  const earliest = prepared(db, [], () =>
    db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.min('alert_check_at').as('at'))
      .where('alert_check_at', 'is not', null),
  )

  return {
    async claimChecks(now, next, limit) {
      const [first] = await earliest({})
      if (first?.at == null || first.at > instantText(now)) return []
      return takeDue(db, shared, 'alert_check_at', { now, next, limit })
    },

    async scheduleCheck(team, subscriptionId, at) {
      await db
        .updateTable('subscriptions')
        .set({ alert_check_at: at === null ? null : instantText(at) })
        .where('team_id', '=', team)
        .where('id', '=', subscriptionId)
        // The digest may have been paused or deleted during the check.
        .where('alert_check_at', 'is not', null)
        .execute()
    },

    async marked(team, subscriptionId, { kind, basis }) {
      const rows = await db
        .selectFrom('digest_records')
        .select(['subject', 'value', 'recorded_at'])
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .where('kind', '=', kindOf(kind))
        .where('topic', '=', basis)
        .execute()
      const first = rows.find(({ subject }) => subject === firstCheck)
      if (first === undefined) return null
      const states = rows
        .filter(({ subject }) => subject !== firstCheck)
        .map(({ subject, value }) => [subject, value === 'clear' ? 'clear' : 'crossed'] as const)
      return { states: new Map(states), since: first.recorded_at }
    },

    begin: (team, subscriptionId, first, now) =>
      db.transaction().execute(async (transaction) => {
        const { kind, basis } = first
        await forgetAlerts(transaction, team, subscriptionId, [kind])
        const marks = [{ kind, subject: firstCheck, basis, state: null }, ...marksOf(first)]
        await markStates(transaction, team, subscriptionId, marks, instantText(now))
      }),

    mark: (team, subscriptionId, of, now) =>
      markStates(db, team, subscriptionId, marksOf(of), instantText(now)),

    owe: (alert, marks, now) =>
      db.transaction().execute(async (transaction) => {
        if (await isUnreported(transaction, alert.team, alert.subject ?? '', marks, shared))
          await enqueue(transaction, [alert], now)
      }),

    isBeingDelivered: (team, subscriptionId) => isBeingDelivered(db, team, subscriptionId),
  }
}
