/** Submitting and closing modals: docs.slack.dev/reference/interaction-payloads/view-interactions-payload */

import { SlackError } from '../api/call.ts'
import { plain } from '../delivery/delivery.ts'
import type { Outcome } from '../delivery/envelope.ts'
import { isJson, type Json, objects, text } from '../json.ts'
import type { Acknowledgement, OpenView, SubmitInput } from '../model.ts'
import { executionFields } from '../steps/run.ts'
import type { World } from '../world/world.ts'
import { type PlacedElement, placedElements } from './elements.ts'
import { commonFields, openView } from './payload.ts'
import { isEmpty, select, type Values } from './selections.ts'

// Checks that Slack's client makes in a modal before it sends anything.

const NUMBER = /^-?\d+(\.\d+)?$/

function checkNumber(element: Json, value: string): string | undefined {
  if (!NUMBER.test(value)) return 'Please enter a number.'
  if (element.is_decimal_allowed !== true && value.includes('.')) return 'Please enter a whole number.'
  const number = Number(value)
  const { min_value: min, max_value: max } = element
  if (min !== undefined && number < Number(min)) return `Please enter a number of at least ${String(min)}.`
  if (max !== undefined && number > Number(max)) return `Please enter a number of at most ${String(max)}.`
  return undefined
}

function checkLength(element: Json, value: string): string | undefined {
  const { min_length: min, max_length: max } = element
  if (typeof min === 'number' && value.length < min) return `Please enter at least ${min} characters.`
  if (typeof max === 'number' && value.length > max) return `Please enter at most ${max} characters.`
  return undefined
}

function checkText(element: Json, value: string): string | undefined {
  switch (element.type) {
    case 'email_text_input':
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : 'Please enter a valid email address.'
    case 'url_text_input':
      return /^https?:$/.test(URL.parse(value)?.protocol ?? '') ? undefined : 'Please enter a valid URL.'
    case 'number_input':
      return checkNumber(element, value)
    default:
      return checkLength(element, value)
  }
}

function labelOf(input: Json): string {
  return (isJson(input.label) ? text(input.label.text) : undefined) ?? 'this field'
}

/** Block id → problem; empty if the client would send the submission. */
function fieldErrors(placed: readonly PlacedElement[], values: Values): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { input, element, blockId, actionId } of placed) {
    if (!input) continue
    const state = values[blockId]?.[actionId]
    if (isEmpty(element, state)) {
      if (input.optional !== true) errors[blockId] = `Please complete this required field: ${labelOf(input)}`
      continue
    }
    const value = text(state?.value)
    const error = value === undefined ? tooMany(element, state) : checkText(element, value)
    if (error) errors[blockId] = error
  }
  return errors
}

function tooMany(element: Json, state: Json | undefined): string | undefined {
  const most = element.max_selected_items
  const chosen = Object.values(state ?? {}).find(Array.isArray)
  return typeof most === 'number' && objects(chosen).length > most
    ? `Please choose at most ${most}.`
    : undefined
}

const TROUBLE = 'We had some trouble connecting. Try again?'

/** Fills in the fields. Throws if the modal has no such field or the field has no such choice. */
function fill(world: World, view: OpenView, input: SubmitInput): OpenView {
  const placed = placedElements(objects(view.view.blocks))
  let filled = view
  for (const [blockId, fields] of Object.entries(input.values)) {
    for (const [actionId, state] of Object.entries(fields)) {
      const at = placed.find((one) => one.blockId === blockId && one.actionId === actionId)
      if (!at) {
        const fields = placed.map((one) => `${one.blockId}.${one.actionId}`).join(', ')
        throw new Error(
          `view ${view.id} has no field ${blockId}.${actionId}; its fields: ${fields || 'none'}`,
        )
      }
      const chosen = select(at.element, isJson(state) ? state : undefined)
      filled = world.views.setValue(filled, blockId, actionId, chosen)
    }
  }
  return filled
}

/** response_urls for the conversations chosen in selects with `response_url_enabled`. */
function responseUrls(world: World, view: OpenView, placed: readonly PlacedElement[]): Json[] {
  return placed.flatMap(({ element, blockId, actionId }) => {
    const state = view.values[blockId]?.[actionId]
    const channel = text(state?.selected_conversation) ?? text(state?.selected_channel)
    if (element.response_url_enabled !== true || !channel) return []
    const path = world.responses.issue({ channel, user: view.user })
    return [
      { block_id: blockId, action_id: actionId, channel_id: channel, response_url: `${world.origin}${path}` },
    ]
  })
}

function fieldsOf(errors: unknown): Record<string, string> {
  return isJson(errors)
    ? Object.fromEntries(Object.entries(errors).map(([id, message]) => [id, String(message)]))
    : {}
}

/** Applies the acknowledgement's `response_action`. Throws if Slack would not understand it. */
function carryOut(world: World, view: OpenView, body: Json): void {
  switch (body.response_action) {
    case undefined:
      world.views.close(view)
      return
    case 'clear':
      world.views.close(view, true)
      return
    case 'errors': {
      const errors = fieldsOf(body.errors)
      const blocks = new Set(objects(view.view.blocks).map((block) => block.block_id))
      const unknown = Object.keys(errors).find((id) => !blocks.has(id))
      if (unknown !== undefined || Object.keys(errors).length === 0) throw new SlackError('invalid_arguments')
      world.views.setErrors(view, errors)
      return
    }
    case 'update':
    case 'push': {
      const next = isJson(body.view) ? body.view : {}
      const replaces = body.response_action === 'update' ? view : undefined
      world.views.check(next, replaces)
      if (replaces) world.views.update(replaces, next)
      else world.views.push(view.user, next)
      return
    }
    default:
      throw new SlackError('invalid_arguments')
  }
}

function finish(world: World, viewId: string, outcome: Outcome): Acknowledgement {
  const answered = plain(outcome)
  if (!outcome.ok) return { ...answered, error: TROUBLE }
  const view = world.views.find(viewId)
  if (!view) return answered
  try {
    carryOut(world, view, isJson(outcome.body) ? outcome.body : {})
    return answered
  } catch (error) {
    if (!(error instanceof SlackError)) throw error
    return { ...answered, ok: false, error: `${TROUBLE} (${error.code})` }
  }
}

/** Presses a modal's submit button. If Slack's client rejects a value, the app gets nothing and the field an error. */
export async function submitView(world: World, input: SubmitInput): Promise<Acknowledgement> {
  const open = openView(world, input.user, input.viewId)
  if (open.id !== world.views.stack(input.user).at(-1)?.id) {
    throw new Error(`view ${open.id} is not the topmost one, and can't be submitted`)
  }
  if (!isJson(open.view.submit)) throw new Error(`view ${open.id} has no submit button`)
  const filled = fill(world, open, input)
  const placed = placedElements(objects(filled.view.blocks))
  const errors = fieldErrors(placed, filled.values)
  if (Object.keys(errors).length > 0) {
    world.views.setErrors(filled, errors)
    return { ok: false, ms: 0, body: { errors }, error: Object.values(errors).join(' ') }
  }
  world.views.setErrors(filled, undefined)
  const payload: Json = {
    type: 'view_submission',
    ...commonFields(world, input.user, 'view'),
    trigger_id: world.triggers.issue({ user: input.user, viewId: filled.id }),
    view: filled.view,
    response_urls: responseUrls(world, filled, placed),
    ...executionFields(world, filled.id, input.user),
  }
  return world.delivery.send('interactive', payload, (outcome) => finish(world, filled.id, outcome))
}

/** Closes a modal, or all of them with `clear_on_close`. The app is only notified with `notify_on_close`. */
export async function closeView(
  world: World,
  input: { user: string; viewId: string },
): Promise<Acknowledgement> {
  const view = openView(world, input.user, input.viewId)
  if (view.view.type !== 'modal') throw new Error('only modals can be closed')
  const cleared = view.view.clear_on_close === true
  world.views.close(view, cleared)
  if (view.view.notify_on_close !== true) return { ok: true, ms: 0 }
  const payload = {
    type: 'view_closed',
    ...commonFields(world, input.user, 'view'),
    view: view.view,
    is_cleared: cleared,
    ...executionFields(world, view.id, input.user),
  }
  return world.delivery.send('interactive', payload, plain)
}
