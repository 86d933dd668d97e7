import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '../schema.ts'
import { instantText, instantTextAfter, keyIn, teamIsConnected } from './sql.ts'

/** The right to introduce Sightline in a channel. `attempt` is the fencing token: a later claim makes this one void. */
export interface InvitationClaim {
  readonly team: string
  readonly channel: string
  /** Identifies the message in its metadata. */
  readonly id: string
  readonly attempt: number
  /** An earlier claim started to post, so the message may already be in the channel. */
  readonly mayBePosted: boolean
  /** ISO 8601 instant. */
  readonly invitedAt: string
}

/**
 * Channels that Sightline was invited to, and the one message with which it introduces itself in each. The rows are kept,
 * so that a later invitation to the same channel posts nothing. Methods that take a claim return `false` if it is void.
 */
export interface InvitationStore {
  /** `true` for the first invitation to this channel, and for one caller only. */
  record(team: string, channel: string, now: Temporal.Instant): Promise<boolean>
  /** Claims up to `limit` due invitations, most overdue first. Each goes to one caller. */
  claimDue(now: Temporal.Instant, leaseMs: number, limit: number): Promise<readonly InvitationClaim[]>
  /** Committed before posting. Restarts the lease. `false`: don't post. */
  beginPost(claim: InvitationClaim, leaseMs: number, now: Temporal.Instant): Promise<boolean>
  /** Makes the invitation due again at `at`. */
  postpone(
    claim: InvitationClaim,
    to: { readonly at: Temporal.Instant; readonly mayBePosted: boolean },
  ): Promise<boolean>
  /** May be repeated with the same outcome. */
  end(claim: InvitationClaim, outcome: string): Promise<boolean>
}

const keyColumns = ['team_id', 'channel_id'] as const

/** @param shared whether other processes may use the same rows; locked rows are then skipped */
export function invitationStore(db: Kysely<Database>, shared: boolean): InvitationStore {
  const updateClaimed = ({ team, channel, id, attempt }: InvitationClaim) =>
    db
      .updateTable('invitations')
      .where((eb) => eb.and({ team_id: team, channel_id: channel, id, attempt }))
      .returning('id')

  return {
    async record(team, channel, now) {
      const at = instantText(now)
      const row = await db
        .insertInto('invitations')
        .values({
          team_id: team,
          channel_id: channel,
          id: randomUUID(),
          posting: 0,
          attempt: 0,
          due_at: at,
          outcome: null,
          invited_at: at,
        })
        .onConflict((conflict) => conflict.columns(keyColumns).doNothing())
        .returning('id')
        .executeTakeFirst()
      return row !== undefined
    },

    async claimDue(now, leaseMs, limit) {
      const rows = await db
        .with('due', (query) =>
          query
            .selectFrom('invitations')
            .select(keyColumns)
            .where('due_at', '<=', instantText(now))
            .where(teamIsConnected('invitations'))
            .orderBy('due_at')
            .limit(limit)
            .$if(shared, (due) => due.forUpdate().skipLocked()),
        )
        .updateTable('invitations')
        .set((eb) => ({ attempt: eb('attempt', '+', 1), due_at: instantTextAfter(now, leaseMs) }))
        .where(keyIn(keyColumns, 'due'))
        .returning([
          'team_id as team',
          'channel_id as channel',
          'id',
          'attempt',
          'posting',
          'invited_at as invitedAt',
        ])
        .execute()
      return rows.map(({ posting, ...row }) => ({ ...row, mayBePosted: posting === 1 }))
    },

    async beginPost(claim, leaseMs, now) {
      const row = await updateClaimed(claim)
        .set({ posting: 1, due_at: instantTextAfter(now, leaseMs) })
        .where('outcome', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    async postpone(claim, { at, mayBePosted }) {
      const row = await updateClaimed(claim)
        .set({ posting: mayBePosted ? 1 : 0, due_at: instantText(at) })
        .where('outcome', 'is', null)
        .executeTakeFirst()
      return row !== undefined
    },

    async end(claim, outcome) {
      const row = await updateClaimed(claim)
        .set({ outcome, due_at: null })
        .where((eb) => eb.or([eb('outcome', 'is', null), eb('outcome', '=', outcome)]))
        .executeTakeFirst()
      return row !== undefined
    },
  }
}
