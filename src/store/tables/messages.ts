import { type Kysely, sql } from 'kysely'
import { prepared } from '../engines/prepared.ts'
import type { Database } from '../schema.ts'
import { instantText, teamIsConnected } from './sql.ts'
import type { RecommendationRef } from './tasks/tasks.ts'

/**
 * A posted message that may be updated later. `unanswered` is a question that is being answered. With a `threadTs`, it is
 * the message that a person wrote in that thread of the agent view. Without one, it is the line “Looking it up…”; the
 * answer replaces both the line and its row.
 */
export interface PostedMessage {
  readonly team: string
  readonly channel: string
  /** Slack's `ts`, which identifies the message in its channel. */
  readonly ts: string
  readonly kind: 'digest' | 'answer' | 'unanswered'
  readonly threadTs: string | null
  readonly text: string
  /** Block Kit blocks. */
  readonly blocks: readonly unknown[]
  /** Counts the updates. */
  readonly revision: number
  /** ISO 8601 instant. */
  readonly createdAt: string
}

export interface MessageStore {
  /** Stores a posted message and the recommendations in it. May be repeated; only replaces an `unanswered` message. */
  remember(
    message: Omit<PostedMessage, 'revision' | 'createdAt'>,
    copiesOf: readonly Omit<RecommendationRef, 'team'>[],
    now: Temporal.Instant,
  ): Promise<void>
  /** All messages that show the recommendation, oldest first. */
  copies(ref: RecommendationRef): Promise<readonly PostedMessage[]>
  /** `null`: it is not stored. */
  get(team: string, channel: string, ts: string): Promise<PostedMessage | null>
  /**
   * Replaces a message's content if it still has this revision. `false`: it was updated or removed after it was read. Read
   * it again, so that no other change is lost.
   */
  rewrite(
    message: Pick<PostedMessage, 'team' | 'channel' | 'ts' | 'revision'>,
    content: Pick<PostedMessage, 'text' | 'blocks'>,
  ): Promise<boolean>
  /** Removes a message that was deleted in Slack. */
  forget(team: string, channel: string, ts: string): Promise<void>
  /**
   * Questions that have been waiting since `since` or longer: those with the fewest rewrites first, then the oldest. Only
   * connected workspaces.
   */
  unanswered(since: Temporal.Instant, limit: number): Promise<readonly PostedMessage[]>
  /** Removes a question, unless the answer has already replaced it. */
  forgetQuestion(team: string, channel: string, ts: string): Promise<void>
  /** Removes the questions that are being answered in a thread of the agent view. */
  forgetQuestionsIn(team: string, channel: string, threadTs: string): Promise<void>
}

const columns = [
  'message.team_id as team',
  'message.channel_id as channel',
  'message.ts as ts',
  'message.kind as kind',
  'message.thread_ts as threadTs',
  'message.text as text',
  'message.blocks as blocks',
  'message.revision as revision',
  'message.created_at as createdAt',
] as const

const message = <Row extends { blocks: string }>(row: Row) => ({ ...row, blocks: JSON.parse(row.blocks) })

export function messageStore(db: Kysely<Database>): MessageStore {
  const insert = prepared(
    db,
    ['team', 'channel', 'ts', 'kind', 'threadTs', 'text', 'blocks', 'at'],
    ({ team, channel, ts, kind, threadTs, text, blocks, at }) =>
      db
        .insertInto('posted_messages')
        .values({
          team_id: team,
          channel_id: channel,
          ts,
          kind,
          thread_ts: threadTs,
          text,
          blocks,
          revision: 0,
          created_at: at,
        })
        .onConflict((conflict) =>
          conflict
            .columns(['team_id', 'channel_id', 'ts'])
            .doUpdateSet(({ ref }) => ({
              kind: ref('excluded.kind'),
              thread_ts: ref('excluded.thread_ts'),
              text: ref('excluded.text'),
              blocks: ref('excluded.blocks'),
              revision: ref('excluded.revision'),
              created_at: ref('excluded.created_at'),
            }))
            .where('posted_messages.kind', '=', sql.lit('unanswered')),
        ),
  )
  const insertCopy = prepared(
    db,
    ['team', 'organizationId', 'workspaceId', 'resultId', 'channel', 'ts'],
    ({ team, organizationId, workspaceId, resultId, channel, ts }) =>
      db
        .insertInto('recommendation_copies')
        .values({
          team_id: team,
          organization_id: organizationId,
          workspace_id: workspaceId,
          result_id: resultId,
          channel_id: channel,
          ts,
        })
        .onConflict((conflict) => conflict.doNothing()),
  )
  return {
    remember: ({ team, channel, ts, kind, threadTs, text, blocks }, copiesOf, now) =>
      db.transaction().execute(async (transaction) => {
        const at = instantText(now)
        const content = { kind, threadTs, text, blocks: JSON.stringify(blocks), at }
        await insert({ team, channel, ts, ...content }, transaction)
        // Sorted, so that two callers with the same message can't deadlock.
        const sorted = copiesOf.toSorted((a, b) => (a.resultId < b.resultId ? -1 : 1))
        for (const { organizationId, workspaceId, resultId } of sorted)
          await insertCopy({ team, organizationId, workspaceId, resultId, channel, ts }, transaction)
      }),

    async copies(ref) {
      const rows = await db
        .selectFrom('recommendation_copies as copy')
        .innerJoin('posted_messages as message', (join) =>
          join
            .onRef('message.team_id', '=', 'copy.team_id')
            .onRef('message.channel_id', '=', 'copy.channel_id')
            .onRef('message.ts', '=', 'copy.ts'),
        )
        .select(columns)
        .where('copy.team_id', '=', ref.team)
        .where('copy.organization_id', '=', ref.organizationId)
        .where('copy.workspace_id', '=', ref.workspaceId)
        .where('copy.result_id', '=', ref.resultId)
        .orderBy('message.created_at')
        .orderBy('message.ts')
        .execute()
      return rows.map(message)
    },

    async get(team, channel, ts) {
      const row = await db
        .selectFrom('posted_messages as message')
        .select(columns)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('ts', '=', ts)
        .executeTakeFirst()
      return row === undefined ? null : message(row)
    },

    async rewrite({ team, channel, ts, revision }, { text, blocks }) {
      const row = await db
        .updateTable('posted_messages')
        .set({ text, blocks: JSON.stringify(blocks), revision: revision + 1 })
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('ts', '=', ts)
        .where('revision', '=', revision)
        .returning('ts')
        .executeTakeFirst()
      return row !== undefined
    },

    // Also deletes its copies (ON DELETE CASCADE).
    async forget(team, channel, ts) {
      await db
        .deleteFrom('posted_messages')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('ts', '=', ts)
        .execute()
    },

    async forgetQuestion(team, channel, ts) {
      await db
        .deleteFrom('posted_messages')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('ts', '=', ts)
        .where('kind', '=', sql.lit('unanswered'))
        .execute()
    },

    async unanswered(since, limit) {
      const rows = await db
        .selectFrom('posted_messages as message')
        .select(columns)
        // A literal, so that the database uses the partial index.
        .where('message.kind', '=', sql.lit('unanswered'))
        .where('message.created_at', '<=', instantText(since))
        .where(teamIsConnected('message'))
        .orderBy('message.revision')
        .orderBy('message.created_at')
        .limit(limit)
        .execute()
      return rows.map(message)
    },

    async forgetQuestionsIn(team, channel, threadTs) {
      await db
        .deleteFrom('posted_messages')
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .where('kind', '=', sql.lit('unanswered'))
        .where('thread_ts', '=', threadTs)
        .execute()
    },
  }
}
