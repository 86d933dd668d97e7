/** What a storm's audit reads, and helpers that its parts share. */
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { ForwardedRequest } from '../balancer.ts'
import type { Fate, Resources } from '../bots.ts'
import type { Row } from '../database.ts'
import type { ServiceBooks } from '../service.ts'
import type { SlackBooks, WorkspaceBooks } from '../slack.ts'

export interface Evidence {
  readonly slack: SlackBooks
  readonly service: ServiceBooks
  readonly tables: ReadonlyMap<string, readonly Row[]>
  /** Everything the processes wrote. */
  readonly output: readonly string[]
  readonly crashes: readonly string[]
  readonly acceptedAttacks: readonly string[]
  /** Every request from Slack, with the process that took it. */
  readonly forwarded: readonly ForwardedRequest[]
  readonly secrets: readonly string[]
  /** The numbers of workspaces that were to install the app mid-storm. */
  readonly arrived: readonly number[]
  /** How many workspaces, from the first on, belong to an organization. */
  readonly inOrganization: number
  /** The numbers of workspaces that had to add the app again. */
  readonly addedAgain: readonly number[]
  readonly days: number
  /** The numbers of the workspaces that have the app, and of those that were forgotten. */
  readonly active: readonly number[]
  readonly forgotten: readonly number[]
  /** The slots that digests of workspaces with the app must post: ISO 8601 instants with milliseconds. */
  readonly expectedSlots: readonly { readonly team: string; readonly digest: string; readonly slot: string }[]
  readonly unsettled: readonly string[]
  /** Connections with an open transaction, and locks being waited for. */
  readonly held: number
  /** Each process's resources when all is quiet, before and after the last, calm day; empty in a short storm. */
  readonly resources: { readonly before: readonly Resources[]; readonly after: readonly Resources[] }
  /** Ports of processes of an earlier release. This release isn't blamed for their mistakes. */
  readonly earlier: readonly number[]
  /** What was done to each process. */
  readonly fates: readonly Fate[]
  /** The limit for the 99th percentile of acknowledgements, in milliseconds. */
  readonly ackMs: number
}

/** Adds its figures, and what is broken. */
export type Part = (evidence: Evidence, figures: string[], broken: string[]) => void

export const deliveryIn = ({ metadata }: ShownMessage) =>
  metadata?.event_payload.delivery_id as string | undefined
export const rowsOf = ({ tables }: Evidence, table: string) => tables.get(table) ?? []

export function booksOf({ slack }: Evidence, team: string): WorkspaceBooks {
  const books = slack.workspaces.find((one) => one.team === team)
  if (books === undefined) throw new Error(`${team} is no workspace of this storm`)
  return books
}

/** How long after a request, in real milliseconds, the kill of its process can still explain why work is unfinished. */
const explainsMs = 60_000

/**
 * Whether the process that took this was killed afterwards, so that its unfinished work is lost. A process that is
 * being killed still accepts connections for a moment. No later process reuses its port.
 */
export function wasKilled({ fates }: Evidence, { port, at }: ForwardedRequest): boolean {
  const ofProcess = fates.filter((fate) => fate.port === port)
  // A paused process continues its work when it resumes.
  const from = Math.max(at, ...ofProcess.filter(({ how }) => how === 'stop').map(({ until }) => until))
  return ofProcess.some((fate) => fate.how === 'kill' && fate.at <= from + explainsMs)
}

/** Whether the process was paused during the request, so that its answer comes late. */
export const wasPaused = ({ fates }: Evidence, { port, at, endedAt }: ForwardedRequest) =>
  fates.some((fate) => fate.how === 'stop' && fate.port === port && fate.at <= endedAt && fate.until >= at)

/**
 * Whether the process was being replaced. On a busy machine a request may be cut off then;
 * test/e2e/process/stop.test.ts checks that none is on a calm one.
 */
export const wasReplaced = ({ fates }: Evidence, { port, at, endedAt }: ForwardedRequest) =>
  fates.some((fate) => fate.how === 'end' && fate.port === port && fate.at <= endedAt && fate.until >= at)

/** How a message to a person begins if it may be a duplicate. */
export const duplicateNote = 'You may have seen this already'

export function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([what, count]) => `${count} × ${what}`)
    .join('; ')
}
