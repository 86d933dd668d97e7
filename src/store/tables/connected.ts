import { type RawBuilder, sql } from 'kysely'

/** For the rows of workspaces that are connected. */
export const ofConnected = (table: 'subscriptions' | 'deliveries'): RawBuilder<boolean> =>
  sql<boolean>`NOT EXISTS (SELECT 1 FROM disconnected_workspaces AS lost WHERE lost.team_id = ${sql.ref(`${table}.team_id`)})`
