/**
 * Row types for the tables that are read with Kysely's builder; the others' types are beside their statements. Both engines
 * read and write these types without conversion: times are stored as `instantText`, booleans as 0 or 1, and JSON as text.
 */
export interface Database {
  paces: PaceRow
  disconnected_workspaces: DisconnectedWorkspaceRow
  used_states: UsedStateRow
}

/** A pace, with the end of its last reservation in milliseconds since 1970. */
interface PaceRow {
  team_id: string
  /** Empty: the workspace's pace. */
  channel_id: string
  used_until: number
}

/** A workspace whose token Slack rejects. */
interface DisconnectedWorkspaceRow {
  team_id: string
  code: string
  since: string
}

/** An idempotency key. */
interface UsedStateRow {
  state: string
  until: string
  /** Who used it and may use it again; `null`: no one may. */
  owner: string | null
}
