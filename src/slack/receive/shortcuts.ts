import type { App, GlobalShortcut, MessageShortcut } from '@slack/bolt'
import type { ShortcutCall } from '../port.ts'
import type { Handlers } from './handlers.ts'
import type { Place } from './identity.ts'
import type { ListenerTools } from './listener-tools.ts'
import { type Placed, threadOf } from './payloads.ts'

/** Acknowledges shortcuts, then does the work (https://docs.slack.dev/interactivity/implementing-shortcuts). */
export function addShortcuts(app: App, handlers: Handlers, tools: ListenerTools): void {
  const { of, place, identify, recentDeliveries, refusalsFor, runAfterAck } = tools
  app.shortcut<GlobalShortcut | MessageShortcut>(/^/, async ({ body, ack }) => {
    await ack()
    if (recentDeliveries.has(body.trigger_id)) return
    const call = toShortcutCall(body, place(body))
    const { team, channel, user, callbackId } = call
    const answer = of(team).answerAt({ ...call, threadTs: call.message?.threadTs ?? null })
    const fields = { team, channel: channel ?? '', user, action: callbackId }
    const refusals = () => refusalsFor(body)
    runAfterAck(answer, fields, refusals, () => handlers.shortcut(call, answer, () => identify(body)))
  })
}

function toShortcutCall(body: GlobalShortcut | MessageShortcut, { team, user }: Place): Placed<ShortcutCall> {
  const from = { team, user, callbackId: body.callback_id, triggerId: body.trigger_id }
  if (body.type === 'shortcut') return { ...from, channel: null, message: null, responseAddress: null }
  const { channel, message, message_ts: ts, response_url: address } = body
  return {
    ...from,
    channel: channel.id,
    message: { ts, threadTs: threadOf({ ...message, message_ts: ts }), content: message },
    responseAddress: address || null,
    presence: { channel: channel.id, isMember: false },
  }
}
