import { type Kysely, sql, type Transaction } from 'kysely'
import type { Engine } from './engines/engine.ts'
import { StoreError } from './engines/errors.ts'
import type { Database } from './schema.ts'

/**
 * Never change a released entry; append a new one. Statements must run on both engines, so use only the types `text`,
 * `integer` and `double precision`. SQLite can't alter constraints, so uniqueness that may change is an index, and states
 * have no CHECK.
 *
 * An entry only adds, so that earlier releases work alongside it and after it. An entry that does more, or whose release
 * writes values that earlier ones can't handle, must set `sightline_schema.oldest` to its own number (ADR 41).
 *
 * We don't use Kysely's Migrator: on SQLite it runs outside a transaction, so a crash could leave half a schema, and it
 * reports a newer schema as "corrupted migrations".
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
      noise_band double precision,
      updated_by text,
      updated_at text,
      PRIMARY KEY (team_id, channel_id)
    )`,
    `CREATE TABLE tracked_recommendations (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      result_id text NOT NULL,
      added_by text NOT NULL,
      added_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id, result_id)
    )`,
    `CREATE TABLE subscriptions (
      team_id text NOT NULL,
      id text NOT NULL,
      channel_id text NOT NULL,
      source text NOT NULL,
      kind text NOT NULL,
      weekday integer NOT NULL CHECK (weekday BETWEEN 1 AND 7),
      time text NOT NULL,
      time_zone text NOT NULL,
      active integer NOT NULL CHECK (active IN (0, 1)),
      paused_reason text,
      paused_at text,
      created_by text,
      created_at text NOT NULL,
      effective_from text NOT NULL,
      PRIMARY KEY (team_id, id)
    )`,
    // Setting up the same digest again updates it.
    `CREATE UNIQUE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id, source, kind)`,
    `CREATE TABLE deliveries (
      team_id text NOT NULL,
      id text NOT NULL,
      subscription_id text NOT NULL,
      slot text NOT NULL,
      channel_id text NOT NULL,
      state text NOT NULL,
      attempt integer NOT NULL,
      lease_until text NOT NULL,
      reason text,
      message_ts text,
      reddit_recorded integer NOT NULL CHECK (reddit_recorded IN (0, 1)),
      created_at text NOT NULL,
      updated_at text NOT NULL,
      finished_at text,
      PRIMARY KEY (team_id, id),
      UNIQUE (team_id, subscription_id, slot),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    )`,
    `CREATE INDEX deliveries_of_channel ON deliveries (team_id, channel_id, slot)`,
    `CREATE INDEX deliveries_in_posting ON deliveries (lease_until) WHERE state = 'posting'`,
    `CREATE TABLE reddit_ledger (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      summary_id text NOT NULL,
      subreddit text NOT NULL,
      sentiment text,
      creation_date text,
      recorded_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, summary_id),
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
      created_by text NOT NULL,
      channel_id text NOT NULL,
      message_ts text,
      started_at text NOT NULL,
      finished_at text,
      reason text,
      PRIMARY KEY (team_id, organization_id, workspace_id, result_id, generation)
    )`,
    `CREATE INDEX tasks_of_channel ON tasks (team_id, channel_id, started_at)`,
    `CREATE INDEX tasks_in_creation ON tasks (started_at) WHERE state = 'creating'`,
    `CREATE TABLE posted_messages (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      ts text NOT NULL,
      kind text NOT NULL,
      thread_ts text,
      text text NOT NULL,
      blocks text NOT NULL,
      revision integer NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id, ts)
    )`,
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
    // For the cascade when a message is deleted.
    `CREATE INDEX recommendation_copies_of_message ON recommendation_copies (team_id, channel_id, ts)`,
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
  ],
  [
    `ALTER TABLE tasks ADD COLUMN reference text`,
    `ALTER TABLE tasks ADD COLUMN open_since text`,
    `ALTER TABLE tasks ADD COLUMN open_by text`,
    `ALTER TABLE tasks ADD COLUMN confirmed_by text`,
    `ALTER TABLE tasks ADD COLUMN unshown_since text`,
    `CREATE INDEX tasks_unshown ON tasks (unshown_since) WHERE unshown_since IS NOT NULL`,
  ],
  [
    `DROP INDEX subscriptions_of_channel`,
    `ALTER TABLE subscriptions ADD COLUMN name text NOT NULL DEFAULT 'Weekly brand visibility'`,
    `ALTER TABLE subscriptions ADD COLUMN days text NOT NULL DEFAULT '{"kind":"daily"}'`,
    `UPDATE subscriptions SET days = '{"kind":"days","days":[' || weekday || ']}'`,
    `ALTER TABLE subscriptions DROP COLUMN weekday`,
    `ALTER TABLE subscriptions DROP COLUMN kind`,
    `ALTER TABLE subscriptions ADD COLUMN sections text NOT NULL DEFAULT '["visibility","reddit","actions"]'`,
    `ALTER TABLE subscriptions ADD COLUMN filters text NOT NULL DEFAULT ''`,
    `ALTER TABLE subscriptions ADD COLUMN noise_band double precision`,
    `ALTER TABLE subscriptions ADD COLUMN only_when_changed integer NOT NULL DEFAULT 0`,
    `ALTER TABLE subscriptions ADD COLUMN details_in_thread integer NOT NULL DEFAULT 1`,
    `ALTER TABLE subscriptions ADD COLUMN alerts text NOT NULL DEFAULT '{}'`,
    `ALTER TABLE subscriptions ADD COLUMN state text NOT NULL DEFAULT 'paused'`,
    `UPDATE subscriptions SET state = 'active' WHERE active = 1`,
    `ALTER TABLE subscriptions DROP COLUMN active`,
    `ALTER TABLE subscriptions ADD COLUMN owner_id text`,
    `UPDATE subscriptions SET owner_id = created_by`,
    `ALTER TABLE subscriptions ADD COLUMN owner_check_at text`,
    `ALTER TABLE subscriptions ADD COLUMN owner_asked text`,
    `ALTER TABLE subscriptions ADD COLUMN revision integer NOT NULL DEFAULT 0`,
    // Plan all slots again. Slots that have a delivery keep it.
    `ALTER TABLE subscriptions ADD COLUMN next_slot text`,
    `ALTER TABLE subscriptions ADD COLUMN look_at text`,
    `UPDATE subscriptions SET look_at = effective_from WHERE state = 'active'`,
    // `manual` records digests that people post on request.
    `UPDATE subscriptions SET source = 'manual' WHERE paused_reason = 'manual_only'`,
    // People may set up several digests in a channel; the configuration has one.
    `CREATE UNIQUE INDEX subscriptions_single ON subscriptions (team_id, channel_id, source) WHERE source <> 'user'`,
    `CREATE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id)`,
    `CREATE INDEX subscriptions_due ON subscriptions (look_at) WHERE look_at IS NOT NULL`,
    `CREATE INDEX subscriptions_owner_check ON subscriptions (owner_check_at) WHERE owner_check_at IS NOT NULL`,
    `ALTER TABLE deliveries ADD COLUMN asked_by text`,
    `ALTER TABLE deliveries ADD COLUMN ledger text`,
    `ALTER TABLE deliveries ADD COLUMN figures text`,
    `ALTER TABLE deliveries ADD COLUMN started_at text`,
    `UPDATE deliveries SET started_at = created_at WHERE state <> 'skipped'`,
    `ALTER TABLE deliveries ADD COLUMN check_at text`,
    `UPDATE deliveries SET check_at = updated_at WHERE state = 'unknown'`,
    `CREATE INDEX deliveries_waiting ON deliveries (lease_until) WHERE state = 'pending'`,
    `CREATE INDEX deliveries_to_check ON deliveries (check_at) WHERE check_at IS NOT NULL`,
    `CREATE TABLE paces (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      used_until double precision NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    )`,
  ],
  [
    `CREATE TABLE evaluation_watches (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      evaluation_id text NOT NULL,
      user_id text NOT NULL,
      channel_id text NOT NULL,
      created_at text NOT NULL,
      look_at text NOT NULL,
      done_at text,
      outcome text,
      PRIMARY KEY (team_id, organization_id, workspace_id, evaluation_id, user_id)
    )`,
    `CREATE INDEX evaluation_watches_due ON evaluation_watches (look_at) WHERE done_at IS NULL`,
  ],
  // Disconnected workspaces, and replies to a digest.
  [
    `CREATE TABLE disconnected_workspaces (
      team_id text NOT NULL PRIMARY KEY,
      code text NOT NULL,
      since text NOT NULL
    )`,
    `ALTER TABLE deliveries ADD COLUMN thread text`,
    `ALTER TABLE deliveries ADD COLUMN thread_next integer NOT NULL DEFAULT 0`,
    `ALTER TABLE deliveries ADD COLUMN thread_leaving integer NOT NULL DEFAULT 0`,
    `ALTER TABLE deliveries ADD COLUMN thread_take integer NOT NULL DEFAULT 0`,
    `ALTER TABLE deliveries ADD COLUMN thread_at text`,
    `CREATE INDEX deliveries_to_follow ON deliveries (thread_at) WHERE thread_at IS NOT NULL`,
  ],
  // Indexes for retention.
  [
    `CREATE INDEX audit_by_time ON audit (at)`,
    `CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL`,
    `CREATE INDEX posted_messages_by_time ON posted_messages (created_at)`,
    `CREATE INDEX evaluation_watches_done ON evaluation_watches (done_at) WHERE done_at IS NOT NULL`,
  ],
  // Alerts between digests, and a digest's evaluations.
  [
    `ALTER TABLE subscriptions ADD COLUMN evaluations text NOT NULL DEFAULT '[]'`,
    `ALTER TABLE subscriptions ADD COLUMN alert_at text`,
    `CREATE INDEX subscriptions_alerts ON subscriptions (alert_at) WHERE alert_at IS NOT NULL`,
    `ALTER TABLE deliveries ADD COLUMN alert text`,
    `CREATE TABLE alert_marks (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      basis text NOT NULL,
      marked_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, kind, subject),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    )`,
  ],
  // Several Slack workspaces: their API keys, installations, and used OAuth states.
  [
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
    `CREATE TABLE used_states (state text NOT NULL PRIMARY KEY, until text NOT NULL)`,
  ],
  // Requests from Slack become idempotency keys too, so expired keys need an index.
  [`CREATE INDEX used_states_until ON used_states (until)`],
  // Workspaces take turns with their waiting deliveries.
  [`CREATE INDEX deliveries_in_turn ON deliveries (team_id, lease_until) WHERE state = 'pending'`],
  // When to update messages again that Slack refuses to update for now.
  [`ALTER TABLE tasks ADD COLUMN show_after text`],
  // Notices about digests are deliveries.
  [
    `ALTER TABLE deliveries ADD COLUMN notice text`,
    `ALTER TABLE deliveries ADD COLUMN untold_at text`,
    `CREATE INDEX deliveries_untold ON deliveries (team_id, untold_at) WHERE untold_at IS NOT NULL`,
  ],
  // Where to continue the search of a busy channel.
  [`ALTER TABLE deliveries ADD COLUMN looked_to text`],
  // Payloads from other organizations could create links, so each link has to be confirmed.
  [`ALTER TABLE installations ADD COLUMN org_confirmed integer NOT NULL DEFAULT 0`],
  // One record of what a digest last reported replaces the Reddit ledger, alert marks and figures.
  [
    `CREATE TABLE digest_records (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      topic text,
      value text,
      said_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, kind, subject),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    )`,
    `INSERT INTO digest_records
      SELECT team_id, subscription_id, 'said', 'digest', NULL, NULL, COALESCE(started_at, created_at)
      FROM deliveries AS last WHERE state = 'posted' AND alert IS NULL AND notice IS NULL AND NOT EXISTS (
        SELECT 1 FROM deliveries AS newer WHERE newer.team_id = last.team_id
          AND newer.subscription_id = last.subscription_id AND newer.state = 'posted' AND newer.alert IS NULL
          AND newer.notice IS NULL AND newer.slot > last.slot
      )`,
    `INSERT INTO digest_records
      SELECT last.team_id, last.subscription_id, 'said', 'figures', NULL, last.figures, said.said_at
      FROM deliveries AS last JOIN digest_records AS said
        ON said.team_id = last.team_id AND said.subscription_id = last.subscription_id
      WHERE last.state = 'posted' AND last.figures IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM deliveries AS newer WHERE newer.team_id = last.team_id
          AND newer.subscription_id = last.subscription_id AND newer.state = 'posted' AND newer.alert IS NULL
          AND newer.notice IS NULL AND newer.slot > last.slot
      )`,
    `INSERT INTO digest_records
      SELECT team_id, subscription_id, 'said', 'reddit', NULL, NULL, MAX(COALESCE(started_at, created_at))
      FROM deliveries WHERE reddit_recorded = 1 GROUP BY team_id, subscription_id`,
    // Earlier versions didn't record which briefs they reported, so the first comparison is by time.
    `INSERT INTO digest_records
      SELECT said.team_id, said.subscription_id, 'said', 'actions', NULL, 'by_time', said.said_at
      FROM digest_records AS said JOIN subscriptions
        ON subscriptions.team_id = said.team_id AND subscriptions.id = said.subscription_id
      WHERE said.subject = 'digest' AND subscriptions.sections LIKE '%"actions"%'`,
    `INSERT INTO digest_records
      SELECT team_id, subscription_id, 'summary', summary_id, subreddit, creation_date, recorded_at
      FROM reddit_ledger`,
    `INSERT INTO digest_records
      SELECT team_id, subscription_id, 'sentiment', subreddit, NULL, sentiment, recorded_at
      FROM reddit_ledger AS last WHERE sentiment IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM reddit_ledger AS newer WHERE newer.team_id = last.team_id
          AND newer.subscription_id = last.subscription_id AND newer.subreddit = last.subreddit
          AND newer.sentiment IS NOT NULL AND (
            COALESCE(newer.creation_date, '') > COALESCE(last.creation_date, '')
            OR (COALESCE(newer.creation_date, '') = COALESCE(last.creation_date, '') AND (
              newer.recorded_at > last.recorded_at
              OR (newer.recorded_at = last.recorded_at AND newer.summary_id > last.summary_id)
            ))
          )
      )`,
    `INSERT INTO digest_records
      SELECT team_id, subscription_id, 'alert_' || kind, subject, basis,
        CASE WHEN subject = '' THEN NULL ELSE 'crossed' END, marked_at
      FROM alert_marks`,
    `ALTER TABLE deliveries ADD COLUMN says text`,
    // Posts with an unknown outcome.
    `UPDATE deliveries SET says = '{"composedAt":"' || COALESCE(started_at, updated_at) || '","figures":'
        || COALESCE(figures, 'null') || ',"reddit":'
        || CASE WHEN ledger IS NULL THEN 'null' ELSE '{"summaries":' || ledger || ',"sentiments":{},"gone":[]}' END
        || ',"actions":null,"evaluations":null}'
      WHERE state IN ('posting', 'unknown') AND alert IS NULL AND notice IS NULL`,
    `ALTER TABLE deliveries DROP COLUMN ledger`,
    `ALTER TABLE deliveries DROP COLUMN figures`,
    `ALTER TABLE deliveries DROP COLUMN reddit_recorded`,
    `DROP TABLE reddit_ledger`,
    `DROP TABLE alert_marks`,
  ],
  // `planned_until` replaces `next_slot`, which new time zone data may move.
  [
    `ALTER TABLE subscriptions ADD COLUMN planned_until text`,
    `ALTER TABLE subscriptions ADD COLUMN zone_data text NOT NULL DEFAULT ''`,
    `UPDATE subscriptions SET planned_until = (
      SELECT MAX(slot) FROM deliveries
      WHERE deliveries.team_id = subscriptions.team_id AND deliveries.subscription_id = subscriptions.id
        AND asked_by IS NULL AND alert IS NULL AND notice IS NULL
    ) WHERE next_slot IS NOT NULL`,
    `ALTER TABLE subscriptions DROP COLUMN next_slot`,
    `CREATE INDEX subscriptions_zone_data ON subscriptions (zone_data) WHERE look_at IS NOT NULL`,
  ],
  // Reasons of pauses and deliveries become codes with a detail.
  [
    `ALTER TABLE subscriptions ADD COLUMN paused_detail text`,
    `ALTER TABLE deliveries ADD COLUMN reason_cause text`,
    `ALTER TABLE deliveries ADD COLUMN reason_detail text`,
    `UPDATE deliveries SET reason = 'digest_paused', reason_cause = SUBSTR(reason, 9)
      WHERE SUBSTR(reason, 1, 8) = 'paused: '`,
    `UPDATE deliveries SET reason = 'given_up', reason_cause = SUBSTR(reason, 32)
      WHERE SUBSTR(reason, 1, 31) = 'given up after the grace time: '`,
    ...sentencesToCodes('subscriptions', 'paused_reason', 'paused_detail'),
    ...sentencesToCodes('deliveries', 'reason_cause', 'reason_detail'),
    ...sentencesToCodes('deliveries', 'reason', 'reason_detail'),
  ],
  // Reasons of tasks become codes. Only this sentence was ever stored; the audit keeps the original text.
  [
    `UPDATE tasks SET reason = CASE reason
      WHEN 'Sightline stopped before the service had answered.' THEN 'stopped' ELSE 'not_recorded' END
      WHERE reason NOT IN ('authentication', 'forbidden', 'not_found', 'validation', 'rate_limited', 'unavailable',
        'timeout', 'bad_response', 'outcome_unknown', 'invalid_request')`,
  ],
  // Names that a channel gives to ids of topics, personas and themes.
  [`ALTER TABLE channel_settings ADD COLUMN filter_names text`],
  // Recommendations of the configuration that a channel has stopped tracking.
  [`ALTER TABLE tracked_recommendations ADD COLUMN stopped integer NOT NULL DEFAULT 0`],
  // How much of a digest is in its main message: 'full', 'brief', or NULL for the default (brief).
  [`ALTER TABLE channel_settings ADD COLUMN digest_length text`],
  // Channels that Sightline was invited to.
  [
    `CREATE TABLE invitations (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      id text NOT NULL,
      posting integer NOT NULL,
      attempt integer NOT NULL,
      due_at text,
      outcome text,
      invited_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    )`,
    `CREATE INDEX invitations_due ON invitations (due_at) WHERE due_at IS NOT NULL`,
  ],
  // Executions of workflow steps.
  [
    `CREATE TABLE step_executions (
      team_id text NOT NULL,
      id text NOT NULL,
      result text,
      started_at text NOT NULL,
      PRIMARY KEY (team_id, id)
    )`,
    `CREATE INDEX step_executions_started ON step_executions (started_at)`,
  ],
  // The channel that a person's direct messages are about.
  [
    `CREATE TABLE conversation_channels (
      team_id text NOT NULL,
      user_id text NOT NULL,
      channel_id text NOT NULL,
      chosen_at text NOT NULL,
      PRIMARY KEY (team_id, user_id)
    )`,
  ],
  // What people enter about their tasks and channels: the day a task was done, what it aims at, notes.
  [
    `ALTER TABLE tasks ADD COLUMN done_on text`,
    `ALTER TABLE tasks ADD COLUMN done_by text`,
    `CREATE TABLE task_aims (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      result_id text NOT NULL,
      aim text NOT NULL,
      set_by text NOT NULL,
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
    `CREATE INDEX notes_channel ON notes (team_id, channel_id, day)`,
  ],
  // The canvas with a channel's latest review.
  [
    `CREATE TABLE canvases (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      canvas_id text NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    )`,
  ],
  // When a digest's owner was asked about something that has waited long.
  [
    `ALTER TABLE tracked_recommendations ADD COLUMN asked_at text`,
    `ALTER TABLE tasks ADD COLUMN asked_at text`,
  ],
  // What a killed process still owes people: the result of a workflow step, or an answer.
  [
    `ALTER TABLE step_executions ADD COLUMN told_at text`,
    `UPDATE step_executions SET told_at = started_at`,
    `CREATE INDEX step_executions_untold ON step_executions (started_at) WHERE told_at IS NULL`,
    `CREATE INDEX posted_messages_unanswered ON posted_messages (created_at) WHERE kind = 'unanswered'`,
  ],
  // The oldest schema whose releases may work on this database.
  [`ALTER TABLE sightline_schema ADD COLUMN oldest integer`, `UPDATE sightline_schema SET oldest = 18`],
  // Still for the cascade, but in order of age, so that rows that are posted or deleted together are next to each other.
  [
    `DROP INDEX recommendation_copies_of_message`,
    `CREATE INDEX recommendation_copies_of_message ON recommendation_copies (ts, channel_id, team_id)`,
  ],
  // Token renewals in progress.
  [`CREATE INDEX installations_renewing ON installations (lease_until) WHERE lease_until IS NOT NULL`],
  // Who used a key, and may use it again if the answer was lost.
  [`ALTER TABLE used_states ADD COLUMN owner text`],
]

/** Statements that replace sentences from earlier versions with codes. Other text becomes the detail of `other`. */
function sentencesToCodes(table: string, column: string, detail: string): readonly string[] {
  const codeOf = {
    'Sightline was stopped': 'stopped',
    'Sightline stopped before it was posted': 'stopped',
    'Sightline stopped while it was posting.': 'stopped_while_posting',
    'Sightline is no longer in this workspace': 'uninstalled',
    'Sightline did not get to it': 'not_reached',
    'missed while Sightline was not running': 'missed',
    'missed while Sightline was not running, or disconnected from Slack': 'missed',
    'quiet hours': 'quiet_hours',
    'nothing to tell': 'nothing_to_tell',
    'its alerts were turned off': 'alerts_off',
    'it is no longer so': 'no_longer_so',
    'it had not arrived': 'not_arrived',
    'It did not arrive in Slack.': 'not_arrived',
    'posted again': 'posting_again',
    'the digest is gone': 'digest_deleted',
    'the digest was deleted': 'digest_deleted',
    'no reason recorded': 'not_recorded',
    'no reason was recorded': 'not_recorded',
  }
  const codes = [
    ...['not_in_channel', 'channel_not_found', 'is_archived', 'restricted_action', 'missing_scope'],
    ...['restricted_action_read_only_channel', 'posting_to_general_channel_denied'],
    ...['token_revoked', 'token_expired', 'invalid_auth', 'not_authed', 'account_inactive'],
    ...['team_access_not_granted', 'app_uninstalled', 'org_login_required', 'not_allowed_token_type'],
    ...['msg_too_long', 'user_not_found', 'ratelimited', 'held_up', 'token_not_renewed', 'no_answer'],
    ...['paused_by_hand', 'schedule_unreadable', 'uninstalled', 'removed_from_settings', 'manual_only'],
    ...['quiet', 'nobody_to_tell', 'digest_paused', 'given_up', ...Object.values(codeOf)],
  ]
  const quoted = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')
  const sentences = Object.entries(codeOf).map(([sentence, code]) => `WHEN '${sentence}' THEN '${code}'`)
  const isCode = `${column} NOT LIKE '% %' AND ${column} NOT LIKE '%.%' AND LOWER(${column}) = ${column}`
  return [
    `UPDATE ${table} SET ${column} = CASE ${column} ${sentences.join(' ')} END
      WHERE ${column} IN (${quoted(Object.keys(codeOf))})`,
    `UPDATE ${table} SET ${column} = 'no_answer' WHERE SUBSTR(${column}, 1, 5) = 'http_'`,
    `UPDATE ${table} SET ${column} = NULL WHERE ${column} = ''`,
    `UPDATE ${table} SET ${detail} = ${column}, ${column} = CASE WHEN ${isCode} THEN 'slack_refused' ELSE 'other' END
      WHERE ${column} NOT IN (${quoted([...codes, 'slack_refused', 'other'])})`,
  ]
}

/** The schema that this version works with. */
export const schemaVersion = migrations.length

/**
 * Migrates the database to this version's schema in one transaction. If several processes start together, one migrates
 * and the others wait. A newer schema stays as it is.
 * @returns the schema that the database has now
 * @throws {StoreError} `newer_schema`: this version can't use that schema
 */
export async function migrate({ db, migrationLock }: Engine): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (migrationLock !== null) await sql.raw(migrationLock).execute(transaction)
    return Math.max(schemaVersion, await migrateTo(schemaVersion, transaction))
  })
}

/** Migrates up to `version`, in a transaction that holds the migration lock. @returns the previous version */
export async function migrateTo(version: number, transaction: Transaction<Database>): Promise<number> {
  const current = await currentVersion(transaction)
  if (current > schemaVersion) {
    const read = sql<{ oldest: number | null }>`SELECT oldest FROM sightline_schema`
    const [row] = (await read.execute(transaction)).rows
    if (!canUse({ version: current, oldest: row?.oldest ?? null })) throw newerSchema(current)
  }
  for (const statement of migrations.slice(current, version).flat())
    await sql.raw(statement).execute(transaction)
  if (current < version) await sql`UPDATE sightline_schema SET version = ${version}`.execute(transaction)
  return current
}

/** Whether this version can use a database with that schema, after migrating it if it is older. */
export function canUse({
  version,
  oldest,
}: {
  readonly version: number
  readonly oldest: number | null
}): boolean {
  return version <= schemaVersion || (oldest !== null && oldest <= schemaVersion)
}

/**
 * For commands that have to know every table and column.
 * @throws {StoreError} `newer_schema`: a newer version has migrated the database and may have added some
 */
export async function requireOwnSchema(db: Kysely<Database>, action: string): Promise<void> {
  const read = sql<{ version: number }>`SELECT version FROM sightline_schema`
  const [{ version = 0 } = {}] = (await read.execute(db)).rows
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

async function currentVersion(transaction: Transaction<Database>): Promise<number> {
  await sql`CREATE TABLE IF NOT EXISTS sightline_schema (version integer NOT NULL)`.execute(transaction)
  const read = sql<{ version: number }>`SELECT version FROM sightline_schema`
  const [row] = (await read.execute(transaction)).rows
  if (row !== undefined) return row.version
  await sql`INSERT INTO sightline_schema (version) VALUES (0)`.execute(transaction)
  return 0
}

/** Resolves when the database answers. */
export async function ping(db: Kysely<Database>): Promise<void> {
  await sql`SELECT version FROM sightline_schema`.execute(db)
}
