import { StoreError } from './engines/errors.ts'
import { type Db, type Engine, sql } from './tables/sql.ts'

/**
 * Never change a released entry; append a new one. Statements must run on both engines, so use only the types `text`,
 * `integer` and `double precision`. SQLite can't alter constraints, so uniqueness that may change is an index, and states
 * have no CHECK.
 *
 * An entry only adds, so that earlier releases work alongside it and after it. An entry that does more, or whose release
 * writes values that earlier ones can't handle, must set `sightline_schema.oldest` to its own number (ADR 10).
 */
const migrations: readonly (readonly string[])[] = [
  [
    `CREATE TABLE channel_settings (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      organization_id text,
      workspace_id text,
      project_id text,
      time_zone text,
      subreddits text,
      filter_names text,
      announce_tasks_in text,
      updated_by text,
      updated_at text,
      PRIMARY KEY (team_id, channel_id)
    )`,
    `CREATE TABLE tracked_recommendations (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      result_id text NOT NULL,
      state text NOT NULL,
      added_by text NOT NULL,
      added_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id, result_id)
    )`,
    `CREATE TABLE subscriptions (
      team_id text NOT NULL,
      id text NOT NULL,
      channel_id text NOT NULL,
      source text NOT NULL,
      name text NOT NULL,
      days text NOT NULL,
      time text NOT NULL,
      time_zone text NOT NULL,
      sections text NOT NULL,
      filters text NOT NULL,
      only_when_changed integer NOT NULL CHECK (only_when_changed IN (0, 1)),
      details_in_thread integer NOT NULL CHECK (details_in_thread IN (0, 1)),
      alerts text NOT NULL,
      state text NOT NULL,
      paused_reason text,
      paused_at text,
      owner_id text,
      owner_asked text,
      owner_check_at text,
      created_by text,
      created_at text NOT NULL,
      effective_from text NOT NULL,
      revision integer NOT NULL,
      planned_until text,
      plan_at text,
      zone_data text NOT NULL,
      alert_check_at text,
      PRIMARY KEY (team_id, id)
    )`,
    // People may set up several digests in a channel; the configuration has one.
    `CREATE UNIQUE INDEX subscriptions_single ON subscriptions (team_id, channel_id, source) WHERE source <> 'user'`,
    `CREATE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id)`,
    `CREATE INDEX subscriptions_to_plan ON subscriptions (plan_at) WHERE plan_at IS NOT NULL`,
    `CREATE INDEX subscriptions_zone_data ON subscriptions (zone_data) WHERE plan_at IS NOT NULL`,
    `CREATE INDEX subscriptions_owner_check ON subscriptions (owner_check_at) WHERE owner_check_at IS NOT NULL`,
    `CREATE INDEX subscriptions_alert_check ON subscriptions (alert_check_at) WHERE alert_check_at IS NOT NULL`,
    `CREATE TABLE outbox (
      team_id text NOT NULL,
      id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      channel_id text NOT NULL,
      thread_ts text,
      since text NOT NULL,
      late_at text,
      asked_by text,
      root text NOT NULL,
      part integer NOT NULL,
      state text NOT NULL,
      due_at text,
      attempt integer NOT NULL,
      unknowns integer NOT NULL,
      about text NOT NULL,
      message text,
      effect text,
      ts text,
      begun_at text,
      searched_up_to text,
      pace_place double precision,
      reason text,
      created_at text NOT NULL,
      claimed_at text,
      ended_at text,
      PRIMARY KEY (team_id, id)
    )`,
    // Workspaces take turns with their open messages.
    `CREATE INDEX outbox_in_turn ON outbox (team_id, due_at) WHERE due_at IS NOT NULL`,
    // With all columns that the metrics count.
    `CREATE INDEX outbox_due ON outbox (due_at, team_id, state, kind, since) WHERE due_at IS NOT NULL`,
    `CREATE INDEX outbox_threads ON outbox (team_id, root, part)`,
    `CREATE INDEX outbox_of_subject ON outbox (team_id, subject, since)`,
    `CREATE INDEX outbox_of_channel ON outbox (team_id, channel_id, since)`,
    `CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE INDEX outbox_questions ON outbox (ended_at) WHERE kind = 'answer' AND ended_at IS NOT NULL`,
    `CREATE INDEX outbox_failed ON outbox (team_id, ended_at) WHERE state = 'failed'`,
    // When a backup was restored: what was owed before may have been sent since the backup.
    `CREATE TABLE restores (at text PRIMARY KEY)`,
    `CREATE TABLE paces (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      used_until double precision NOT NULL,
      moved_ms double precision NOT NULL DEFAULT 0,
      held_until double precision NOT NULL DEFAULT 0,
      PRIMARY KEY (team_id, channel_id)
    )`,
    `CREATE TABLE digest_records (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      topic text,
      value text,
      recorded_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, kind, subject),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    )`,
    `CREATE TABLE tasks (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      result_id text NOT NULL,
      generation integer NOT NULL,
      state text NOT NULL,
      attempt integer NOT NULL,
      earlier_unknown integer NOT NULL CHECK (earlier_unknown IN (0, 1)),
      task_id text,
      name text,
      description text,
      reason text,
      created_by text NOT NULL,
      channel_id text NOT NULL,
      message_ts text,
      reference text,
      started_at text NOT NULL,
      finished_at text,
      open_by text NOT NULL,
      open_since text NOT NULL,
      confirmed_by text,
      outdated_since text,
      update_at text,
      done_on text,
      done_by text,
      PRIMARY KEY (team_id, organization_id, workspace_id, result_id, generation)
    )`,
    `CREATE INDEX tasks_of_channel ON tasks (team_id, channel_id, started_at)`,
    `CREATE INDEX tasks_in_creation ON tasks (started_at) WHERE state = 'creating'`,
    `CREATE INDEX tasks_outdated ON tasks (outdated_since) WHERE outdated_since IS NOT NULL`,
    `CREATE TABLE task_aims (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      result_id text NOT NULL,
      aim text NOT NULL,
      set_by text,
      set_at text NOT NULL,
      PRIMARY KEY (team_id, organization_id, workspace_id, result_id)
    )`,
    `CREATE TABLE notes (
      team_id text NOT NULL,
      id text NOT NULL,
      channel_id text NOT NULL,
      day text NOT NULL,
      text text NOT NULL,
      written_by text NOT NULL,
      written_at text NOT NULL,
      edited_by text,
      edited_at text,
      PRIMARY KEY (team_id, id)
    )`,
    `CREATE INDEX notes_of_channel ON notes (team_id, channel_id, day)`,
    `CREATE TABLE posted_messages (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      ts text NOT NULL,
      text text NOT NULL,
      blocks text NOT NULL,
      revision integer NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id, ts)
    )`,
    `CREATE INDEX posted_messages_by_time ON posted_messages (created_at)`,
    `CREATE TABLE recommendation_copies (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      result_id text NOT NULL,
      channel_id text NOT NULL,
      ts text NOT NULL,
      PRIMARY KEY (team_id, organization_id, workspace_id, result_id, channel_id, ts),
      FOREIGN KEY (team_id, channel_id, ts) REFERENCES posted_messages (team_id, channel_id, ts) ON DELETE CASCADE
    )`,
    // For the cascade when a message is deleted, in order of age, so that rows that are posted or deleted together are
    // next to each other.
    `CREATE INDEX recommendation_copies_of_message ON recommendation_copies (ts, channel_id, team_id)`,
    `CREATE TABLE audit (
      team_id text NOT NULL,
      id text NOT NULL,
      at text NOT NULL,
      user_id text,
      channel_id text,
      action text NOT NULL,
      subject text,
      outcome text NOT NULL,
      detail text,
      reference text,
      PRIMARY KEY (team_id, id)
    )`,
    `CREATE INDEX audit_of_channel ON audit (team_id, channel_id, at)`,
    `CREATE INDEX audit_by_time ON audit (at)`,
    `CREATE TABLE evaluation_watches (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      evaluation_id text NOT NULL,
      user_id text NOT NULL,
      channel_id text NOT NULL,
      created_at text NOT NULL,
      check_at text NOT NULL,
      ended_at text,
      outcome text,
      PRIMARY KEY (team_id, organization_id, workspace_id, evaluation_id, user_id)
    )`,
    `CREATE INDEX evaluation_watches_due ON evaluation_watches (check_at) WHERE ended_at IS NULL`,
    `CREATE INDEX evaluation_watches_ended ON evaluation_watches (ended_at) WHERE ended_at IS NOT NULL`,
    `CREATE TABLE canvases (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      canvas_id text NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    )`,
    `CREATE TABLE market_weeks (
      team_id text NOT NULL,
      market text NOT NULL,
      week text NOT NULL,
      read_at text,
      due_at text,
      question text NOT NULL,
      record text,
      PRIMARY KEY (team_id, market, week)
    )`,
    `CREATE INDEX market_weeks_due ON market_weeks (due_at, team_id) WHERE due_at IS NOT NULL`,
    `CREATE TABLE conversation_channels (
      team_id text NOT NULL,
      user_id text NOT NULL,
      channel_id text NOT NULL,
      chosen_at text NOT NULL,
      PRIMARY KEY (team_id, user_id)
    )`,
    `CREATE TABLE installations (
      team_id text NOT NULL PRIMARY KEY,
      is_org integer NOT NULL CHECK (is_org IN (0, 1)),
      org_id text,
      name text NOT NULL,
      url text NOT NULL,
      bot_user_id text NOT NULL,
      scopes text NOT NULL,
      installed_by text,
      token text,
      refresh_token text,
      expires_at text,
      generation integer NOT NULL,
      lease_until text,
      installed_at text NOT NULL,
      ended_at text,
      ended_why text
    )`,
    `CREATE INDEX installations_of_org ON installations (org_id) WHERE org_id IS NOT NULL`,
    `CREATE INDEX installations_renewing ON installations (lease_until) WHERE lease_until IS NOT NULL`,
    `CREATE TABLE disconnected_workspaces (
      team_id text NOT NULL PRIMARY KEY,
      code text NOT NULL,
      since text NOT NULL
    )`,
    `CREATE TABLE connections (
      team_id text NOT NULL PRIMARY KEY,
      api_key text NOT NULL,
      last_four text NOT NULL,
      reach text NOT NULL,
      organization_id text,
      workspace_id text,
      project_id text,
      connected_by text,
      connected_at text NOT NULL,
      stamp text NOT NULL
    )`,
    `CREATE TABLE used_states (state text NOT NULL PRIMARY KEY, until text NOT NULL)`,
    `CREATE INDEX used_states_until ON used_states (until)`,
  ],
]

/** The schema that this version works with. */
export const schemaVersion = migrations.length

/**
 * Migrates the database to this version's schema in one transaction. If several processes start together, one migrates
 * and the others wait. A newer schema stays as it is.
 * @returns the schema that the database has now
 * @throws {StoreError} `newer_schema`: this version can't use that schema
 */
export async function migrate({ db }: Engine): Promise<number> {
  const before = await db.migration((transaction) => migrateTo(schemaVersion, transaction))
  return Math.max(schemaVersion, before)
}

interface Schema {
  readonly version: number
  /** The oldest schema whose releases may work on this database. */
  readonly oldest: number
}

export const readSchema = sql<Schema>`SELECT version, oldest FROM sightline_schema`

/** Migrates up to `version`, in a transaction that holds the migration lock. @returns the previous version */
export async function migrateTo(version: number, transaction: Db): Promise<number> {
  await sql`CREATE TABLE IF NOT EXISTS sightline_schema (version integer NOT NULL, oldest integer NOT NULL)`.execute(
    transaction,
  )
  await sql`INSERT INTO sightline_schema (version, oldest)
    SELECT 0, 1 WHERE NOT EXISTS (SELECT 1 FROM sightline_schema)`.execute(transaction)
  const schema = await readSchema.first(transaction)
  const current = schema?.version ?? 0
  if (schema !== null && !canUse(schema)) throw newerSchema(current)
  for (const statement of migrations.slice(current, version).flat())
    await sql.raw(statement).execute(transaction)
  if (current < version) await sql`UPDATE sightline_schema SET version = ${version}`.execute(transaction)
  return current
}

/** Whether this version can use a database with that schema, after migrating it if it is older. */
export function canUse({ version, oldest }: Schema): boolean {
  return version <= schemaVersion || oldest <= schemaVersion
}

/**
 * For commands that have to know every table and column.
 * @throws {StoreError} `newer_schema`: a newer version has migrated the database and may have added some
 */
export async function requireOwnSchema(db: Db, action: string): Promise<void> {
  const { version = 0 } = (await readSchema.first(db)) ?? {}
  if (version > schemaVersion)
    throw new StoreError(
      'newer_schema',
      `A newer Sightline has added to the database (schema ${version}; this one knows ${schemaVersion}), ` +
        `and this one can’t ${action} what it doesn’t know. Run this command with that newer version.`,
    )
}

/** @param subject how the message names the database or file */
export function newerSchema(version: number, subject = 'The database'): StoreError {
  return new StoreError(
    'newer_schema',
    `${subject} was written by a newer Sightline (schema ${version}; this one supports ${schemaVersion}). ` +
      'Start that newer version, or restore the backup from before the upgrade.',
  )
}

export async function ping(db: Db): Promise<void> {
  await readSchema.execute(db)
}
