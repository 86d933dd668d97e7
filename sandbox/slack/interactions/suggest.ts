/** Options of an external select: docs.slack.dev/reference/interaction-payloads/block_suggestion-payload */
import { validateSuggestions } from '../blockkit/index.ts'
import { plain } from '../delivery/delivery.ts'
import type { Outcome } from '../delivery/envelope.ts'
import { isJson, type Json, objects } from '../json.ts'
import type { Acknowledgement, SuggestInput, Suggestions } from '../model.ts'
import type { World } from '../world/world.ts'
import { messageBlocks, seenMessage } from './click.ts'
import { findElement } from './elements.ts'
import { commonFields, openView, payloadName } from './payload.ts'

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
