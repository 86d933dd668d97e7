/** What people write to the bot: each message is answered once, or what happened to its delivery explains why not. */
import { APP } from '../../../sandbox/slack/world/seed.ts'
import type { ForwardedRequest } from '../balancer.ts'
import { numberOf } from '../marks.ts'
import type { Deed, MessageKind } from '../people.ts'
import { booksOf, duplicateNote, type Evidence, type Part, rowsOf } from './evidence.ts'

const called = {
  mention: 'the mention',
  agent: 'the question in the agent view',
  direct: 'the direct message',
} as const satisfies Record<MessageKind, string>

export const mentions: Part = (evidence, figures, broken) => {
  auditThreads(evidence, 'mention', figures, broken)
}

/** How a welcome begins. */
const welcomeWords = 'Sightline shows how visible your brand is in AI answers'

/** Each question in the agent view has a thread; other direct messages share one conversation. */
export const directMessages: Part = (evidence, figures, broken) => {
  auditThreads(evidence, 'agent', figures, broken)
  const asked = Map.groupBy(deedsOf(evidence, 'direct'), ({ team, channel }) => `${team} ${channel}`)
  let [all, brought, total] = [0, 0, 0]
  for (const [place, deeds] of asked) {
    const [{ team, channel } = { team: '', channel: '' }] = deeds
    const takers = deeds.map((deed) => takersOf(evidence, deed))
    const reached = takers.filter((of) => of.length > 0).length
    const isCertain = hadToken(evidence, team)
    // A person is welcomed once, which answers nothing.
    const replies = answersIn(evidence, { team, channel }, undefined).filter(
      (one) => !one.includes(welcomeWords),
    )
    const answers = replies.filter((one) => !one.includes(duplicateNote)).length
    // A process may be killed between recording a message and acknowledging it. Another one then answers.
    const arrived = deeds.filter((deed) => arrivalsOf(evidence, deed).length > 0).length
    const repeated = replies.length - answers
    const unconfirmed = unconfirmedIn(evidence, { team, channel }, '')
    if (repeated > unconfirmed && !evidence.forgotten.includes(numberOf(team)))
      broken.push(`${place}: ${repeated} answers repeated, and ${unconfirmed} that Slack left unconfirmed`)
    if (answers > arrived) broken.push(`${place}: ${answers} answers to ${arrived} direct messages`)
    if (isCertain && replies.length < reached)
      broken.push(`${place}: ${reached} direct messages were acknowledged, and ${replies.length} answered`)
    for (const deed of deeds)
      if (deed.answers > 1) broken.push(`${lineOf(deed)} had ${deed.answers} answers at once`)
    all += deeds.length
    brought += reached
    total += answers
  }
  figures.push(`${all} direct messages: ${brought} brought, ${total} answers`)
}

const deedsOf = ({ slack }: Evidence, kind: MessageKind) => slack.deeds.filter((deed) => deed.kind === kind)
const lineOf = ({ team, channel, text, kind }: Deed) =>
  `${team}: ${called[kind as MessageKind]} ${channel} ${text}`

function auditThreads(evidence: Evidence, kind: MessageKind, figures: string[], broken: string[]): void {
  const asked = deedsOf(evidence, kind)
  const of = { answered: 0, lost: 0, removed: 0, earlier: 0 }
  for (const deed of asked) {
    const line = lineOf(deed)
    const answers = answersIn(evidence, deed, deed.text)
    const takers = takersOf(evidence, deed)
    if (answers.length > 0) {
      of.answered += 1
      // What can't be looked up is repeated if Slack didn't confirm it, and then says so. In a channel, that is only
      // what one person may read.
      const repeated = answers.filter((one) => one.includes(duplicateNote))
      const isAllowed =
        kind !== 'mention' || answers.length === 1 || answers.every((one) => one.includes(alone))
      const unconfirmed = unconfirmedIn(evidence, deed, deed.text)
      // The rows of a forgotten workspace are erased.
      const isConfirmed = repeated.length > unconfirmed && !evidence.forgotten.includes(numberOf(deed.team))
      if (answers.length - repeated.length > 1 || isConfirmed || !isAllowed)
        broken.push(
          `${line} has ${answers.length} answers, of which Slack left ${unconfirmed} unconfirmed: ${answers.join(' | ')}`,
        )
      continue
    }
    if (kind === 'mention' && wasAnsweredAlone(evidence, deed)) of.answered += 1
    else if (!hadToken(evidence, deed.team)) of.removed += 1
    else if (takers.length === 0) of.lost += 1
    else if (takers.every(({ port }) => port !== null && evidence.earlier.includes(port))) of.earlier += 1
    else broken.push(`${line} has no answer, and it was acknowledged; the outbox: ${stateOf(evidence, deed)}`)
  }
  const what = kind === 'mention' ? 'mentions' : 'questions in the agent view'
  figures.push(
    `${asked.length} ${what}: ${of.answered} answered, ${of.lost} that Slack could not bring, ${of.removed} in workspaces that removed the app, ${of.earlier} that the earlier release left without one`,
  )
}

/** Whether the workspace had a token throughout, so that nothing prevented an answer. */
const hadToken = ({ active, addedAgain }: Evidence, team: string) =>
  active.includes(numberOf(team)) && !addedAgain.includes(numberOf(team))

/** The requests with a message that reached a process. */
function arrivalsOf(
  { forwarded }: Evidence,
  { team, channel, text: ts, kind }: Deed,
): readonly ForwardedRequest[] {
  const event = kind === 'mention' ? 'app_mention' : 'message'
  return forwarded.filter(
    (one) => one.team === team && one.name === event && one.about === `${channel} ${ts}` && one.port !== null,
  )
}

/** The processes that acknowledged a message. */
const takersOf = (evidence: Evidence, deed: Deed) =>
  arrivalsOf(evidence, deed).filter(({ status }) => status === 200)

/** How the outbox says that the answer ended. */
const stateOf = (evidence: Evidence, { team, channel, text }: Deed) =>
  rowsOf(evidence, 'outbox')
    .filter(({ team_id, subject }) => team_id === team && subject === `thread ${channel} ${text}`)
    .map(({ state, reason, attempt, unknowns, since, begun_at, ended_at }) =>
      [state, reason, `attempt ${attempt}`, `${unknowns} unknown`, since, begun_at, ended_at].join(' '),
    )
    .join('; ') || 'nothing'

/** Whether only its author got the answer, outside the thread: Slack shows nothing in one without replies. */
const wasAnsweredAlone = (evidence: Evidence, { team, channel, user, text: ts }: Deed) =>
  booksOf(evidence, team).messages.some(
    (one) => one.channel === channel && one.ephemeralFor === user && !one.thread_ts && one.ts > ts,
  )

const alone = ' (alone)'

/** How often Slack did not confirm an answer in this thread. @param thread empty: outside threads */
function unconfirmedIn(
  evidence: Evidence,
  { team, channel }: Pick<Deed, 'team' | 'channel'>,
  thread: string,
): number {
  return rowsOf(evidence, 'outbox')
    .filter(({ team_id, subject }) => team_id === team && subject === `thread ${channel} ${thread}`)
    .reduce((sum, { unknowns }) => sum + Number(unknowns), 0)
}

/** @param thread `undefined`: messages outside threads */
function answersIn(
  evidence: Evidence,
  { team, channel }: Pick<Deed, 'team' | 'channel'>,
  thread: string | undefined,
): readonly string[] {
  return (
    booksOf(evidence, team)
      .messages.filter(
        (message) =>
          message.channel === channel &&
          message.thread_ts === thread &&
          message.ts !== thread &&
          message.user === APP.botUser,
      )
      // A progress message that could not be replaced by the answer is not a second answer.
      .filter(({ text }) => !text.startsWith('Looking it up'))
      .map(({ ts, text, ephemeralFor }) => `${ts}${ephemeralFor ? alone : ''} ${text.slice(0, 100)}`)
  )
}
