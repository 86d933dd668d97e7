import {
  channelChoice,
  courtesyReply,
  slowAnswerMessage,
  withLead,
  workingMessage,
} from '../blocks/conversation/replies.ts'
import { withPreface } from '../blocks/digests/notices.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import { conversationChannel } from '../channels/conversation-channel.ts'
import {
  type Answered,
  answerInThread,
  answerQuestion,
  meantInThread,
  planText,
} from '../commands/free-text/ask.ts'
import type { ThreadSubject } from '../commands/free-text/follow-up.ts'
import { Problem, report } from '../lib/problem.ts'
import type { CommandOutcome } from '../lib/telemetry.ts'
import type { Message } from '../model/message.ts'
import { postLine } from '../outbox/deliver.ts'
import { endOf, type MessageKind } from '../outbox/kind.ts'
import { splitWords } from '../questions/tokenizer.ts'
import { type Caller, isPermitted } from '../slack/plan.ts'
import type { MessageAddress } from '../slack/port.ts'
import { lookUpIdentity } from '../slack/receive/access.ts'
import { progressAfterMs } from '../slack/send/messages.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow } from '../store/index.ts'
import { sessionEnd } from './agent-view.ts'
import { findRequestedChannel, requestedChannel } from './channel-word.ts'
import {
  questionOf,
  questionOwed,
  rememberRecommendations,
  subjectOfThread,
  type WrittenQuestion,
} from './question.ts'

/** By then the person may have given up: they are asked to ask again. */
const expectedMinutes = 10

interface AnswerEffect {
  readonly verb: string | null
  readonly outcome: CommandOutcome
  /** The agent view shows that it is being composed. */
  readonly isShown?: true
}

/**
 * The answer to a question. Another process may answer it after this one, since a question never changes anything: it
 * only proposes changes, as buttons.
 */
export const answerKind: MessageKind = {
  isAwaited: true,
  resendAfterMs: [5_000, 60_000, 300_000],
  compose: async (workspace, row) => {
    const { clock, log, poster, agentView } = workspace
    const { team, channel, threadTs, askedBy, unknowns, effect } = row
    const question = questionOf(row)
    const { kind, ts, text } = question
    const user = askedBy ?? ''
    const fields = { team, channel, user, action: kind }
    const isLine = effect === JSON.stringify({ line: true })
    const message = (content: Message) =>
      withPreface(content, { again: unknowns > 0 && row.ts === null && !isLine })
    const toAsker = (content: Message) => async () => {
      // Slack shows it only in a thread that has replies (https://docs.slack.dev/reference/methods/chat.postEphemeral).
      const place = { responseAddress: null, channel, user, threadTs: threadTs === ts ? null : threadTs }
      await workspace.answerAt(place).ephemeral(content)
      return { ts }
    }
    const age = clock.now().since(Temporal.Instant.from(row.since)).total('minutes')
    if (age > expectedMinutes) {
      const sentence = 'Sightline was interrupted before it could answer. Ask again.'
      return { message: message(problemMessage({ sentence, reference: null })) }
    }
    const ended = new AbortController()
    let shown: Pick<AnswerEffect, 'isShown'> = {}
    /** Outsiders would read the answer, so only the person gets it. */
    let isPrivate = false
    let line = Promise.resolve(row.ts)
    let thread: ThreadSubject | null = null
    const showProgress = async () => {
      await clock.sleep(progressAfterMs, ended.signal)
      const session = sessionOf(row)
      if (session !== null) {
        shown = { isShown: true }
        if (await agentView.begin(session, text, user)) return
      }
      // An answer that is repeated says so instead.
      if (ended.signal.aborted || row.ts !== null || unknowns > 0) return
      // If Slack doesn't confirm it in a direct message, it can't be found, and stays.
      const working = kind === 'direct' ? slowAnswerMessage() : workingMessage()
      line = postLine({ ...workspace, poster }, row, working)
      await line
    }
    try {
      const { outside } = await lookUpIdentity(() => workspace, {
        team,
        enterprise: question.enterprise,
        user,
      })
      const caller: Caller = { team, channel, user, outside, presence: { channel, isMember: true } }
      // Checked before anything is posted for everyone, so that only the person sees a refusal.
      await workspace.access.require('readers', caller, kind)
      // Other companies may read along. Where Slack doesn't say, too, only the person sees the answer.
      isPrivate = kind === 'mention' && (await workspace.isShared(channel)) !== false
      // The answer may come first. A failure to post the line is met below.
      if (!isPrivate) showProgress().catch(() => {})
      thread = await subjectOfThread(question, row, workspace)
      const answered = await answerFor(question, isPrivate, thread, caller, workspace)
      const { verb, understood, question: asked } = answered
      ended.abort()
      const done: AnswerEffect = { verb, outcome: understood ? 'answered' : 'problem', ...shown }
      const content = message(answered.message)
      const effect = { ...done, ...(asked === undefined ? {} : { question: asked }) }
      if (isPrivate) return { message: content, effect, send: toAsker(content) }
      return { message: content, effect, replaces: await line }
    } catch (error) {
      ended.abort()
      const replaces = await line
      // The question waits until the database is back.
      if (error instanceof Error && error.name === 'StoreError') throw error
      const { from, suggestion, isPassing, ...problem } = report(log, 'request failed', error, fields)
      const refusals = await workspace.access.refusals({ team, user, channel: null, outside: null })
      const isOffered = suggestion !== null && isPermitted(planText(suggestion), refusals)
      const content = problemMessage({
        ...problem,
        suggestion: isOffered ? suggestion : null,
        retry: isPassing ? await repeated(text, thread, row, workspace) : null,
      })
      const isRefusal = error instanceof Problem && error.code === 'not_allowed'
      const isForAsker = isPrivate || (kind === 'mention' && isRefusal)
      return {
        message: message(content),
        effect: { verb: null, outcome: from, ...shown },
        replaces,
        ...(isForAsker ? { send: toAsker(content) } : {}),
      }
    }
  },
  unsent: async ({ clock }, row, unsent) => {
    const ending = endOf(unsent)
    const now = clock.now()
    const { team, channel, askedBy: user } = row
    if (sessionOf(row) !== null) return { ending, owed: [sessionEnd(row, row.id, now)] }
    if (unsent.why !== 'refused' || user === null || !/^[CG]/.test(channel)) return { ending }
    // Its channel was archived, for example: the person who asked gets the answer in a direct message.
    const direct = { team, channel: user, user, kind: 'direct', threadTs: null, viewing: null } as const
    return { ending, owed: [questionOwed({ ...questionOf(row), ...direct }, now, channel)] }
  },
  arrived: async (workspace, row, posted, effect) => {
    const { clock, log, meter } = workspace
    const { team, channel, askedBy } = row
    const { kind, ts } = questionOf(row)
    await rememberRecommendations(workspace, posted, ts)
    const { verb = null, outcome = 'answered', isShown }: Partial<AnswerEffect> = effect
    const ms = clock.now().epochMilliseconds - Temporal.Instant.from(row.since).epochMilliseconds
    meter.commandDone(verb, outcome, ms / 1_000)
    log.info('message answered', {
      team,
      channel,
      user: askedBy ?? '',
      action: kind,
      verb: verb ?? 'other',
      outcome,
      ms: Math.round(ms),
    })
    // A process that began to compose it, and was killed, may have shown it, too.
    const isBegun = sessionOf(row) !== null && (isShown || row.attempt > 1)
    return isBegun ? [sessionEnd(row, row.id, clock.now())] : []
  },
}

/** The thread whose session shows the work on an answer; `null`: only threads in direct messages have one. */
function sessionOf({ channel, threadTs }: OutboxRow): MessageAddress | null {
  return channel.startsWith('D') && threadTs !== null ? { channel, ts: threadTs } : null
}

/** What to run for the same answer, outside the thread; `null`: it can only be asked again there. */
async function repeated(
  typed: string,
  thread: ThreadSubject | null,
  row: OutboxRow,
  workspace: Workspace,
): Promise<string | null> {
  const text = withoutCopied(typed)
  const meant = thread && (await meantInThread(text, thread, row, workspace))
  if (meant === null) return text
  return meant.kind === 'ask' ? meant.text : null
}

async function answerFor(
  question: WrittenQuestion,
  isPrivate: boolean,
  thread: ThreadSubject,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const { kind } = question
  const text = withoutCopied(question.text)
  if (isPrivate) {
    const answered = await answerInThread(text, thread, { ...caller, outsidersRead: true }, workspace)
    return { ...answered, message: withLead(answered.message, { onlyFor: caller.channel }) }
  }
  const inConversation = { ...caller, inConversation: true }
  return kind === 'mention'
    ? answerInThread(text, thread, inConversation, workspace)
    : answerDirectly(question, thread, inConversation, workspace)
}

/** Answers about the channel that direct messages are about. If there are several, the person chooses once. */
async function answerDirectly(
  { text, viewing, about: chosenChannel }: WrittenQuestion,
  thread: ThreadSubject,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  if (isCourtesy(text)) return { message: courtesyReply(), verb: null, understood: true }
  if (chosenChannel !== null) return answerAbout(chosenChannel, text, thread, caller, workspace)
  const { user } = caller
  const asked = requestedChannel(text)
  const chosen = asked === null ? null : await findRequestedChannel(asked, user, workspace)
  if (chosen !== null) return aboutChannels(chosen)
  const plan = planText(text)
  if (plan.kind === 'instant' && plan.understood) return answerQuestion(text, caller, workspace)
  const about = await conversationChannel(workspace, user, viewing ?? [])
  if (about.kind === 'several')
    return aboutChannels(channelChoice({ channels: about.channels, chosen: null, question: text }))
  return about.kind === 'none'
    ? answerInThread(text, thread, caller, workspace)
    : answerAbout(about.channel, text, thread, caller, workspace)
}

function aboutChannels(message: Message): Answered {
  return { message, verb: 'channel', understood: true }
}

/** Answers a direct message about a channel. The answer names the channel. */
async function answerAbout(
  channel: string,
  text: string,
  thread: ThreadSubject,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const answered = await answerInThread(text, thread, { ...caller, channel }, workspace)
  return { ...answered, message: withLead(answered.message, { about: channel }) }
}

const courtesies: ReadonlySet<string> = new Set(
  'thanks thank thx ty tysm cheers hi hello hey hiya yo good ok okay k kk great nice awesome amazing perfect excellent brilliant cool wow super lovely love congrats congratulations bravo kudos got noted sure yes yep yeah no nope nvm sorry welcome bye goodbye lol haha danke gracias merci hallo hola ciao fyi cc'.split(
    ' ',
  ),
)
/** Words that change nothing beside a courtesy: `thanks a lot for the update, team`. */
const beside: ReadonlySet<string> = new Set(
  'you u so very much a lot all again team everyone everybody guys folks there morning afternoon evening sightline bot it that this the for well done job work day night one really just my your our and to is was mind never problem worries are were not big many'.split(
    ' ',
  ),
)

const bare = (text: string) =>
  text
    .toLowerCase()
    .replace(/:[a-z0-9_+-]+:/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Whether a text consists of courtesies. A text without words, as a bare mention, is not: it asks for help. */
function isCourtesy(text: string): boolean {
  const typed = text.trim()
  if (typed === '' || typed.includes('?') || /^(?:hi|hello|hey)\W+help\W*$/iu.test(typed)) return false
  const words = typed
    .replace(/\b((?:for|big|great|nice) (?:\w+ ){0,2})(?:update|help|answer)s?\b/iu, '$1')
    .split(/\s+/u)
    .map(bare)
    .filter((word) => word !== '')
  return (
    words.every((word) => courtesies.has(word) || beside.has(word)) &&
    (words.length === 0 || words.some((word) => courtesies.has(word)))
  )
}

/** Whether a mention asks Sightline nothing: a courtesy, or words that begin with a colleague's name. */
export function isForPeople(text: string): boolean {
  const words = splitWords(text)
  const isPerson = (at: number) => ['person', 'group', 'everybody'].includes(words[at]?.mention?.kind ?? '')
  const first = words.findIndex((word) => word.mention !== undefined || !courtesies.has(bare(word.text)))
  return isCourtesy(text.replace(/<[@!][^>]*>/gu, '')) || (first >= 0 && isPerson(first))
}

const closing = /(?:[\s,;–-]*(?:(?:cc|fyi|with|\+)[\s:]*)?<[@!](?!here|channel)[^>]*>)+[\s.!]*$/iu

/** A text without the colleagues who are to see the answer: `how are we doing? cc @maria`. */
const withoutCopied = (text: string): string => text.replace(closing, '')
