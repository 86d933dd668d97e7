import { randomUUID } from 'node:crypto'
import { type Audited, withAudit } from './audit.ts'
import { type Database, type Db, instantText, sql, whereChannel } from './sql.ts'

/** An event that a person added to a channel's timeline. */
export interface Note {
  readonly team: string
  readonly id: string
  readonly channel: string
  readonly day: string
  readonly text: string
  readonly by: string
  readonly at: string
  /** Slack user id of the last editor; `null`: never edited. */
  readonly editedBy: string | null
  readonly editedAt: string | null
}

type NoteRef = Pick<Note, 'team' | 'channel' | 'id'>

/** Who makes a change, with the request's reference. */
export interface NoteChange {
  readonly by: string
  readonly reference: string | null
}

const columns =
  sql.raw(`team_id AS team, id, channel_id AS channel, day, text, written_by AS by, written_at AS at,
  edited_by AS "editedBy", edited_at AS "editedAt"`)

const only = ({ team, channel, id }: NoteRef) => sql`${whereChannel(team, channel)} AND id = ${id}`

/** Each change is audited in the same transaction. A note is only found with the channel that it belongs to. */
export function noteStore(db: Database) {
  // Without the text: the audit must not keep the text of a removed note.
  const audited =
    (outcome: string, { by, reference }: NoteChange): Audited<Note | null> =>
    (note) => {
      if (note === null) return null
      const { team, channel, id, day } = note
      return { team, user: by, channel, action: 'note', subject: id, outcome, detail: { day }, reference }
    }

  return {
    /** @returns `null`: the channel already has `most` notes or more */
    add: (
      { team, channel, day, text }: Pick<Note, 'team' | 'channel' | 'day' | 'text'>,
      most: number,
      change: NoteChange,
      now: Temporal.Instant,
    ) => {
      const add = async (transaction: Db): Promise<Note | null> => {
        // Otherwise a concurrent count would miss this row. SQLite has one writer.
        const name = `notes ${team} ${channel}`
        if (db.shared)
          await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction)
        const row = await sql<{ count: number }>`
          SELECT CAST(COUNT(*) AS integer) AS count FROM notes
          WHERE ${whereChannel(team, channel)}`.first(transaction)
        if (row !== null && row.count >= most) return null
        return sql<Note>`INSERT INTO notes (team_id, id, channel_id, day, text, written_by, written_at)
          VALUES (${team}, ${randomUUID()}, ${channel}, ${day}, ${text}, ${change.by}, ${instantText(now)})
          RETURNING ${columns}`.first(transaction)
      }
      return withAudit(db, now, add, audited('added', change))
    },

    /** @returns the edited note; `null`: it was removed */
    edit(
      ref: NoteRef,
      { day, text }: Pick<Note, 'day' | 'text'>,
      change: NoteChange,
      now: Temporal.Instant,
    ): Promise<Note | null> {
      const edit = sql<Note>`UPDATE notes SET day = ${day}, text = ${text}, edited_by = ${change.by},
        edited_at = ${instantText(now)} WHERE ${only(ref)} RETURNING ${columns}`
      return withAudit(db, now, (transaction) => edit.first(transaction), audited('edited', change))
    },

    /** @returns the removed note; `null`: another user removed it first */
    remove(ref: NoteRef, change: NoteChange, now: Temporal.Instant): Promise<Note | null> {
      const remove = sql<Note>`DELETE FROM notes WHERE ${only(ref)} RETURNING ${columns}`
      return withAudit(db, now, (transaction) => remove.first(transaction), audited('removed', change))
    },

    async get(ref: NoteRef): Promise<Note | null> {
      return sql<Note>`SELECT ${columns} FROM notes WHERE ${only(ref)}`.first(db)
    },

    /** The notes from day `from` to day `until` inclusive, oldest first. `null`: no limit on that side. */
    inChannel: (team: string, channel: string, from: string | null, until: string | null) =>
      sql<Note>`
        SELECT ${columns} FROM notes WHERE ${whereChannel(team, channel)}
          ${from === null ? sql`` : sql`AND day >= ${from}`} ${until === null ? sql`` : sql`AND day <= ${until}`}
          ORDER BY day, written_at, id`.rows(db),
  }
}
