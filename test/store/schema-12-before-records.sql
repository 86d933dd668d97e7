-- Schema 12, the last one before digests had a record, with what a small workspace has in it. Runs on both engines.
CREATE TABLE sightline_schema (version integer NOT NULL);
INSERT INTO sightline_schema (version) VALUES (12);

CREATE TABLE subscriptions (
  team_id text NOT NULL,
  id text NOT NULL,
  channel_id text NOT NULL,
  source text NOT NULL,
  time text NOT NULL,
  time_zone text NOT NULL,
  paused_reason text,
  paused_at text,
  created_by text,
  created_at text NOT NULL,
  effective_from text NOT NULL, name text NOT NULL DEFAULT 'Weekly brand visibility', days text NOT NULL DEFAULT '{"kind":"daily"}', sections text NOT NULL DEFAULT '["visibility","reddit","actions"]', filters text NOT NULL DEFAULT '', noise_band double precision, only_when_changed integer NOT NULL DEFAULT 0, details_in_thread integer NOT NULL DEFAULT 1, alerts text NOT NULL DEFAULT '{}', state text NOT NULL DEFAULT 'paused', owner_id text, owner_check_at text, owner_asked text, revision integer NOT NULL DEFAULT 0, next_slot text, look_at text, evaluations text NOT NULL DEFAULT '[]', alert_at text,
  PRIMARY KEY (team_id, id)
);
CREATE INDEX subscriptions_alerts ON subscriptions (alert_at) WHERE alert_at IS NOT NULL;
CREATE INDEX subscriptions_due ON subscriptions (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id);
CREATE INDEX subscriptions_owner_check ON subscriptions (owner_check_at) WHERE owner_check_at IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_single ON subscriptions (team_id, channel_id, source) WHERE source <> 'user';

CREATE TABLE alert_marks (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      basis text NOT NULL,
      marked_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, kind, subject),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    );

CREATE TABLE audit (
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
);
CREATE INDEX audit_by_time ON audit (at);
CREATE INDEX audit_of_channel ON audit (team_id, channel_id, at);

CREATE TABLE channel_settings (
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
);

CREATE TABLE connections (
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
    );

CREATE TABLE deliveries (
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
  finished_at text, asked_by text, ledger text, figures text, started_at text, check_at text, thread text, thread_next integer NOT NULL DEFAULT 0, thread_leaving integer NOT NULL DEFAULT 0, thread_take integer NOT NULL DEFAULT 0, thread_at text, alert text, notice text, untold_at text,
  PRIMARY KEY (team_id, id),
  UNIQUE (team_id, subscription_id, slot),
  FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
);
CREATE INDEX deliveries_finished ON deliveries (finished_at) WHERE finished_at IS NOT NULL;
CREATE INDEX deliveries_in_posting ON deliveries (lease_until) WHERE state = 'posting';
CREATE INDEX deliveries_in_turn ON deliveries (team_id, lease_until) WHERE state = 'pending';
CREATE INDEX deliveries_of_channel ON deliveries (team_id, channel_id, slot);
CREATE INDEX deliveries_to_check ON deliveries (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX deliveries_to_follow ON deliveries (thread_at) WHERE thread_at IS NOT NULL;
CREATE INDEX deliveries_untold ON deliveries (team_id, untold_at) WHERE untold_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (lease_until) WHERE state = 'pending';

CREATE TABLE disconnected_workspaces (
      team_id text NOT NULL PRIMARY KEY,
      code text NOT NULL,
      since text NOT NULL
    );

CREATE TABLE evaluation_watches (
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
    );
CREATE INDEX evaluation_watches_done ON evaluation_watches (done_at) WHERE done_at IS NOT NULL;
CREATE INDEX evaluation_watches_due ON evaluation_watches (look_at) WHERE done_at IS NULL;

CREATE TABLE installations (
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
    );
CREATE INDEX installations_of_org ON installations (org_id) WHERE org_id IS NOT NULL;

CREATE TABLE paces (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      used_until double precision NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    );

CREATE TABLE posted_messages (
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
);
CREATE INDEX posted_messages_by_time ON posted_messages (created_at);

CREATE TABLE recommendation_copies (
  team_id text NOT NULL,
  organization_id text NOT NULL,
  workspace_id text NOT NULL,
  result_id text NOT NULL,
  channel_id text NOT NULL,
  ts text NOT NULL,
  PRIMARY KEY (team_id, organization_id, workspace_id, result_id, channel_id, ts),
  FOREIGN KEY (team_id, channel_id, ts) REFERENCES posted_messages (team_id, channel_id, ts) ON DELETE CASCADE
);
CREATE INDEX recommendation_copies_of_message ON recommendation_copies (team_id, channel_id, ts);

CREATE TABLE reddit_ledger (
  team_id text NOT NULL,
  subscription_id text NOT NULL,
  summary_id text NOT NULL,
  subreddit text NOT NULL,
  sentiment text,
  creation_date text,
  recorded_at text NOT NULL,
  PRIMARY KEY (team_id, subscription_id, summary_id),
  FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
);

CREATE TABLE tasks (
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
  reason text, reference text, open_since text, open_by text, confirmed_by text, unshown_since text, show_after text,
  PRIMARY KEY (team_id, organization_id, workspace_id, result_id, generation)
);
CREATE INDEX tasks_in_creation ON tasks (started_at) WHERE state = 'creating';
CREATE INDEX tasks_of_channel ON tasks (team_id, channel_id, started_at);
CREATE INDEX tasks_unshown ON tasks (unshown_since) WHERE unshown_since IS NOT NULL;

CREATE TABLE tracked_recommendations (
  team_id text NOT NULL,
  channel_id text NOT NULL,
  result_id text NOT NULL,
  added_by text NOT NULL,
  added_at text NOT NULL,
  PRIMARY KEY (team_id, channel_id, result_id)
);

CREATE TABLE used_states (state text NOT NULL PRIMARY KEY, until text NOT NULL);
CREATE INDEX used_states_until ON used_states (until);

INSERT INTO subscriptions VALUES ('T1', 'S-settings', 'C1', 'settings', '09:00', 'Europe/Paris', NULL, NULL, NULL, '2026-01-05T08:00:00.000Z', '2026-01-05T08:00:00.000Z', 'Weekly brand visibility', '{"kind":"days","days":[1]}', '["visibility","reddit","actions"]', '', NULL, 0, 1, '{}', 'active', NULL, NULL, NULL, 0, NULL, '2026-01-05T08:00:00.000Z', '[]', NULL);
INSERT INTO subscriptions VALUES ('T1', 'S-user', 'C2', 'user', '16:30', 'Asia/Kolkata', 'is_archived', '2026-02-06T11:00:00.000Z', 'U1', '2026-01-06T08:00:00.000Z', '2026-01-06T08:00:00.000Z', 'Weekly brand visibility', '{"kind":"days","days":[5]}', '["visibility","reddit","actions"]', '', NULL, 0, 1, '{}', 'paused', 'U1', NULL, NULL, 0, NULL, NULL, '[]', NULL);
INSERT INTO subscriptions VALUES ('T1', 'S-now', 'C3', 'manual', '09:00', 'UTC', 'manual_only', '2026-02-06T11:00:00.000Z', 'U2', '2026-02-06T11:00:00.000Z', '2026-02-06T11:00:00.000Z', 'Weekly brand visibility', '{"kind":"days","days":[1]}', '["visibility","reddit","actions"]', '', NULL, 0, 1, '{}', 'paused', 'U2', NULL, NULL, 0, NULL, NULL, '[]', NULL);

INSERT INTO alert_marks VALUES ('T1', 'S-now', 'a kind', 'a subject', 'a basis', 'a marked_at');

INSERT INTO audit VALUES ('T1', 'A1', '2026-01-12T09:00:01.000Z', 'U1', 'C1', 'task.create', 'R1', 'created', NULL, 'K7QM-2XPA');

INSERT INTO channel_settings VALUES ('T1', 'C1', 'O1', 'W1', 'P1', 'Europe/Paris', '["saas"]', 2.5, 'U1', '2026-01-05T08:00:00.000Z');

INSERT INTO connections VALUES ('a team_id', 'a api_key', 'a last_four', 'a reach', 'a organization_id', 'a workspace_id', 'a project_id', 'a connected_by', 'a connected_at', 'a stamp');

INSERT INTO deliveries VALUES ('T1', 'D-posted', 'S-settings', '2026-01-12T08:00:00.000Z', 'C1', 'posted', 1, '2026-01-12T08:03:00.000Z', NULL, '1768204805.000100', 1, '2026-01-12T08:00:00.000Z', '2026-01-12T08:00:05.000Z', '2026-01-12T08:00:05.000Z', NULL, NULL, NULL, '2026-01-12T08:00:00.000Z', NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL);
INSERT INTO deliveries VALUES ('T1', 'D-skipped', 'S-settings', '2026-01-19T08:00:00.000Z', 'C1', 'skipped', 1, '2026-01-26T08:01:00.000Z', 'missed while Sightline was not running', NULL, 0, '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:00.000Z', NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL);
INSERT INTO deliveries VALUES ('T1', 'D-unknown', 'S-settings', '2026-01-26T08:00:00.000Z', 'C1', 'unknown', 1, '2026-01-26T08:03:00.000Z', 'no_answer', NULL, 0, '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:10.000Z', '2026-01-26T08:00:10.000Z', NULL, NULL, NULL, '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:10.000Z', NULL, 0, 0, 0, NULL, NULL, NULL, NULL);
INSERT INTO deliveries VALUES ('T1', 'D-pending', 'S-settings', '2026-02-02T08:00:00.000Z', 'C1', 'pending', 2, '2026-02-02T08:05:00.000Z', 'ratelimited', NULL, 0, '2026-02-02T08:00:00.000Z', '2026-02-02T08:04:00.000Z', NULL, NULL, NULL, NULL, '2026-02-02T08:00:00.000Z', NULL, NULL, 0, 0, 0, NULL, NULL, NULL, NULL);

INSERT INTO disconnected_workspaces VALUES ('a team_id', 'a code', 'a since');

INSERT INTO evaluation_watches VALUES ('T1', 'O1', 'W1', 'E1', 'U1', 'C1', '2026-02-01T08:00:00.000Z', '2026-02-02T08:30:00.000Z', NULL, NULL);
INSERT INTO evaluation_watches VALUES ('T1', 'O1', 'W1', 'E2', 'U1', 'C1', '2026-01-20T08:00:00.000Z', '2026-01-20T09:00:00.000Z', '2026-01-20T09:00:02.000Z', 'done');

INSERT INTO installations VALUES ('a team_id', 1, 'a org_id', 'a name', 'a url', 'a bot_user_id', 'a scopes', 'a installed_by', 'a token', 'a refresh_token', 'a expires_at', 1, 'a lease_until', 'a installed_at', 'a ended_at', 'a ended_why');

INSERT INTO paces VALUES ('T1', '', 1768204805000);
INSERT INTO paces VALUES ('T1', 'C1', 1768204806000.5);

INSERT INTO posted_messages VALUES ('T1', 'C1', '1768204805.000100', 'digest', NULL, 'Digest', '[]', 0, '2026-01-12T08:00:05.000Z');

INSERT INTO recommendation_copies VALUES ('T1', 'O1', 'W1', 'R1', 'C1', '1768204805.000100');

INSERT INTO reddit_ledger VALUES ('T1', 'S-settings', 'summary-1', 'saas', 'positive', '2026-01-10', '2026-01-12T08:00:05.000Z');

INSERT INTO tasks VALUES ('T1', 'O1', 'W1', 'R1', 1, 'created', 1, 0, 'K1', 'Task', 'What to do', 'U1', 'C1', '1768204805.000100', '2026-01-12T09:00:00.000Z', '2026-01-12T09:00:01.000Z', NULL, NULL, NULL, NULL, NULL, NULL, NULL);

INSERT INTO tracked_recommendations VALUES ('T1', 'C1', 'R1', 'U1', '2026-01-05T08:00:00.000Z');

INSERT INTO used_states VALUES ('a state', 'a until');
