/**
 * What a storm has to answer for. It reads what Slack and the service know, the database's rows and what the processes have
 * written, and nothing of the product's code.
 */
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { buttonsOf } from '../e2e/watch.ts'
import type { Row } from './database.ts'
import { digestOf, marksIn, numberOf, teamOf } from './marks.ts'
import { type Deed, resultIn } from './people.ts'
import type { ServiceBooks } from './service.ts'
import type { SlackBooks, WorkspaceBooks } from './slack.ts'

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

export interface Audited {
  readonly figures: readonly string[]
  readonly broken: readonly string[]
}

/** Begins each message to a person that may be their second one. */
const saysSo = 'You may have seen this already'
/** Of resident memory: compose.yml gives a process 512. */
const mostMemoryMb = 400

const deliveryIn = ({ metadata }: ShownMessage) => metadata?.event_payload.delivery_id as string | undefined
const replyIn = ({ metadata }: ShownMessage) => metadata?.event_payload.reply as number | undefined
const rowsOf = ({ tables }: Evidence, table: string) => tables.get(table) ?? []

export function audit(evidence: Evidence): Audited {
  const figures: string[] = []
  const broken: string[] = []
  for (const part of [digests, notices, tasks, commands, mentions, tenants, secrets, processes])
    part(evidence, figures, broken)
  return { figures, broken }
}

const booksOf = ({ slack }: Evidence, team: string): WorkspaceBooks =>
  slack.workspaces.find((one) => one.team === team) ?? { team, messages: [], sent: [], views: '' }

type Part = (evidence: Evidence, figures: string[], broken: string[]) => void

const digests: Part = (evidence, figures, broken) => {
  const deliveries = rowsOf(evidence, 'deliveries')
  const own = deliveries.filter(({ notice, alert }) => notice === null && alert === null)
  const bySlot = Map.groupBy(
    own,
    ({ team_id, subscription_id, slot }) => `${team_id} ${subscription_id} ${slot}`,
  )
  const asked = new Set(
    deliveries.flatMap(({ notice, state }) => {
      const matter =
        notice === null ? null : (JSON.parse(String(notice)) as { matter: { delivery?: string } }).matter
      return matter?.delivery !== undefined && state === 'posted' ? [matter.delivery] : []
    }),
  )
  const states: Record<string, number> = {}
  for (const number of evidence.active) {
    const team = teamOf(number)
    const messages = booksOf(evidence, team).messages
    for (const slot of evidence.slots) {
      const of = bySlot.get(`${team} ${digestOf(number)} ${slot}`) ?? []
      const [row] = of
      const line = `${team} ${slot}`
      if (row === undefined || of.length > 1) {
        broken.push(`${line}: ${of.length} records of its digest`)
        continue
      }
      const state = String(row.state)
      states[state] = (states[state] ?? 0) + 1
      const there = messages.filter((one) => deliveryIn(one) === row.id && replyIn(one) === undefined)
      if (state === 'posted' && there.length === 0)
        broken.push(`${line}: lost, ${row.id} is recorded as posted`)
      if (state === 'posted' && there.length === 1 && there[0]?.ts !== row.message_ts)
        broken.push(`${line}: recorded with the ts of another message`)
      if (state === 'unknown' && !asked.has(String(row.id)))
        broken.push(`${line}: unknown, and nobody was asked`)
      if (!['posted', 'unknown'].includes(state))
        broken.push(`${line}: ${state} (${row.reason ?? 'no reason'})`)
    }
  }
  const known = new Set(deliveries.map(({ id }) => String(id)))
  for (const { team, messages } of evidence.slack.workspaces) {
    const parts = Map.groupBy(
      messages.filter((one) => deliveryIn(one) !== undefined),
      (one) => `${deliveryIn(one)} ${replyIn(one) ?? ''} ${one.channel}`,
    )
    for (const [part, all] of parts) {
      if (all.filter(({ text }) => !text.startsWith(saysSo)).length > 1)
        broken.push(`${team}: ${part} is there ${all.length} times`)
      if (!known.has(part.split(' ')[0] ?? '') && evidence.active.includes(numberOf(team)))
        broken.push(`${team}: a message of ${part}, of which there is no record`)
    }
  }
  figures.push(`${evidence.active.length * evidence.slots.length} slots: ${counts(states)}`)
}

const notices: Part = (evidence, figures, broken) => {
  const all = rowsOf(evidence, 'deliveries').filter(({ notice }) => notice !== null)
  const matters = Map.groupBy(all, ({ team_id, subscription_id, notice }) => {
    const { matter, since } = JSON.parse(String(notice)) as { matter: unknown; since: string }
    return `${team_id} ${subscription_id} ${JSON.stringify(matter)} ${since}`
  })
  for (const [matter, told] of matters)
    if (!told.some(({ state }) => state === 'posted')) broken.push(`nobody was told: ${matter}`)
  figures.push(`${matters.size} matters that somebody had to know`)
}

const tasks: Part = (evidence, figures, broken) => {
  const { service, slack } = evidence
  const key = (workspace: number, result: string) => `${teamOf(workspace)} ${result}`
  const posts = Map.groupBy(service.tasks, ({ workspace, resultId }) => key(workspace, resultId))
  const deliberate = Map.groupBy(
    slack.deeds.filter(({ kind }) => kind === 'anyway'),
    ({ team, resultId }) => `${team} ${resultId}`,
  )
  const rows = Map.groupBy(rowsOf(evidence, 'tasks'), ({ team_id, result_id }) => `${team_id} ${result_id}`)
  for (const [task, made] of posts) {
    const most = 1 + (deliberate.get(task)?.length ?? 0)
    if (made.length > most) broken.push(`${task}: ${made.length} tasks, ${most} wanted`)
    if (!evidence.active.includes(made[0]?.workspace ?? -1)) continue
    const states = (rows.get(task) ?? []).map(({ state }) => String(state))
    if (!states.some((state) => ['created', 'unknown'].includes(state)))
      broken.push(`${task}: there is a task, and the record says ${states.join(', ') || 'nothing'}`)
  }
  for (const [task, records] of rows)
    if (records.some(({ state }) => state === 'created') && !posts.has(task))
      broken.push(`${task}: recorded as created, and the service has none`)
  // Every copy says so.
  let copies = 0
  for (const { team, messages } of slack.workspaces)
    for (const message of messages.filter((one) => deliveryIn(one) !== undefined))
      for (const button of buttonsOf(message.blocks)) {
        if (button.label !== 'Create task') continue
        copies += 1
        const state = rows.get(`${team} ${resultIn(message, button)}`)?.map((row) => String(row.state)) ?? []
        if (state.some((one) => one !== 'released'))
          broken.push(`${team}: ${message.ts} still offers “Create task”, and it is ${state.join(', ')}`)
      }
  const clicks = slack.deeds.filter(({ kind }) => kind === 'click').length
  figures.push(
    `${service.tasks.length} tasks of ${posts.size} recommendations after ${clicks} clicks and ${deliberate.values().reduce((sum, one) => sum + one.length, 0)} deliberate second ones; ${copies} messages still offer theirs`,
  )
}

/** Whether something was killed, stopped or away then. */
const inTrouble = ({ trouble }: Evidence, from: number, to: number) =>
  trouble.some(([began, ended]) => began <= to && ended >= from)

const commands: Part = (evidence, figures, broken) => {
  const typed = evidence.slack.deeds.filter(({ kind }) => kind === 'command')
  const refused = typed.filter(({ acknowledged }) => !acknowledged.ok)
  let died = 0
  /** Of each person: what was not answered in time. */
  const owed: Record<string, number> = {}
  for (const deed of typed.toSorted((a, b) => a.at - b.at)) {
    const { acknowledged, answers, at, answeredAt } = deed
    const line = `${deed.team} ${deed.user} “${deed.text}”`
    const hit = inTrouble(evidence, at, answeredAt ?? at + 25_000)
    // Slack itself counts the three seconds: what came later is no acknowledgement.
    if (!acknowledged.ok && !hit) broken.push(`${line}: ${acknowledged.error}, with nothing killed`)
    const who = `${deed.team} ${deed.user}`
    if (answers === 0) owed[who] = (owed[who] ?? 0) + 1
    const late = Math.min(Math.max(0, answers - 1), owed[who] ?? 0)
    owed[who] = (owed[who] ?? 0) - late
    if (answers - late > 1) broken.push(`${line}: ${answers} answers: ${deed.said?.join(' | ')}`)
    if (acknowledged.ok && answers === 0) {
      if (hit) died += 1
      else broken.push(`${line}: acknowledged, and no answer`)
    }
  }
  const calm = evidence.slack.deeds.filter(
    ({ calm, kind, at }) => calm && kind !== 'mention' && !inTrouble(evidence, at, at + 1_000),
  )
  const ms = calm.map(({ acknowledged }) => acknowledged.ms).sort((a, b) => a - b)
  const p99 = ms[Math.floor(ms.length * 0.99)] ?? 0
  if (p99 > evidence.ackMs)
    broken.push(`p99 of acknowledgements is ${Math.round(p99)} ms with nothing killed`)
  figures.push(
    `${typed.length} commands: ${typed.length - refused.length - died} answered, ${refused.length} refused by Slack with its reason, ${died} acknowledged and not answered around a kill, a standstill or a restart`,
    `acknowledgements with nothing killed: p50 ${Math.round(ms[Math.floor(ms.length / 2)] ?? 0)} ms, p99 ${Math.round(p99)} ms of ${ms.length}`,
  )
}

const mentions: Part = (evidence, figures, broken) => {
  const asked = evidence.slack.deeds.filter(({ kind }) => kind === 'mention')
  let unanswered = 0
  for (const deed of asked) {
    const answers = answersTo(evidence, deed)
    if (answers.length > 1)
      broken.push(
        `${deed.team}: the mention ${deed.text} has ${answers.length} answers: ${answers.join(' | ')}`,
      )
    if (answers.length > 0) continue
    unanswered += 1
    if (!inTrouble(evidence, deed.at, deed.at + 30_000) && evidence.active.includes(numberOf(deed.team)))
      broken.push(`${deed.team}: the mention ${deed.text} has no answer, with nothing killed`)
  }
  figures.push(`${asked.length} mentions, ${asked.length - unanswered} answered`)
}

function answersTo(evidence: Evidence, { team, text: asked }: Deed): readonly string[] {
  return (
    booksOf(evidence, team)
      .messages.filter(
        ({ thread_ts, ts, user }) => thread_ts === asked && ts !== asked && user === 'U0SIGHTLINE',
      )
      // One that stays where the answer could not take its place is no second answer.
      .filter(({ text }) => !text.startsWith('Looking it up'))
      .map(({ ts, text, ephemeralFor }) => `${ts}${ephemeralFor ? ' (alone)' : ''} ${text.slice(0, 100)}`)
  )
}

const tenants: Part = (evidence, figures, broken) => {
  let marked = 0
  const look = (team: string, where: string, text: string) => {
    const marks = marksIn(text)
    marked += marks.size
    for (const number of marks)
      if (number !== numberOf(team)) broken.push(`${team}: ${where} has the mark of ${teamOf(number)}`)
  }
  for (const { team, messages, sent, views } of evidence.slack.workspaces) {
    for (const message of messages) look(team, `message ${message.ts}`, JSON.stringify(message))
    for (const call of sent) look(team, call.slice(0, 60), call)
    look(team, 'a view', views)
  }
  for (const [table, rows] of evidence.tables)
    for (const row of rows) {
      const text = JSON.stringify(row)
      if (typeof row.team_id === 'string' && row.team_id.startsWith('T0STORM')) look(row.team_id, table, text)
      for (const number of evidence.forgotten)
        if (text.includes(teamOf(number)) || marksIn(text).has(number))
          broken.push(`${table}: something of ${teamOf(number)} is left, which was forgotten`)
    }
  for (const line of new Set(evidence.service.crossed)) broken.push(line)
  figures.push(
    `${evidence.slack.workspaces.length} workspaces with marks of their own, met ${marked} times, ${evidence.forgotten.length} forgotten`,
  )
}

const secrets: Part = (evidence, figures, broken) => {
  const patterns = [/xox[a-z][-.][\w.-]{6,}/, /sk-sandbox-[\w-]+/, /eyJ[\w-]{10,}\.[\w-]{10,}/]
  const texts = [
    ...evidence.output,
    ...evidence.slack.workspaces.flatMap(({ messages }) =>
      messages.map((message) => JSON.stringify(message)),
    ),
  ]
  for (const text of texts) {
    const found =
      evidence.secrets.find((secret) => text.includes(secret)) ??
      patterns.map((pattern) => pattern.exec(text)?.[0]).find((one) => one !== undefined)
    if (found !== undefined) broken.push(`a secret (${found.slice(0, 8)}…) in ${text.slice(0, 80)}`)
  }
  figures.push(`${evidence.output.length} lines of output`)
}

const processes: Part = ({ deaths, letIn, unsettled, held, memoryMb, output }, figures, broken) => {
  broken.push(...deaths, ...letIn)
  for (const line of unsettled) broken.push(`not settled: ${line}`)
  if (held > 0) broken.push(`${held} connections hold a transaction or wait for a lock`)
  for (const line of output)
    if (/uncaught|unhandled/i.test(line)) broken.push(`an unhandled error: ${line.slice(0, 300)}`)
  for (const mb of memoryMb) if (mb > mostMemoryMb) broken.push(`a process has ${Math.round(mb)} MB`)
  figures.push(`memory in the end: ${memoryMb.map((mb) => `${Math.round(mb)} MB`).join(', ')}`)
}

export function counts(of: Readonly<Record<string, number>>): string {
  return Object.entries(of)
    .map(([what, count]) => `${count} × ${what}`)
    .join('; ')
}
