import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../schema.ts'
import { type AuditEntry, recordAudit } from './audit.ts'
import { instantText, lockUntilEnd } from './sql.ts'

/** An event that a person added to a channel's timeline. */
export interface Note {
  readonly team: string
  readonly id: string
  readonly channel: string
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly text: string
  /** Slack user id of the author. */
  readonly by: string
  /** ISO 8601 instant. */
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

/** Each change is audited in the same transaction. A note is only found with the channel that it belongs to. */
export interface NoteStore {
  /** @returns `null`: the channel already has `most` notes or more */
  add(
    note: Pick<Note, 'team' | 'channel' | 'day' | 'text'>,
    most: number,
    change: NoteChange,
    now: Temporal.Instant,
  ): Promise<Note | null>
  /** @returns the edited note; `null`: it was removed */
  edit(
    ref: NoteRef,
    to: Pick<Note, 'day' | 'text'>,
    change: NoteChange,
    now: Temporal.Instant,
  ): Promise<Note | null>
  /** @returns the removed note; `null`: another user removed it first */
  remove(ref: NoteRef, change: NoteChange, now: Temporal.Instant): Promise<Note | null>
  get(ref: NoteRef): Promise<Note | null>
  /** The notes from day `from` to day `until` inclusive, oldest first. `null`: no limit on that side. */
  inChannel(
    team: string,
    channel: string,
    from: string | null,
    until: string | null,
  ): Promise<readonly Note[]>
}

const columns = [
  'team_id as team',
  'id',
  'channel_id as channel',
  'day',
  'text',
  'written_by as by',
  'written_at as at',
  'edited_by as editedBy',
  'edited_at as editedAt',
] as const

const keys = ({ team, channel, id }: NoteRef) => ({ team_id: team, channel_id: channel, id })

/** @param shared whether other processes may use the same rows */
export function noteStore(db: Kysely<Database>, shared: boolean): NoteStore {
  /** Changes one note and audits the change. */
  const audited = (
    outcome: string,
    change: (transaction: Kysely<Database>) => Promise<Note | undefined>,
    { by, reference }: NoteChange,
    now: Temporal.Instant,
  ): Promise<Note | null> =>
    db.transaction().execute(async (transaction) => {
      const note = await change(transaction)
      if (note === undefined) return null
      // Without the text: the audit must not keep the text of a removed note.
      const about = { action: 'note', subject: note.id, outcome, detail: { day: note.day } }
      const entry: AuditEntry = { team: note.team, user: by, channel: note.channel, ...about, reference }
      await recordAudit(transaction, entry, now)
      return note
    })

  return {
    add({ team, channel, day, text }, most, change, now) {
      const add = async (transaction: Kysely<Database>) => {
        // Otherwise a concurrent count would miss this row.
        if (shared) await lockUntilEnd(transaction, `notes ${team} ${channel}`)
        const { count } = await transaction
          .selectFrom('notes')
          .select(({ fn }) => fn.countAll<number | string>().as('count'))
          .where('team_id', '=', team)
          .where('channel_id', '=', channel)
          .executeTakeFirstOrThrow()
        // PostgreSQL's driver returns 64-bit counts as text.
        if (Number(count) >= most) return undefined
        const row = {
          team_id: team,
          id: randomUUID(),
          channel_id: channel,
          day,
          text,
          written_by: change.by,
          written_at: instantText(now),
          edited_by: null,
          edited_at: null,
        }
        return transaction.insertInto('notes').values(row).returning(columns).executeTakeFirst()
      }
      return audited('added', add, change, now)
    },

    edit(ref, { day, text }, change, now) {
      const set = { day, text, edited_by: change.by, edited_at: instantText(now) }
      const edit = (transaction: Kysely<Database>) =>
        transaction
          .updateTable('notes')
          .set(set)
          .where((eb) => eb.and(keys(ref)))
          .returning(columns)
          .executeTakeFirst()
      return audited('edited', edit, change, now)
    },

    remove(ref, change, now) {
      const remove = (transaction: Kysely<Database>) =>
        transaction
          .deleteFrom('notes')
          .where((eb) => eb.and(keys(ref)))
          .returning(columns)
          .executeTakeFirst()
      return audited('removed', remove, change, now)
    },

    async get(ref) {
      const row = await db
        .selectFrom('notes')
        .select(columns)
        .where((eb) => eb.and(keys(ref)))
        .executeTakeFirst()
      return row ?? null
    },

    inChannel: (team, channel, from, until) =>
      db
        .selectFrom('notes')
        .select(columns)
        .where('team_id', '=', team)
        .where('channel_id', '=', channel)
        .$if(from !== null, (notes) => notes.where('day', '>=', from ?? ''))
        .$if(until !== null, (notes) => notes.where('day', '<=', until ?? ''))
        .orderBy('day')
        .orderBy('written_at')
        .orderBy(sql`id`)
        .execute(),
  }
}
