/** block_actions of messages and views: docs.slack.dev/reference/interaction-payloads/block_actions-payload */

import { validateSuggestions } from '../blockkit/index.ts'
import { plain } from '../delivery/delivery.ts'
import type { Outcome } from '../delivery/envelope.ts'
import { isJson, type Json, objects } from '../json.ts'
import type {
  Acknowledgement,
  ClickInput,
  ShownMessage,
  SuggestInput,
  Suggestions,
  ViewActionInput,
} from '../model.ts'
import { executionFields } from '../steps/run.ts'
import { messageKey } from '../steps/runs.ts'
import { messageObject } from '../world/posting.ts'
import type { World } from '../world/world.ts'
import { findElement, type PlacedElement } from './elements.ts'
import { commonFields, openView, payloadName } from './payload.ts'
import { select, stateField, valuesOf, withValue } from './selections.ts'

/** All blocks of a message, including those of its attachments. */
function messageBlocks(message: ShownMessage): Json[] {
  return [...message.blocks, ...(message.attachments ?? []).flatMap((one) => objects(one.blocks))]
}

/** The message as this user sees it. Throws if they don't see it. */
export function seenMessage(world: World, user: string, channelId: string, ts: string): ShownMessage {
  const channel = world.workspace.channel(channelId)
  const message = world.messages.find(channelId, ts)
  const hidden = message?.ephemeralFor !== undefined && message.ephemeralFor !== user
  if (!message || hidden || !world.workspace.canSee(channel, user)) {
    throw new Error(`${user} sees no message ${ts} in ${channelId}`)
  }
  return message
}

/** The element's fields that its action repeats. */
const SHOWN = ['text', 'value', 'url', 'style', 'confirm', 'placeholder', 'icon']

function action(world: World, { element, blockId, actionId }: PlacedElement, state: Json): Json {
  const shown = SHOWN.filter((field) => element[field] !== undefined).map((field) => [field, element[field]])
  return {
    action_id: actionId,
    block_id: blockId,
    ...Object.fromEntries(shown),
    ...state,
    action_ts: world.messages.nextTs(),
  }
}

/** The state after using the element; for feedback buttons, which of the two was pressed. */
function chosen({ element }: PlacedElement, selection: Json | undefined): Json {
  if (element.type !== 'feedback_buttons') return select(element, selection)
  const pressed = [element.positive_button, element.negative_button]
    .filter(isJson)
    .find((button) => button.value === selection?.value)
  if (!pressed)
    throw new Error('feedback_buttons need a selection with the "value" of one of the two buttons')
  return { type: 'feedback_buttons', value: pressed.value, text: pressed.text }
}

function refuseUnlessInteractive(world: World) {
  if (world.manifest && !world.manifest.interactive) {
    throw new Error('the manifest does not turn on interactivity (settings.interactivity.is_enabled)')
  }
}

/** Uses an element of a message. */
export async function clickMessage(world: World, input: ClickInput): Promise<Acknowledgement> {
  refuseUnlessInteractive(world)
  const user = world.workspace.user(input.user).id
  const channel = world.workspace.channel(input.channel)
  const message = seenMessage(world, user, input.channel, input.ts)
  const blocks = messageBlocks(message)
  const placed = findElement(blocks, input.actionId, input.blockId, `message ${message.ts}`)
  const visibleTo = placed.element.visible_to_user_ids
  if (Array.isArray(visibleTo) && !visibleTo.includes(user)) {
    throw new Error(`"${input.actionId}" is not visible to ${user}`)
  }
  const state = chosen(placed, input.selection)
  const key = `${channel.id} ${message.ts} ${user}`
  const chosenBefore = world.choices.get(key)
  const before = valuesOf(blocks, (block, action) => chosenBefore?.[block]?.[action], channel.id)
  const values = stateField(placed.element)
    ? withValue(before, placed.blockId, placed.actionId, state)
    : before
  world.choices.set(key, values)
  const ephemeral = message.ephemeralFor !== undefined
  const target = { channel: channel.id, user, original: message.ts }
  // The root of a thread has its own `ts` as `thread_ts`.
  const begins = world.messages.replies(channel.id, message.ts).length > 0
  const thread = message.thread_ts || begins ? { thread_ts: message.thread_ts ?? message.ts } : {}
  const payload: Json = {
    type: 'block_actions',
    ...commonFields(world, user, 'message'),
    container: {
      type: 'message',
      message_ts: message.ts,
      channel_id: channel.id,
      is_ephemeral: ephemeral,
      ...thread,
    },
    trigger_id: world.triggers.issue({ user, channel: channel.id }),
    channel: { id: channel.id, name: payloadName(channel) },
    ...(ephemeral ? {} : { message: messageObject(world, message, true) }),
    state: { values },
    response_url: `${world.origin}${world.responses.issue(target)}`,
    actions: [action(world, placed, state)],
    ...executionFields(world, messageKey(channel.id, message.ts), user),
  }
  return world.delivery.send('interactive', payload, plain)
}

/** Uses an element of an open modal or of the Home tab. */
export async function actInView(world: World, input: ViewActionInput): Promise<Acknowledgement> {
  refuseUnlessInteractive(world)
  const view = openView(world, input.user, input.viewId)
  const blocks = objects(view.view.blocks)
  // A Home tab may have been published anew since the person saw it.
  const isThere = view.view.type !== 'home' || blocks.some(({ block_id: id }) => id === input.blockId)
  const placed = findElement(blocks, input.actionId, isThere ? input.blockId : undefined, `view ${view.id}`)
  const state = chosen(placed, input.selection)
  const changed = stateField(placed.element)
    ? world.views.setValue(view, placed.blockId, placed.actionId, state)
    : view
  // An input notifies the app only with `dispatch_action`. Its value is kept either way.
  if (placed.input && placed.input.dispatch_action !== true) return { ok: true, ms: 0 }
  const payload: Json = {
    type: 'block_actions',
    ...commonFields(world, input.user, 'view'),
    container: { type: 'view', view_id: view.id },
    trigger_id: world.triggers.issue({
      user: input.user,
      ...(view.view.type === 'modal' ? { viewId: view.id } : {}),
    }),
    view: changed.view,
    actions: [action(world, placed, state)],
    ...executionFields(world, view.id, input.user),
  }
  return world.delivery.send('interactive', payload, plain)
}

// Options of an external select: docs.slack.dev/reference/interaction-payloads/block_suggestion-payload

const DEFAULT_MIN_LENGTH = 3

function read(outcome: Outcome): Acknowledgement & Suggestions {
  const answered = plain(outcome)
  if (!outcome.ok) return answered
  const body = isJson(outcome.body) ? outcome.body : {}
  const [problem] = validateSuggestions(body)
  if (problem) {
    return {
      ...answered,
      ok: false,
      error: `The options are not valid: ${problem.message} at ${problem.pointer}`,
    }
  }
  return {
    ...answered,
    ...(body.options ? { options: objects(body.options) } : {}),
    ...(body.option_groups ? { option_groups: objects(body.option_groups) } : {}),
  }
}

/** Types a query into an external select. Below its `min_query_length`, sends nothing and returns no options. */
export async function suggest(world: World, input: SuggestInput): Promise<Acknowledgement & Suggestions> {
  const view = 'viewId' in input ? openView(world, input.user, input.viewId) : undefined
  const message = 'ts' in input ? seenMessage(world, input.user, input.channel, input.ts) : undefined
  const blocks = message ? messageBlocks(message) : objects(view?.view.blocks)
  const where = view ? `view ${view.id}` : `message ${message?.ts}`
  const { element, blockId, actionId } = findElement(blocks, input.actionId, input.blockId, where)
  if (element.type !== 'external_select' && element.type !== 'multi_external_select') {
    throw new Error(`"${actionId}" is a ${String(element.type)}, not an external select`)
  }
  const least = typeof element.min_query_length === 'number' ? element.min_query_length : DEFAULT_MIN_LENGTH
  if (input.query.length < least) return { ok: true, ms: 0, options: [] }
  const channel = message ? world.workspace.channel(message.channel) : undefined
  const payload: Json = {
    type: 'block_suggestion',
    ...commonFields(world, input.user, view ? 'view' : 'message'),
    action_id: actionId,
    block_id: blockId,
    value: input.query,
    container: view
      ? { type: 'view', view_id: view.id }
      : {
          type: 'message',
          message_ts: message?.ts,
          channel_id: message?.channel,
          is_ephemeral: message?.ephemeralFor !== undefined,
        },
    ...(view ? { view: view.view } : {}),
    ...(channel ? { channel: { id: channel.id, name: payloadName(channel) } } : {}),
  }
  let suggestions: Suggestions = {}
  const answered = await world.delivery.send('interactive', payload, (outcome) => {
    const result = read(outcome)
    suggestions = result
    return result
  })
  return { ...answered, ...suggestions }
}
