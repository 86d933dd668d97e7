-- Schema 4 as it was released, with what a small workspace has in it. Runs on both engines. Never change it.

CREATE TABLE sightline_schema (version integer NOT NULL);
INSERT INTO sightline_schema (version) VALUES (4);

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
CREATE TABLE tracked_recommendations (
  team_id text NOT NULL,
  channel_id text NOT NULL,
  result_id text NOT NULL,
  added_by text NOT NULL,
  added_at text NOT NULL,
  PRIMARY KEY (team_id, channel_id, result_id)
);
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
  effective_from text NOT NULL,
  name text NOT NULL DEFAULT 'Weekly brand visibility',
  days text NOT NULL DEFAULT '{"kind":"daily"}',
  sections text NOT NULL DEFAULT '["visibility","reddit","actions"]',
  filters text NOT NULL DEFAULT '',
  noise_band double precision,
  only_when_changed integer NOT NULL DEFAULT 0,
  details_in_thread integer NOT NULL DEFAULT 1,
  alerts text NOT NULL DEFAULT '{}',
  state text NOT NULL DEFAULT 'paused',
  owner_id text,
  owner_check_at text,
  owner_asked text,
  revision integer NOT NULL DEFAULT 0,
  next_slot text,
  look_at text,
  PRIMARY KEY (team_id, id)
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
  finished_at text,
  asked_by text,
  ledger text,
  figures text,
  started_at text,
  check_at text,
  PRIMARY KEY (team_id, id),
  UNIQUE (team_id, subscription_id, slot),
  FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
);
CREATE INDEX deliveries_of_channel ON deliveries (team_id, channel_id, slot);
CREATE INDEX deliveries_in_posting ON deliveries (lease_until) WHERE state = 'posting';
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
  reason text,
  reference text,
  open_since text,
  open_by text,
  confirmed_by text,
  unshown_since text,
  PRIMARY KEY (team_id, organization_id, workspace_id, result_id, generation)
);
CREATE INDEX tasks_of_channel ON tasks (team_id, channel_id, started_at);
CREATE INDEX tasks_in_creation ON tasks (started_at) WHERE state = 'creating';
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
CREATE INDEX audit_of_channel ON audit (team_id, channel_id, at);
CREATE INDEX tasks_unshown ON tasks (unshown_since) WHERE unshown_since IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_single ON subscriptions (team_id, channel_id, source) WHERE source <> 'user';
CREATE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id);
CREATE INDEX subscriptions_due ON subscriptions (look_at) WHERE look_at IS NOT NULL;
CREATE INDEX subscriptions_owner_check ON subscriptions (owner_check_at) WHERE owner_check_at IS NOT NULL;
CREATE INDEX deliveries_waiting ON deliveries (lease_until) WHERE state = 'pending';
CREATE INDEX deliveries_to_check ON deliveries (check_at) WHERE check_at IS NOT NULL;
CREATE TABLE paces (
  team_id text NOT NULL,
  channel_id text NOT NULL,
  used_until double precision NOT NULL,
  PRIMARY KEY (team_id, channel_id)
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
CREATE INDEX evaluation_watches_due ON evaluation_watches (look_at) WHERE done_at IS NULL;

-- A running digest of a person, with a posted one, a quiet one and one that waits; an evaluation that somebody watches.
INSERT INTO subscriptions (team_id, id, channel_id, source, time, time_zone, created_by, created_at, effective_from, name, days, sections, filters, noise_band, only_when_changed, alerts, state, owner_id, revision, next_slot, look_at)
  VALUES ('T1', 'S1', 'C1', 'user', '09:00', 'Europe/Paris', 'U1', '2026-01-05T08:00:00.000Z', '2026-01-05T08:00:00.000Z', 'ChatGPT weekly', '{"kind":"days","days":[1]}', '["visibility","evaluations"]', 'ChatGPT', 2.5, 1, '{"overtaken":false,"visibilityFallsBy":null,"sentimentNegative":false,"evaluationDone":false,"quietHours":null}', 'active', 'U1', 1, '2026-02-09T08:00:00.000Z', '2026-02-09T08:00:00.000Z');
INSERT INTO deliveries (team_id, id, subscription_id, slot, channel_id, state, attempt, lease_until, reason, message_ts, reddit_recorded, created_at, started_at, updated_at, finished_at, figures)
  VALUES ('T1', 'D-posted', 'S1', '2026-01-19T08:00:00.000Z', 'C1', 'posted', 1, '2026-01-19T08:03:00.000Z', NULL, '1768809605.000100', 0, '2026-01-19T08:00:00.000Z', '2026-01-19T08:00:00.000Z', '2026-01-19T08:00:05.000Z', '2026-01-19T08:00:05.000Z', '{"period":{"unit":"week","start":"2026-01-12","end":"2026-01-18"},"headline":"quiet","rank":2,"visibility":41.3}');
INSERT INTO deliveries (team_id, id, subscription_id, slot, channel_id, state, attempt, lease_until, reason, message_ts, reddit_recorded, created_at, started_at, updated_at, finished_at)
  VALUES ('T1', 'D-quiet', 'S1', '2026-01-26T08:00:00.000Z', 'C1', 'skipped', 1, '2026-01-26T08:03:00.000Z', 'quiet', NULL, 0, '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:00.000Z', '2026-01-26T08:00:05.000Z', '2026-01-26T08:00:05.000Z');
INSERT INTO deliveries (team_id, id, subscription_id, slot, channel_id, state, attempt, lease_until, reason, message_ts, reddit_recorded, created_at, started_at, updated_at, finished_at)
  VALUES ('T1', 'D-pending', 'S1', '2026-02-02T08:00:00.000Z', 'C1', 'pending', 1, '2026-02-02T08:05:00.000Z', 'ratelimited', NULL, 0, '2026-02-02T08:00:00.000Z', '2026-02-02T08:00:00.000Z', '2026-02-02T08:04:00.000Z', NULL);
INSERT INTO evaluation_watches VALUES ('T1', 'O1', 'W1', 'E1', 'U1', 'C1', '2026-02-01T08:00:00.000Z', '2026-02-02T08:00:00.000Z', NULL, NULL);
