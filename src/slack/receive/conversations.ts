/** What people write to Sightline: mentions in channels, direct messages, and Slack's agent view. */
import { randomUUID } from 'node:crypto'
import type { EnvelopedEvent } from '@slack/bolt'
import type { CommandOutcome } from '../../lib/metrics.ts'
import { Problem } from '../../lib/problem.ts'
import type { Message } from '../../model/message.ts'
import { PostError, type Reply, type WrittenMessage } from '../port.ts'
import type { OnEvent } from './events.ts'
import type { Handlers } from './handlers.ts'
import type { ListenerTools } from './listener-tools.ts'
import type { Placed } from './payloads.ts'

/**
 * The fields of `app_mention` and `message` that are used here
 * (https://docs.slack.dev/reference/events/app_mention, https://docs.slack.dev/reference/events/message.im).
 */
interface Written {
  readonly channel: string
  readonly ts: string
  readonly user?: string | undefined
  readonly text?: string | undefined
  readonly thread_ts?: string | undefined
  readonly channel_type?: string | undefined
  readonly subtype?: string | undefined
  readonly bot_id?: string | undefined
  readonly edited?: unknown
  readonly app_context?: ViewContext | undefined
}

/** What the person is looking at (https://docs.slack.dev/reference/events/app_context_changed). */
interface ViewContext {
  readonly entities?: readonly { readonly type: string; readonly value: unknown }[]
}

/** Bolt acknowledges events before their listeners run. */
export function addConversations(onEvent: OnEvent, handlers: Handlers, tools: ListenerTools): void {
  const { of, place, identify, refusalsFor, recentDeliveries, questions, runAfterAck, inFlight, log, meter } =
    tools

  /** By thread of the agent view: stops the answer in progress there. */
  const stops = new Map<string, () => void>()

  const answer = (message: Placed<WrittenMessage>, body: EnvelopedEvent) => {
    const { team, channel, user, ts, kind } = message
    // A message can arrive in several events, and each of those repeatedly.
    if (recentDeliveries.has(`message ${team} ${channel} ${ts}`)) return
    const arrivedAt = performance.now()
    const fields = { team, channel, user, action: kind }
    const threadTs = threadOf(message)
    const stopped = Promise.withResolvers<null>()
    const reply = unlessStopped(of(team).replyTo({ channel, user, threadTs, question: ts }), stopped.promise)
    const thread = `${team} ${channel} ${threadTs}`
    const stop = () => stopped.resolve(null)
    let verb: string | null = null
    let outcome: CommandOutcome | null = 'answered'
    let isRefused = false
    let mayBePosted = false
    let isClaimed = false
    // Only the person sees a refusal. An answer that may have been posted isn't posted again.
    const answerProblem = async (problem: Message) => {
      if (isRefused) return reply.ephemeral(problem)
      if (!mayBePosted) await reply.say(problem)
    }
    const say: Reply['say'] = async (answerMessage) => {
      try {
        return await reply.say(answerMessage)
      } catch (error) {
        mayBePosted = error instanceof PostError && error.outcome === 'unknown'
        throw error
      }
    }
    const work = async () => {
      if (message.viewing !== null) stops.set(thread, stop)
      const answering = questions.run(team, (turn) => {
        // Called once the message is claimed.
        const claimed = async () => {
          isClaimed = true
          await turn()
          return identify(body)
        }
        return handlers.messageReceived(message, { ...reply, say }, claimed)
      })
      const answered = await Promise.race([answering, stopped.promise])
        .catch((error: unknown) => {
          isRefused = error instanceof Problem && error.code === 'not_allowed'
          throw error
        })
        .finally(() => {
          // A later message in the thread may have set its own stop.
          if (stops.get(thread) === stop) stops.delete(thread)
        })
      verb = answered?.verb ?? null
      outcome = answered === null ? null : answered.understood ? 'answered' : 'problem'
    }
    runAfterAck({ ephemeral: answerProblem }, fields, () => refusalsFor(body), work, {
      ended: (how) => {
        const done = how === 'answered' ? outcome : how
        if (done === null) return
        const ms = performance.now() - arrivedAt
        meter.commandDone(verb, done, ms / 1_000)
        log.info('message answered', { ...fields, verb: verb ?? 'other', outcome: done, ms: Math.round(ms) })
      },
      // If even the error couldn't be sent, answer once the database is back, unless another process has done so.
      mayRunAgain: () => !isClaimed,
    })
  }

  onEvent('app_mention', async ({ event, body }) => {
    if (!isWrittenByPerson(event)) return
    const { channel, ts, thread_ts: threadTs = null } = event
    const text = withoutMention(event.text, body)
    const owner = randomUUID()
    answer({ ...place(body), channel, ts, threadTs, text, kind: 'mention', viewing: null, owner }, body)
  })

  onEvent('message', async ({ event, body }) => {
    const written: Written = event
    if (written.channel_type !== 'im' || !isWrittenByPerson(written)) return
    const { channel, ts, thread_ts: threadTs = null, app_context: context } = written
    const text = withoutMention(written.text ?? '', body)
    const viewing = context === undefined ? null : channelsIn(context)
    const owner = randomUUID()
    answer({ ...place(body), channel, ts, threadTs, text, kind: 'direct', viewing, owner }, body)
  })

  const seen = (channel: string, context: ViewContext, body: EnvelopedEvent) => {
    const { team, user } = place(body)
    const show = () =>
      handlers.agentViewOpened({ team, user, channel, viewing: channelsIn(context) }, () => identify(body))
    inFlight.run(async () => {
      await show().catch((error: unknown) => {
        tools.reportFailure(error, { team, channel, user, action: 'agent view' })
      })
    })
  }
  onEvent('app_home_opened', async ({ event, body }) => {
    // Only the agent view sends a context.
    if (event.tab === 'messages' && event.context !== undefined) seen(event.channel, event.context, body)
  })
  // The person pressed “Stop” and wants no answer (https://docs.slack.dev/ai/agent-sessions).
  onEvent('agent_session_stopped', async ({ event, body }) => {
    const { team, user } = place(body)
    const { channel, thread_ts: threadTs } = event
    stops.get(`${team} ${channel} ${threadTs}`)?.()
    inFlight.run(async () => {
      await handlers.agentSessionStopped({ team, user, channel, threadTs }).catch((error: unknown) => {
        tools.reportFailure(error, { team, channel, user, action: 'stop' })
      })
    })
  })
  onEvent('app_context_changed', async ({ event, body }) => seen(event.channel, event.context, body))
}

/** A reply that sends nothing after the stop. */
function unlessStopped(reply: Reply, stopped: Promise<null>): Reply {
  let isStopped = false
  void stopped.then(() => {
    isStopped = true
  })
  const ifNotStopped = async <T>(tell: () => Promise<T>): Promise<T> => {
    if (isStopped) throw new Problem('stopped', 'The answer was stopped.')
    return tell()
  }
  return {
    working: (line) => reply.working(line),
    removeLine: () => reply.removeLine(),
    say: (message) => ifNotStopped(() => reply.say(message)),
    ephemeral: (message) => ifNotStopped(() => reply.ephemeral(message)),
  }
}

/** Messages from bots and from Slack itself, edits, deletions and files get no answer. */
function isWrittenByPerson({ subtype, bot_id: bot, user, edited }: Written): boolean {
  return (
    subtype === undefined &&
    bot === undefined &&
    edited === undefined &&
    user !== undefined &&
    user !== 'USLACKBOT'
  )
}

/**
 * The thread for the answer: the message's own if it is in one, otherwise a new one for a mention. In the agent view each
 * message starts a thread (https://docs.slack.dev/ai/migrating-to-agent-messaging).
 */
function threadOf({ kind, ts, threadTs, viewing }: Placed<WrittenMessage>): string | null {
  return threadTs ?? (kind === 'mention' || viewing !== null ? ts : null)
}

function withoutMention(text: string, { authorizations = [] }: EnvelopedEvent): string {
  const ids = authorizations.flatMap(({ is_bot: isBot, user_id: id }) => (isBot && id ? [id] : []))
  // If Slack doesn't name the bot's user, a mention at the start of the text is assumed to be the bot's.
  const mention = ids.length > 0 ? `<@(?:${ids.join('|')})(?:\\|[^<>]*)?>` : '^\\s*<@[^>]+>'
  return text.replace(new RegExp(`(?<!\\s)\\s*${mention}[\\s:,]*`, 'gu'), ' ').trim()
}

function channelsIn({ entities = [] }: ViewContext): readonly string[] {
  return entities.flatMap(({ type, value }) => {
    if (type === 'slack#/types/channel_id' && typeof value === 'string') return [value]
    if (type !== 'slack#/types/message_context' || typeof value !== 'object' || value === null) return []
    return 'channel_id' in value && typeof value.channel_id === 'string' ? [value.channel_id] : []
  })
}
