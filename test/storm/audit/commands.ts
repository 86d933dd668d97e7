/** Commands: each acknowledged in time, and answered once or refused with a reason. */
import type { ForwardedRequest } from '../balancer.ts'
import type { Deed } from '../people.ts'
import { booksOf, type Evidence, type Part, wasKilled, wasPaused, wasReplaced } from './evidence.ts'

/** Told by a process that is being replaced. The command may end, and answer, before the process does. */
const stoppedNote = 'Sightline stopped before it finished this'

export const commands: Part = (evidence, figures, broken) => {
  const typed = evidence.slack.deeds.filter(({ kind }) => kind === 'command')
  const of = { answered: 0, refused: 0, 'in a process that was killed': 0, late: 0 }
  for (const [who, deeds] of Map.groupBy(typed, ({ team, user }) => `${team} ${user}`)) {
    const [{ team, user } = { team: '', user: '' }] = deeds
    let [reached, owed, answered] = [0, 0, 0]
    const open: string[] = []
    /** Commands that were not answered in time; their answers may still arrive. */
    let unanswered = 0
    for (const deed of deeds.toSorted((a, b) => a.at - b.at)) {
      const { acknowledged, answers, text, texts } = deed
      const forwarded = forwardedRequestOf(evidence, deed)
      const line = `${who} “${text}”`
      if (forwarded?.port !== null) reached += 1
      const killed = forwarded !== undefined && wasKilled(evidence, forwarded)
      if (!acknowledged.ok) {
        of.refused += 1
        const why = whyRefused(evidence, forwarded)
        if (why === null)
          broken.push(
            `${line}: ${acknowledged.error} (${forwarded?.status ?? forwarded?.cut ?? 'cut'}, port ${forwarded?.port}), and nothing explains it`,
          )
      } else if (answers > 0) of.answered += 1
      else if (killed) of['in a process that was killed'] += 1
      else of.late += 1
      if (acknowledged.ok && !killed) owed += 1
      if (answers === 0) unanswered += 1
      if (answers === 0 && acknowledged.ok && !killed) open.push(`“${text}” ${fateOf(evidence, forwarded)}`)
      const late = Math.min(Math.max(0, answers - 1), unanswered)
      unanswered -= late
      const stopped = (texts ?? []).filter((one) => one.includes(stoppedNote)).length
      if (answers - late - stopped > 1) broken.push(`${line}: ${answers} answers: ${texts?.join(' | ')}`)
    }
    const replies = booksOf(evidence, team).messages.filter(
      // Commands are typed in channels. Ephemeral messages in direct messages answer something else.
      ({ ephemeralFor, text, channel }) =>
        ephemeralFor === user && !channel.startsWith('D') && !text.startsWith('Looking it up'),
    )
    answered = replies.length
    if (replies.filter(({ text }) => !text.includes(stoppedNote)).length > reached)
      broken.push(`${who}: ${answered} answers to ${reached} commands that arrived`)
    if (answered < owed)
      broken.push(
        `${who}: ${owed} commands in processes that weren’t killed, and ${answered} answers; at the time without: ${open.join(', ')}`,
      )
  }
  figures.push(
    `${typed.length} commands: ${of.answered} answered, ${of.refused} refused by Slack with its reason, ${of['in a process that was killed']} acknowledged by a process that was killed before it answered, ${of.late} answered after somebody’s patience ended`,
  )
}

/** What happened to the process that took a command, in seconds after the command. */
function fateOf({ fates }: Evidence, forwarded: ForwardedRequest | undefined): string {
  if (forwarded === undefined) return 'not delivered'
  const own = fates.filter(({ port }) => port === forwarded.port)
  const seconds = (ms: number) => Math.round((ms - forwarded.at) / 1_000)
  return (
    own.map(({ how, at, until }) => `${how} ${seconds(at)} to ${seconds(until)} s`).join(', ') ||
    'in a process that lived on'
  )
}

/** Finds how Slack delivered a command or a call. */
export const forwardedRequestOf = ({ forwarded }: Evidence, { kind, team, user, text, at }: Deed) =>
  forwarded.find(
    (one) =>
      one.kind === kind &&
      one.team === team &&
      one.user === user &&
      one.name === text &&
      // Both are read from one machine's clock; Slack gives up after three seconds.
      one.at >= at - 50 &&
      one.at <= at + 3_500,
  )

/** `null`: no known reason, so a healthy process refused it. */
export function whyRefused(evidence: Evidence, forwarded: ForwardedRequest | undefined): string | null {
  if (forwarded === undefined) return 'on its way'
  if (forwarded.port === null) return 'no process'
  if (wasKilled(evidence, forwarded)) return 'killed'
  if (wasPaused(evidence, forwarded)) return 'stopped'
  if (forwarded.status !== null) return 'too late'
  return wasReplaced(evidence, forwarded) ? 'replaced' : null
}

/** Requests that are acknowledged only after validation: a form is checked first. */
const checked = ['view_submission']
/** At least this many of each are compared. Commands may take at most this many times as long as everything else. */
const fewest = 10
const mostTimes = 3

export const acknowledgements: Part = ({ forwarded, ackMs }, figures, broken) => {
  // The acknowledgement of a call is its answer: `calls.ts`.
  const calm = forwarded.filter((one) => one.calm && one.status === 200 && one.kind !== 'call')
  const names = Map.groupBy(calm, ({ kind, name }) => (kind === 'command' ? 'commands' : name))
  const each = [...names].map(([name, all]) => `${name} ${percentiles(all)} of ${all.length}`)
  const plain = calm.filter(({ name }) => !checked.includes(name))
  const p99 = at(plain, 0.99, ownMs)
  if (p99 > ackMs)
    broken.push(
      `p99 of acknowledgements is ${Math.round(p99)} ms with nothing killed, without waiting for a processor; the slowest: ${slowestOf(plain)}`,
    )
  // Independent of the machine's speed: the work that a command asks for must not delay its acknowledgement.
  const isCommand = ({ kind }: ForwardedRequest) => kind === 'command'
  const [commands, others] = [plain.filter(isCommand), plain.filter((one) => !isCommand(one))]
  const [half, halfOfOthers] = [at(commands, 0.5), at(others, 0.5)]
  const isJudged = Number.isFinite(ackMs) && Math.min(commands.length, others.length) >= fewest
  if (isJudged && half > mostTimes * halfOfOthers)
    broken.push(
      `half of the commands are acknowledged after ${Math.round(half)} ms, half of all else after ${Math.round(halfOfOthers)} ms`,
    )
  figures.push(
    `acknowledgements with nothing killed, p50 and p99: ${percentiles(plain)}, p99 without waiting for a processor ${Math.round(p99)} ms, of ${plain.length}${each.map((one) => `; ${one}`).join('')}`,
  )
}

const tookMs = ({ at, endedAt }: ForwardedRequest) => endedAt - at
/** Without the time in which the machine ran something else instead, so that a busy machine isn't the product's fault. */
const ownMs = (one: ForwardedRequest) => Math.max(0, tookMs(one) - one.waitedMs)

function at(forwarded: readonly ForwardedRequest[], share: number, msOf = tookMs): number {
  const ms = forwarded.map(msOf).sort((a, b) => a - b)
  return ms[Math.floor(ms.length * share)] ?? 0
}

function slowestOf(forwarded: readonly ForwardedRequest[]): string {
  return forwarded
    .toSorted((a, b) => ownMs(b) - ownMs(a))
    .slice(0, 8)
    .map((one) => `${one.team} ${one.name} ${tookMs(one)} ms, of which ${Math.round(one.waitedMs)} waiting`)
    .join(', ')
}

const percentiles = (all: readonly ForwardedRequest[]) =>
  `${Math.round(at(all, 0.5))} and ${Math.round(at(all, 0.99))} ms`
