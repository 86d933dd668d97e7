-- Schema 1, with what a small workspace has in it. Runs on both engines. Once released, it never changes.
CREATE TABLE sightline_schema (version integer NOT NULL, oldest integer NOT NULL);
INSERT INTO sightline_schema VALUES (1, 1);

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

CREATE TABLE canvases (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      canvas_id text NOT NULL,
      created_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id)
    );

CREATE TABLE channel_settings (
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

CREATE TABLE conversation_channels (
      team_id text NOT NULL,
      user_id text NOT NULL,
      channel_id text NOT NULL,
      chosen_at text NOT NULL,
      PRIMARY KEY (team_id, user_id)
    );

CREATE TABLE subscriptions (
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
    );
CREATE INDEX subscriptions_alert_check ON subscriptions (alert_check_at) WHERE alert_check_at IS NOT NULL;
CREATE INDEX subscriptions_of_channel ON subscriptions (team_id, channel_id);
CREATE INDEX subscriptions_owner_check ON subscriptions (owner_check_at) WHERE owner_check_at IS NOT NULL;
CREATE UNIQUE INDEX subscriptions_single ON subscriptions (team_id, channel_id, source) WHERE source <> 'user';
CREATE INDEX subscriptions_to_plan ON subscriptions (plan_at) WHERE plan_at IS NOT NULL;
CREATE INDEX subscriptions_zone_data ON subscriptions (zone_data) WHERE plan_at IS NOT NULL;

CREATE TABLE digest_records (
      team_id text NOT NULL,
      subscription_id text NOT NULL,
      kind text NOT NULL,
      subject text NOT NULL,
      topic text,
      value text,
      recorded_at text NOT NULL,
      PRIMARY KEY (team_id, subscription_id, kind, subject),
      FOREIGN KEY (team_id, subscription_id) REFERENCES subscriptions (team_id, id)
    );

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
      check_at text NOT NULL,
      ended_at text,
      outcome text,
      PRIMARY KEY (team_id, organization_id, workspace_id, evaluation_id, user_id)
    );
CREATE INDEX evaluation_watches_due ON evaluation_watches (check_at) WHERE ended_at IS NULL;
CREATE INDEX evaluation_watches_ended ON evaluation_watches (ended_at) WHERE ended_at IS NOT NULL;

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
CREATE INDEX installations_renewing ON installations (lease_until) WHERE lease_until IS NOT NULL;

CREATE TABLE market_weeks (
      team_id text NOT NULL,
      market text NOT NULL,
      week text NOT NULL,
      read_at text,
      due_at text,
      question text NOT NULL,
      record text,
      PRIMARY KEY (team_id, market, week)
    );
CREATE INDEX market_weeks_due ON market_weeks (due_at, team_id) WHERE due_at IS NOT NULL;

CREATE TABLE notes (
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
    );
CREATE INDEX notes_of_channel ON notes (team_id, channel_id, day);

CREATE TABLE outbox (
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
    );
CREATE INDEX outbox_due ON outbox (due_at, team_id, state, kind, since) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_ended ON outbox (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX outbox_failed ON outbox (team_id, ended_at) WHERE state = 'failed';
CREATE INDEX outbox_in_turn ON outbox (team_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_of_channel ON outbox (team_id, channel_id, since);
CREATE INDEX outbox_of_subject ON outbox (team_id, subject, since);
CREATE INDEX outbox_questions ON outbox (ended_at) WHERE kind = 'answer' AND ended_at IS NOT NULL;
CREATE INDEX outbox_threads ON outbox (team_id, root, part);

CREATE TABLE paces (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      used_until double precision NOT NULL,
      moved_ms double precision NOT NULL DEFAULT 0,
      held_until double precision NOT NULL DEFAULT 0,
      PRIMARY KEY (team_id, channel_id)
    );

CREATE TABLE posted_messages (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      ts text NOT NULL,
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
CREATE INDEX recommendation_copies_of_message ON recommendation_copies (ts, channel_id, team_id);

CREATE TABLE restores (at text PRIMARY KEY);

CREATE TABLE task_aims (
      team_id text NOT NULL,
      organization_id text NOT NULL,
      workspace_id text NOT NULL,
      result_id text NOT NULL,
      aim text NOT NULL,
      set_by text,
      set_at text NOT NULL,
      PRIMARY KEY (team_id, organization_id, workspace_id, result_id)
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
    );
CREATE INDEX tasks_in_creation ON tasks (started_at) WHERE state = 'creating';
CREATE INDEX tasks_of_channel ON tasks (team_id, channel_id, started_at);
CREATE INDEX tasks_outdated ON tasks (outdated_since) WHERE outdated_since IS NOT NULL;

CREATE TABLE tracked_recommendations (
      team_id text NOT NULL,
      channel_id text NOT NULL,
      result_id text NOT NULL,
      state text NOT NULL,
      added_by text NOT NULL,
      added_at text NOT NULL,
      PRIMARY KEY (team_id, channel_id, result_id)
    );

CREATE TABLE used_states (state text NOT NULL PRIMARY KEY, until text NOT NULL);
CREATE INDEX used_states_until ON used_states (until);

INSERT INTO audit VALUES ('T0', '01ff1c4d-9633-47cf-a29a-2357fafa3279', '2026-08-30T12:00:30.000Z', 'U0', 'C0', 'task.create', 'r0', 'created', '{"organizationId":"org","workspaceId":"w","generation":1,"attempt":1,"message":"1700000000.000100","task":"t0","reason":null}', 'ref');

INSERT INTO canvases VALUES ('a team_id', 'a channel_id', 'a canvas_id', 'a created_at');

INSERT INTO channel_settings VALUES ('T0', 'C0', 'org', 'w', 'p', NULL, NULL, NULL, NULL, 'U0', '2026-08-30T12:00:30.000Z');

INSERT INTO connections VALUES ('T0', 's1.31d0a9ef.C8FH6-ntxxRs7Wea.O_HamwoBO0cHhZXD-Di0H3bl92xkc3HB', 'ench', '', 'org', 'w', 'p', 'U0', '2026-08-30T12:00:30.000Z', '41929288-074b-4be5-9a12-dd4d3d2a3906');

INSERT INTO conversation_channels VALUES ('a team_id', 'a user_id', 'a channel_id', 'a chosen_at');

INSERT INTO subscriptions VALUES ('T0', 'S0', 'C0', 'user', 'Brand visibility', '{"kind":"days","days":[1]}', '09:00', 'UTC', '["visibility","reddit","actions"]', '', 0, 1, '{"overtaken":true,"fall":null,"sentiment":false,"evaluation":false,"quietHours":null}', 'active', NULL, NULL, 'U0', NULL, NULL, 'U0', '2026-08-30T12:00:30.000Z', '2026-08-30T12:00:30.000Z', 0, NULL, '2026-08-30T12:00:30.000Z', '', '2026-08-30T12:00:30.000Z');

INSERT INTO digest_records VALUES ('T0', 'S0', 'a kind', 'a subject', 'a topic', 'a value', 'a recorded_at');

INSERT INTO disconnected_workspaces VALUES ('a team_id', 'a code', 'a since');

INSERT INTO evaluation_watches VALUES ('a team_id', 'a organization_id', 'a workspace_id', 'a evaluation_id', 'a user_id', 'a channel_id', 'a created_at', 'a check_at', 'a ended_at', 'a outcome');

INSERT INTO installations VALUES ('T0', 0, NULL, 'Bench', 'http://127.0.0.1/', 'U0BOT', '["commands"]', 'U0', 's1.31d0a9ef.LdLLG_tuaKVLNvTo.rg3quVBTTIVn1UTwp_1hL-144IQQ3qxt6ko', NULL, NULL, 1, NULL, '2026-08-30T12:00:30.000Z', NULL, NULL);

INSERT INTO market_weeks VALUES ('a team_id', 'a market', 'a week', 'a read_at', 'a due_at', 'a question', 'a record');

INSERT INTO notes VALUES ('a team_id', 'a id', 'a channel_id', 'a day', 'a text', 'a written_by', 'a written_at', 'a edited_by', 'a edited_at');

INSERT INTO outbox VALUES ('T0', 'eV3NIB_vtVxAvP9jdDwIsxQR', 'digest', 'S0', 'C0', NULL, '2026-08-30T12:00:30.000Z', NULL, NULL, 'eV3NIB_vtVxAvP9jdDwIsxQR', 0, 'sent', NULL, 1, 0, '{}', NULL, NULL, '1700000000.000100', '2026-08-30T12:00:30.000Z', NULL, NULL, NULL, '2026-08-30T12:00:30.000Z', '2026-08-30T12:00:30.000Z', '2026-08-30T12:00:30.000Z');

INSERT INTO paces VALUES ('a team_id', 'a channel_id', 0.5, 0.5, 0.5);

INSERT INTO posted_messages VALUES ('T0', 'C0', '1700000000.000100', 'Weekly brand visibility', '[]', 0, '2026-08-30T12:00:30.000Z');

INSERT INTO recommendation_copies VALUES ('T0', 'org', 'w', 'r0', 'C0', '1700000000.000100');

INSERT INTO restores VALUES ('2026-01-01T00:00:00.000Z');

INSERT INTO task_aims VALUES ('a team_id', 'a organization_id', 'a workspace_id', 'a result_id', 'a aim', 'a set_by', 'a set_at');

INSERT INTO tasks VALUES ('T0', 'org', 'w', 'r0', 1, 'created', 1, 0, 't0', 'Write a page', '', NULL, 'U0', 'C0', '1700000000.000100', 'ref', '2026-08-30T12:00:30.000Z', '2026-08-30T12:00:30.000Z', 'U0', '2026-08-30T12:00:30.000Z', NULL, '2026-08-30T12:00:30.000Z', NULL, NULL, NULL);

INSERT INTO tracked_recommendations VALUES ('T0', 'C0', 'r0', 'tracked', 'U0', '2026-08-30T12:00:30.000Z');

INSERT INTO used_states VALUES ('a state', 'a until');
