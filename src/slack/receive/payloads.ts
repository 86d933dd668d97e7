import type {
  BlockAction,
  BlockSuggestion,
  EnvelopedEvent,
  GlobalShortcut,
  MessageShortcut,
  ViewOutput,
  ViewSubmitAction,
} from '@slack/bolt'
import type { FormValues, ViewState } from '../../model/form-values.ts'
import type { Message } from '../../model/message.ts'
import type { ArrivedQuestion, Click, OptionsQuery, ShortcutCall, Submission } from '../port.ts'
import { type Fields, fields, type Identities, type Origin } from './access.ts'

/** Maps Slack's payloads to our types (https://docs.slack.dev/reference/interaction-payloads). */

/** A delivery whose sender isn't identified yet. */
export type Placed<T> = Omit<T, 'outside'>

export function toClick(body: BlockAction, action: Fields, { team, user }: Origin): Placed<Click> {
  const container = body.container as {
    message_ts?: string
    channel_id?: string
    is_ephemeral?: boolean
    thread_ts?: string
    view_id?: string
  }
  const channel = container.channel_id ?? body.channel?.id ?? null
  const chosen = fieldValue(action)
  return {
    team,
    channel,
    user,
    actionId: String(action.action_id ?? ''),
    value: typeof chosen === 'string' ? chosen : '',
    triggerId: body.trigger_id,
    message:
      container.message_ts === undefined || channel === null
        ? null
        : {
            channel,
            ts: container.message_ts,
            ephemeral: container.is_ephemeral === true,
            threadTs: threadOf(container.message_ts, container.thread_ts),
            content: contentOf(body.message),
          },
    viewId: container.view_id ?? null,
    responseAddress: body.response_url || null,
    view: body.view === undefined ? null : toViewState(body.view),
    ...(channel === null ? {} : { presence: { channel, isMember: false } }),
  }
}

export function toShortcutCall(
  body: GlobalShortcut | MessageShortcut,
  { team, user }: Origin,
): Placed<ShortcutCall> {
  const from = { team, user, callbackId: body.callback_id, triggerId: body.trigger_id }
  if (body.type === 'shortcut') return { ...from, channel: null, message: null, responseAddress: null }
  const { channel, message, message_ts: ts, response_url: address } = body
  return {
    ...from,
    channel: channel.id,
    message: { ts, threadTs: threadOf(ts, message.thread_ts), content: message },
    responseAddress: address || null,
    presence: { channel: channel.id, isMember: false },
  }
}

/** For a thread's first message Slack sets `thread_ts` to its own `ts`. */
function threadOf(ts: string, thread: string | undefined): string | null {
  return thread === undefined || thread === ts ? null : thread
}

export function toSubmission(body: ViewSubmitAction, { team, user }: Origin): Placed<Submission> {
  return {
    team,
    user,
    view: toViewState(body.view),
    triggerId: (body as { trigger_id?: string }).trigger_id ?? body.view.id,
  }
}

export function toOptionsQuery(body: BlockSuggestion, { team, user }: Origin): Placed<OptionsQuery> {
  return {
    team,
    user,
    actionId: body.action_id,
    typed: body.value,
    view: body.view === undefined ? null : toViewState(body.view),
  }
}

function toViewState(view: ViewOutput): ViewState {
  return {
    id: view.id,
    callbackId: view.callback_id ?? '',
    privateMetadata: view.private_metadata ?? '',
    values: formValues(view.state?.values ?? {}),
    ...(view.hash === undefined ? {} : { hash: view.hash }),
  }
}

/** Our forms have one element per input block, so the block id names the field. */
function formValues(state: Readonly<Record<string, Readonly<Record<string, unknown>>>>): FormValues {
  return Object.fromEntries(
    Object.entries(state).map(([block, elements]) => [block, fieldValue(fields(Object.values(elements)[0]))]),
  )
}

const single = [
  'value',
  'selected_date',
  'selected_time',
  'selected_user',
  'selected_channel',
  'selected_conversation',
] as const
const several = ['selected_users', 'selected_channels', 'selected_conversations'] as const

function fieldValue(element: Fields): string | readonly string[] | null {
  if (Array.isArray(element.selected_options)) return element.selected_options.map(optionValue)
  if (element.selected_option) return optionValue(element.selected_option)
  for (const name of several) if (Array.isArray(element[name])) return element[name].map(String)
  for (const name of single) if (typeof element[name] === 'string') return element[name]
  return null
}

function optionValue(option: unknown): string {
  const { value } = fields(option)
  return typeof value === 'string' ? value : ''
}

function contentOf(message: BlockAction['message']): Message | null {
  if (message === undefined || !Array.isArray(message.blocks)) return null
  return { text: message.text ?? '', blocks: message.blocks }
}

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
export interface ViewContext {
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

export function channelsIn({ entities = [] }: ViewContext): readonly string[] {
  return entities.flatMap(({ type, value }) => {
    if (type === 'slack#/types/channel_id' && typeof value === 'string') return [value]
    const { channel_id: id } = fields(value)
    return type === 'slack#/types/message_context' && typeof id === 'string' ? [id] : []
  })
}
