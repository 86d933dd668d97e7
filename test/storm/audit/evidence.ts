/** What a storm's auditor is given, and what its parts share. */
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Carried } from '../balancer.ts'
import type { Fate, Standing } from '../bots.ts'
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
  /** Each delivery of Slack's, with the process that took it. */
  readonly carried: readonly Carried[]
  readonly secrets: readonly string[]
  /** Numbers of workspaces that were to install the app in the midst of it. */
  readonly arrived: readonly number[]
  /** So many of the first ones belong to an organization. */
  readonly inOrganization: number
  /** Numbers of workspaces that had to add the app again. */
  readonly addedAgain: readonly number[]
  readonly days: number
  /** Numbers of workspaces: those that have the app, and those that were forgotten. */
  readonly active: readonly number[]
  readonly forgotten: readonly number[]
  /** What the digests of the workspaces that have the app owe: ISO 8601 instants with milliseconds. */
  readonly owed: readonly { readonly team: string; readonly digest: string; readonly slot: string }[]
  readonly unsettled: readonly string[]
  /** Connections that hold a transaction open, and locks that are waited for. */
  readonly held: number
  /** What each process has when all is quiet: before the last, calm day, and after it. Nothing in a storm of a day or two. */
  readonly standing: { readonly before: readonly Standing[]; readonly after: readonly Standing[] }
  /** Ports of the processes of an earlier release: what it did to people isn't this one's. */
  readonly earlier: readonly number[]
  /** What was done to which process. */
  readonly fates: readonly Fate[]
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
  slack.workspaces.find((one) => one.team === team) ?? {
    team,
    messages: [],
    sent: [],
    canvases: [],
    steps: [],
    views: '',
    directs: {},
  }

/** So long, in real milliseconds, the death of a process may still be why it had not done something. */
const explainsMs = 60_000

/**
 * Whether the process that took this was killed after that: what it had not done by then, nobody does. One that is dying
 * takes connections for a while, and no process has the same port again.
 */
export function wasKilled({ fates }: Evidence, { port, at }: Carried): boolean {
  const ofProcess = fates.filter((fate) => fate.port === port)
  // What stood still goes on with it.
  const from = Math.max(at, ...ofProcess.filter(({ how }) => how === 'stop').map(({ until }) => until))
  return ofProcess.some((fate) => fate.how === 'kill' && fate.at <= from + explainsMs)
}

/** Whether it was stopped meanwhile: what it took comes late. */
export const wasStopped = ({ fates }: Evidence, { port, at, endedAt }: Carried) =>
  fates.some((fate) => fate.how === 'stop' && fate.port === port && fate.at <= endedAt && fate.until >= at)

/**
 * Whether it was being replaced: its seconds for requests that are arriving are the storm's, a third or a tenth of real ones.
 * That none is cut in real ones is for test/e2e/process/stop.test.ts.
 */
export const wasReplaced = ({ fates }: Evidence, { port, at, endedAt }: Carried) =>
  fates.some((fate) => fate.how === 'end' && fate.port === port && fate.at <= endedAt && fate.until >= at)

/** Begins each message to a person that may be their second one. */
export const saysSo = 'You may have seen this already'

export function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([what, count]) => `${count} × ${what}`)
    .join('; ')
}
