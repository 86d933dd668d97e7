/** What a storm's auditor is given, and what its parts share. */
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Row } from '../database.ts'
import type { ServiceBooks } from '../service.ts'
import type { SlackBooks, WorkspaceBooks } from '../slack.ts'

export interface Evidence {
  readonly slack: SlackBooks
  readonly service: ServiceBooks
  readonly tables: ReadonlyMap<string, readonly Row[]>
  /** What the processes have written. */
  readonly output: readonly string[]
  readonly deaths: readonly string[]
  readonly letIn: readonly string[]
  /** Real instants at which a process was killed or stopped, or the database went away, and until when it matters. */
  readonly trouble: readonly (readonly [from: number, to: number])[]
  readonly secrets: readonly string[]
  /** Numbers of workspaces: those that have the app, and those that were forgotten. */
  readonly active: readonly number[]
  readonly forgotten: readonly number[]
  /** ISO 8601 instants with milliseconds, owed to each active workspace's digest. */
  readonly slots: readonly string[]
  readonly unsettled: readonly string[]
  /** Connections that hold a transaction open, and locks that are waited for. */
  readonly held: number
  readonly memoryMb: readonly number[]
  /** What the slowest hundredth of acknowledgements may take. */
  readonly ackMs: number
}

/** Adds what it counted, and what does not hold. */
export type Part = (evidence: Evidence, figures: string[], broken: string[]) => void

export const deliveryIn = ({ metadata }: ShownMessage) =>
  metadata?.event_payload.delivery_id as string | undefined
export const replyIn = ({ metadata }: ShownMessage) => metadata?.event_payload.reply as number | undefined
export const rowsOf = ({ tables }: Evidence, table: string) => tables.get(table) ?? []

export const booksOf = ({ slack }: Evidence, team: string): WorkspaceBooks =>
  slack.workspaces.find((one) => one.team === team) ?? { team, messages: [], sent: [], views: '' }

/** Whether something was killed, stopped or away then. */
export const inTrouble = ({ trouble }: Evidence, from: number, to: number) =>
  trouble.some(([began, ended]) => began <= to && ended >= from)

export function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([what, count]) => `${count} × ${what}`)
    .join('; ')
}
