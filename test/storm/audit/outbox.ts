/** Every message that Sightline owed, of every kind: its row has ended, and Slack has what the row says. */
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Row } from '../database.ts'
import { clockStepMs, numberOf } from '../marks.ts'
import { booksOf, counts, deliveryIn, duplicateNote, type Evidence, type Part, rowsOf } from './evidence.ts'

/** A message may be sent until this long after it was begun, and the clock may have stepped back after that. */
const onTheWayMs = 10_000 + clockStepMs

/** What a direct message says while its answer is prepared. */
const waitingLine = 'Looking it up takes a few seconds. The answer follows.'

/** One row, with what there is of it. */
interface Owed {
  readonly row: Row
  readonly line: string
  /** Messages with its id. */
  readonly there: readonly ShownMessage[]
  /** The row of the first message in its thread; the row itself outside threads. */
  readonly root: Row
  readonly earlier: readonly ShownMessage[]
}

export const outbox: Part = (evidence, figures, broken) => {
  const rows = rowsOf(evidence, 'outbox').filter(({ team_id: team }) => isActive(evidence, String(team)))
  const asked = new Set(rows.flatMap((row) => askedAboutIn(row)))
  const of: Record<string, number> = {}
  for (const [team, theirs] of Map.groupBy(rows, ({ team_id }) => String(team_id))) {
    const { messages } = booksOf(evidence, team)
    const byId = Map.groupBy(messages, deliveryIn)
    const rowOf = new Map(theirs.map((row) => [row.id, row]))
    for (const row of theirs) {
      const { id, kind, state, part } = row
      const name = `${String(kind)} ${String(state)}`
      of[name] = (of[name] ?? 0) + 1
      const siblings = theirs.filter((one) => one.root === row.root && Number(one.part) < Number(part))
      const owed: Owed = {
        row,
        line: `${team}: ${name} ${String(row.subject || row.channel_id)} ${String(row.since)} (${String(id)})`,
        there: byId.get(String(id)) ?? [],
        root: rowOf.get(row.root) ?? row,
        earlier: siblings.flatMap((one) => byId.get(String(one.id)) ?? []),
      }
      for (const problem of [...endingOf(owed), ...placeOf(owed)]) broken.push(`${owed.line}: ${problem}`)
      if (state === 'unknown' && ['digest', 'alert'].includes(String(kind)) && !asked.has(String(id)))
        broken.push(`${owed.line}: no person was asked`)
      if (kind === 'notice' && state !== 'sent') broken.push(`${owed.line}: no person was told`)
    }
    for (const message of messages) {
      const id = deliveryIn(message)
      if (id !== undefined && !rowOf.has(id))
        broken.push(`${team}: the message ${message.ts} of ${id}, which has no row`)
    }
  }
  figures.push(`messages owed: ${counts(of)}`)
}

const isActive = ({ active, arrived }: Evidence, team: string) =>
  [...active, ...arrived].includes(numberOf(team))

/** Sent once if it can be looked up; otherwise at least once, and each repetition says so. */
function* endingOf({ row, there, root }: Owed): Generator<string> {
  const { state, ts, due_at: dueAt, late_at: lateAt, channel_id: channel } = row
  const mayLook = /^[CG]/.test(String(channel))
  const isPrivate = row.kind === 'answer' && String(row.subject).endsWith(` ${String(ts)}`)
  // What can't be looked up says that it is repeated. A line before an answer stays if Slack didn't confirm it.
  const isFirst = ({ text }: ShownMessage) =>
    mayLook || !(text.includes(duplicateNote) || text === waitingLine)
  for (const theirs of Map.groupBy(there, ({ channel: to }) => to).values())
    if (theirs.filter(isFirst).length > 1)
      yield `there ${theirs.length} times: ${theirs.map(({ ts, text }) => `${ts} ${text.slice(0, 100)}`).join(' | ')}`
  if (lateAt !== null)
    for (const message of there)
      if (Number(message.ts) * 1_000 > Date.parse(String(lateAt)) + onTheWayMs)
        yield `sent late, at ${message.ts}`
  // Whoever is asked about a digest is asked about its thread.
  if (state === 'held' && root.state === 'unknown' && root.due_at === null) return
  switch (state) {
    case 'sent':
      // The result of a step (`steps.ts`) and the end of a session are no messages. What only the asker may read has no id.
      if (
        row.kind !== 'step' &&
        row.kind !== 'session' &&
        !isPrivate &&
        !there.some((message) => message.ts === ts)
      )
        yield `lost, there is no message ${String(ts)}`
      return
    case 'unknown':
      if (dueAt !== null) yield 'not settled'
      return
    case 'skipped':
    case 'failed':
      if (mayLook && there.length > 0) yield 'there is a message'
      return
    default:
      yield `not settled (${String(row.reason)})`
  }
}

/** In its channel and its thread, after the replies before it. */
function* placeOf({ row, there, root, earlier }: Owed): Generator<string> {
  const { channel_id: channel, part, thread_ts: threadTs } = row
  const thread = Number(part) === 0 ? threadTs : root.ts
  for (const message of there) {
    if (/^[CG]/.test(String(channel)) && /^[CG]/.test(message.channel) && message.channel !== channel)
      yield `in another channel, ${message.channel}`
    if ((message.thread_ts ?? null) !== thread) yield `in another thread, ${message.thread_ts}`
    if (earlier.some(({ ts }) => Number(ts) > Number(message.ts))) yield 'before the one that it follows'
  }
}

/** The messages that a notice asks a person about. */
function askedAboutIn({ kind, about, state }: Row): readonly string[] {
  if (kind !== 'notice' || state !== 'sent') return []
  const { matter } = JSON.parse(String(about)) as { matter: { delivery?: string } }
  return matter.delivery === undefined ? [] : [matter.delivery]
}
