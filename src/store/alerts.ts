import type { Kysely, Transaction } from 'kysely'
import type { AlertIntent, AlertMark } from './alert-intent.ts'
import { prepared } from './prepared.ts'
import type { Database } from './schema.ts'
import { type Subscription, subscriptionRecord } from './subscription-record.ts'
import { instantText } from './text.ts'

/** What is looked for between digests: when, and what was told already. */
export interface AlertStore {
  /**
   * Digests that are due for a look, of all teams, those that wait longest first; each is answered to one caller and is
   * due again at `next`.
   */
  takeLooks(now: Temporal.Instant, next: Temporal.Instant, limit: number): Promise<readonly Subscription[]>
  /** Looks at another time; `null`: not again until its alerts are changed. */
  lookAt(team: string, subscriptionId: string, at: Temporal.Instant | null): Promise<void>
  /** What a digest has marked of one kind for one question; `null`: nobody has looked with that question yet. */
  marked(
    team: string,
    subscriptionId: string,
    of: Pick<AlertMark, 'kind' | 'basis'>,
  ): Promise<MarkedAlerts | null>
  /** The first look with a question: what stands so already is marked, and whatever was marked for another one is gone. */
  begin(
    team: string,
    subscriptionId: string,
    first: Pick<AlertMark, 'kind' | 'basis'> & { readonly subjects: readonly string[] },
    now: Temporal.Instant,
  ): Promise<void>
  /** Marks without a word what stands so and is no crossing. */
  mark(
    team: string,
    subscriptionId: string,
    marks: readonly AlertMark[],
    now: Temporal.Instant,
  ): Promise<void>
  /** What has recovered may be told again. */
  rearm(team: string, subscriptionId: string, marks: readonly AlertMark[]): Promise<void>
  /** Whether an alert of the digest is on its way, or is still being looked up. */
  isUnderWay(team: string, subscriptionId: string): Promise<boolean>
}

export interface MarkedAlerts {
  readonly subjects: ReadonlySet<string>
  /** ISO 8601 instant of the first look. */
  readonly since: string
}

/** Stands for the first look itself; a subject is never empty. */
const firstLook = ''

/** Marks what was told. Within the transaction that records its post. */
export async function markAlerts(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
  marks: AlertIntent['marks'],
  at: string,
): Promise<void> {
  if (marks.length === 0) return
  // PostgreSQL refuses to change a row twice in one statement.
  const key = ({ kind, subject }: AlertMark) => `${kind} ${subject}`
  const unique = [...new Map(marks.map((mark) => [key(mark), mark])).values()]
    // Always in the same order, so that two processes with the same marks never wait for each other.
    .sort((a, b) => (key(a) < key(b) ? -1 : 1))
  await db
    .insertInto('alert_marks')
    .values(
      unique.map(({ kind, subject, basis }) => ({
        team_id: team,
        subscription_id: subscriptionId,
        kind,
        subject,
        basis,
        marked_at: at,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['team_id', 'subscription_id', 'kind', 'subject'])
        .doUpdateSet((eb) => ({ basis: eb.ref('excluded.basis'), marked_at: eb.ref('excluded.marked_at') })),
    )
    .execute()
}

/** Forgets what was told: the next look finds out anew how things stand. @param kinds of these only; left out: of all */
export async function forgetAlerts(
  db: Kysely<Database> | Transaction<Database>,
  team: string,
  subscriptionId: string,
  kinds?: readonly AlertMark['kind'][],
): Promise<void> {
  if (kinds?.length === 0) return
  await db
    .deleteFrom('alert_marks')
    .where('team_id', '=', team)
    .where('subscription_id', '=', subscriptionId)
    .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds ?? []))
    .execute()
}

/** @param shared whether other processes may be at the same rows: those that they hold are passed by */
export function alertStore(db: Kysely<Database>, shared: boolean): AlertStore {
  /** Asked every minute, mostly in vain. */
  const earliest = prepared(db, [], () =>
    db
      .selectFrom('subscriptions')
      .select((eb) => eb.fn.min('alert_at').as('at'))
      .where('alert_at', 'is not', null),
  )

  return {
    async takeLooks(now, next, limit) {
      const at = instantText(now)
      const [first] = await earliest({})
      if (first?.at == null || first.at > at) return []
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('subscriptions')
            .select(['team_id', 'id'])
            .where('alert_at', '<=', at)
            .orderBy('alert_at')
            .limit(limit)
            .$if(shared, (found) => found.forUpdate().skipLocked()),
        )
        .updateTable('subscriptions')
        .set({ alert_at: instantText(next) })
        .where((eb) =>
          eb(
            eb.refTuple('team_id', 'id'),
            'in',
            eb.selectFrom('due').select(['team_id', 'id']).$asTuple('team_id', 'id'),
          ),
        )
        .returningAll()
        .execute()
      return rows.map(subscriptionRecord)
    },

    async lookAt(team, subscriptionId, at) {
      await db
        .updateTable('subscriptions')
        .set({ alert_at: at === null ? null : instantText(at) })
        .where('team_id', '=', team)
        .where('id', '=', subscriptionId)
        // Whoever paused or deleted it meanwhile has ended its looks.
        .where('alert_at', 'is not', null)
        .execute()
    },

    async marked(team, subscriptionId, { kind, basis }) {
      const rows = await db
        .selectFrom('alert_marks')
        .select(['subject', 'marked_at'])
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .where('kind', '=', kind)
        .where('basis', '=', basis)
        .execute()
      const begun = rows.find(({ subject }) => subject === firstLook)
      if (begun === undefined) return null
      const subjects = rows.map(({ subject }) => subject).filter((subject) => subject !== firstLook)
      return { subjects: new Set(subjects), since: begun.marked_at }
    },

    begin: (team, subscriptionId, { kind, basis, subjects }, now) =>
      db.transaction().execute(async (transaction) => {
        await forgetAlerts(transaction, team, subscriptionId, [kind])
        const marks = [firstLook, ...subjects].map((subject) => ({ kind, subject, basis }))
        await markAlerts(transaction, team, subscriptionId, marks, instantText(now))
      }),

    mark: (team, subscriptionId, marks, now) => markAlerts(db, team, subscriptionId, marks, instantText(now)),

    async rearm(team, subscriptionId, marks) {
      for (const { kind, subject, basis } of marks)
        await db
          .deleteFrom('alert_marks')
          .where('team_id', '=', team)
          .where('subscription_id', '=', subscriptionId)
          .where('kind', '=', kind)
          .where('subject', '=', subject)
          .where('basis', '=', basis)
          .execute()
    },

    async isUnderWay(team, subscriptionId) {
      const found = await db
        .selectFrom('deliveries')
        .select('id')
        .where('team_id', '=', team)
        .where('subscription_id', '=', subscriptionId)
        .where('alert', 'is not', null)
        .where((eb) =>
          eb.or([
            eb('state', 'in', ['pending', 'posting']),
            eb.and([eb('state', '=', 'unknown'), eb('check_at', 'is not', null)]),
          ]),
        )
        .limit(1)
        .executeTakeFirst()
      return found !== undefined
    },
  }
}
