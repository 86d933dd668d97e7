/** Fields that many elements share. */
import { boolean, type Rule, string } from './check.ts'
import { confirm, dispatchActionConfig, plainText } from './text.ts'

/** Rule for `type`, which was already checked. */
export const anyType: Rule = () => undefined

export const ACTIONABLE = { action_id: string('*.action_id') }
export const CONFIRMABLE = { confirm }
export const FOCUSABLE = { focus_on_load: boolean }
export const PLACEHOLDABLE = { placeholder: plainText('*.placeholder') }
export const DISPATCHABLE = { dispatch_action_config: dispatchActionConfig }
