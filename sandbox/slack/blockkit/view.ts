/** Views as a whole: docs.slack.dev/reference/views */

import { placedBlocks } from '../interactions/elements.ts'
import { isJson } from '../json.ts'
import { block } from './blocks.ts'
import {
  boolean,
  type Fields,
  list,
  object,
  type Problem,
  type Rights,
  startChecking,
  string,
  TYPE,
  typed,
  type Whole,
} from './check.ts'
import { limitOf } from './limits.ts'
import { ANY_RIGHTS } from './message.ts'
import { option, optionGroup, plainText } from './text.ts'
import { checkFocus, checkUnique } from './uniqueness.ts'

const VIEW: Fields = {
  ...TYPE,
  'private_metadata?': string('view.private_metadata'),
  'callback_id?': string('view.callback_id'),
  'external_id?': string('view.external_id'),
}

const checkWhole: Whole = (view, at, on) => {
  const blocks = Array.isArray(view.blocks) ? view.blocks : []
  checkUnique(blocks, `${at}/blocks`, on)
  checkFocus(blocks, `${at}/blocks`, on)
  const asks = placedBlocks(blocks, at).some((placed) => placed.block.type === 'input')
  if (view.type === 'modal' && asks && view.submit === undefined) {
    on.report(at, 'missing required field: submit', 'missing', 'view.submit')
  }
  const { max = 0 } = limitOf('view (JSON bytes)')
  if (Buffer.byteLength(JSON.stringify(view)) > max) {
    on.report(at, `must be at most ${max} bytes`, 'view_too_large', 'view (JSON bytes)')
  }
}

const view = typed({
  modal: object(
    {
      ...VIEW,
      title: plainText('view.title'),
      blocks: list(block, 'view[type=modal].blocks'),
      'close?': plainText('view.close'),
      'submit?': plainText('view.submit'),
      'clear_on_close?': boolean,
      'notify_on_close?': boolean,
      'submit_disabled?': boolean,
    },
    { limit: 'view.title', whole: [checkWhole] },
  ),
  home: object({ ...VIEW, blocks: list(block, 'view[type=home].blocks') }, { whole: [checkWhole] }),
})

/** Everything in this modal or Home tab that Slack would reject. Pointers start at `/view`. */
export function validateView(value: unknown, rights: Rights = ANY_RIGHTS): Problem[] {
  const on = startChecking(isJson(value) && value.type === 'home' ? 'home' : 'modal', rights)
  view(value, '/view', on)
  return on.problems
}

const suggestions = object({
  'options?': list(option('select'), 'static_select.options'),
  'option_groups?': list(optionGroup, 'static_select.option_groups'),
})

/** Validates an app's answer to a `block_suggestion`. An empty list of options is allowed. */
export function validateSuggestions(value: unknown): Problem[] {
  const on = startChecking('modal', ANY_RIGHTS)
  suggestions(value, '', on)
  return on.problems.filter((problem) => problem.code !== 'too_few')
}
