import { changes, type Database, instantText, sql } from './sql.ts'
import type { RecommendationRef } from './tasks.ts'

/** A posted message that may be updated later. */
export interface PostedMessage {
  readonly team: string
  readonly channel: string
  /** Slack's `ts`, which identifies the message in its channel. */
  readonly ts: string
  readonly text: string
  readonly blocks: readonly unknown[]
  /** Counts the updates. */
  readonly revision: number
}

type Stored = Omit<PostedMessage, 'blocks'> & { readonly blocks: string }

const columns = sql`message.team_id AS team, message.channel_id AS channel, message.ts,
  message.text, message.blocks, message.revision`

const read = (rows: readonly Stored[]): readonly PostedMessage[] =>
  rows.map((row) => ({ ...row, blocks: JSON.parse(row.blocks) }))

export function messageStore(db: Database) {
  return {
    /** Stores a posted message and the recommendations in it. May be repeated. */
    remember: (
      { team, channel, ts, text, blocks }: Omit<PostedMessage, 'revision'>,
      copiesOf: readonly Omit<RecommendationRef, 'team'>[],
      now: Temporal.Instant,
    ): Promise<void> =>
      db.transaction(async (transaction) => {
        await sql`INSERT INTO posted_messages
            (team_id, channel_id, ts, text, blocks, revision, created_at)
          VALUES (${team}, ${channel}, ${ts}, ${text}, ${JSON.stringify(blocks)}, 0,
            ${instantText(now)})
          ON CONFLICT DO NOTHING`.execute(transaction)
        // Sorted, so that two callers with the same message can't deadlock.
        const sorted = copiesOf.toSorted((a, b) => (a.resultId < b.resultId ? -1 : 1))
        for (const { organizationId, workspaceId, resultId } of sorted)
          await sql`INSERT INTO recommendation_copies
              (team_id, organization_id, workspace_id, result_id, channel_id, ts)
            VALUES (${team}, ${organizationId}, ${workspaceId}, ${resultId}, ${channel}, ${ts})
            ON CONFLICT DO NOTHING`.execute(transaction)
      }),

    /** All messages that show the recommendation, oldest first. */
    async copies({ team, organizationId, workspaceId, resultId }: RecommendationRef) {
      const rows = await sql<Stored>`SELECT ${columns} FROM recommendation_copies AS copy
        JOIN posted_messages AS message ON message.team_id = copy.team_id
          AND message.channel_id = copy.channel_id AND message.ts = copy.ts
        WHERE copy.team_id = ${team} AND copy.organization_id = ${organizationId}
          AND copy.workspace_id = ${workspaceId} AND copy.result_id = ${resultId}
        ORDER BY message.created_at, message.ts`.rows(db)
      return read(rows)
    },

    /** `null`: it is not stored. */
    async get(team: string, channel: string, ts: string): Promise<PostedMessage | null> {
      const rows = await sql<Stored>`SELECT ${columns} FROM posted_messages AS message
        WHERE team_id = ${team} AND channel_id = ${channel} AND ts = ${ts}`.rows(db)
      return read(rows)[0] ?? null
    },

    /**
     * Replaces a message's content if it still has this revision. `false`: it was updated or removed after it was read. Read
     * it again, so that no other change is lost.
     */
    rewrite: (
      { team, channel, ts, revision }: Pick<PostedMessage, 'team' | 'channel' | 'ts' | 'revision'>,
      { text, blocks }: Pick<PostedMessage, 'text' | 'blocks'>,
    ): Promise<boolean> =>
      changes(
        db,
        sql`UPDATE posted_messages
          SET text = ${text}, blocks = ${JSON.stringify(blocks)}, revision = ${revision + 1}
          WHERE team_id = ${team} AND channel_id = ${channel} AND ts = ${ts} AND revision = ${revision}`,
      ),

    /** Removes a message that was deleted in Slack, and its copies (ON DELETE CASCADE). */
    async forget(team: string, channel: string, ts: string): Promise<void> {
      await sql`DELETE FROM posted_messages
        WHERE team_id = ${team} AND channel_id = ${channel} AND ts = ${ts}`.execute(db)
    },
  }
}
