import type { App, EnvelopedEvent, SlackEventMiddlewareArgs } from '@slack/bolt'
import type { ArrivedQuestion } from '../port.ts'
import type { Handlers } from './handlers.ts'
import type { Identities } from './identity.ts'
import type { ListenerTools } from './in-flight.ts'

/** What people write to Sightline: mentions in channels, direct messages, and Slack's agent view. */

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

/**
 * The question in an event; `null`: there is none. Messages from bots and from Slack itself, edits and deletions get no
 * answer. A file isn't read, but the text beside it is.
 */
export function questionIn(body: unknown, place: Identities['place']): ArrivedQuestion | null {
  const envelope = body as Partial<EnvelopedEvent>
  if (envelope.type !== 'event_callback') return null
  const event = envelope.event as (Written & { readonly type: string }) | undefined
  const isMention = event?.type === 'app_mention'
  const isDirect = event?.type === 'message' && event.channel_type === 'im'
  if (event === undefined || !(isMention || isDirect) || !isWrittenByPerson(event)) return null
  const { channel, ts, thread_ts: threadTs = null, app_context: context } = event
  return {
    ...place(body),
    channel,
    ts,
    threadTs,
    text: withoutMention(event.text ?? '', envelope),
    kind: isMention ? 'mention' : 'direct',
    viewing: isMention || context === undefined ? null : channelsIn(context),
  }
}

export function addConversations(onEvent: OnEvent, handlers: Handlers, tools: ListenerTools): void {
  const { place, identify, inBackground } = tools

  const seen = (channel: string, context: ViewContext, body: EnvelopedEvent) => {
    const { team, user } = place(body)
    inBackground({ team, channel, user, action: 'agent_view' }, () =>
      handlers.agentViewOpened({ team, user, channel, viewing: channelsIn(context) }, () => identify(body)),
    )
  }
  onEvent('app_home_opened', async ({ event, body }) => {
    // Only the agent view sends a context. Without it, Slack refuses the suggestions.
    if (event.tab === 'messages') seen(event.channel, event.context ?? {}, body)
  })
  // The person pressed “Stop” and wants no answer (https://docs.slack.dev/ai/agent-sessions).
  onEvent('agent_session_stopped', async ({ event, body }) => {
    const { team, user } = place(body)
    const { channel, thread_ts: threadTs } = event
    inBackground({ team, channel, user, action: 'stop' }, () =>
      handlers.agentSessionStopped({ team, user, channel, threadTs }),
    )
  })
  onEvent('app_context_changed', async ({ event, body }) => {
    // Slack also sends a form without a person or a channel, which tells nobody's view.
    const { channel, user }: { readonly channel?: string; readonly user?: string } = event
    if (channel !== undefined && user !== undefined) seen(channel, event.context, body)
  })
}

function isWrittenByPerson({ subtype, bot_id: bot, user, edited }: Written): boolean {
  return (
    (subtype === undefined || subtype === 'file_share' || subtype === 'thread_broadcast') &&
    bot === undefined &&
    edited === undefined &&
    user !== undefined &&
    user !== 'USLACKBOT'
  )
}

function withoutMention(text: string, { authorizations = [] }: Partial<EnvelopedEvent>): string {
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

type EventHandler<Type extends string> = (args: SlackEventMiddlewareArgs<Type>) => Promise<void>

/** Adds a handler for an event type. A type may have several. */
type OnEvent = <Type extends string>(type: Type, handle: EventHandler<Type>) => void

/**
 * One Bolt listener for all events. Bolt offers each delivery to each of its listeners, so every command would pass
 * through each event's own listener: with eleven of them, help ran at 0.65 of a bare app's rate, with this one at 0.75.
 */
export function listenForEvents(app: App): OnEvent {
  const handlers = new Map<string, ((args: never) => Promise<void>)[]>()
  app.event(/^/, async (args) => {
    await Promise.all((handlers.get(args.event.type) ?? []).map((handle) => handle(args as never)))
  })
  return (type, handle) => void handlers.set(type, [...(handlers.get(type) ?? []), handle])
}
