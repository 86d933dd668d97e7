import { assistantCases } from './assistant.ts'
import { canvasCases } from './canvases.ts'
import type { CasesByMethod } from './case.ts'
import { channelCases } from './channels.ts'
import { chatCases } from './chat.ts'
import { functionCases } from './functions.ts'
import { managingCases } from './managing.ts'
import { otherCases } from './others.ts'
import { viewCases } from './views.ts'

/** Every method that the sandbox knows, with what it refuses and how that is met. */
export const refusals: CasesByMethod = {
  ...assistantCases,
  ...chatCases,
  ...canvasCases,
  ...channelCases,
  ...functionCases,
  ...managingCases,
  ...viewCases,
  ...otherCases,
}

/** What every method answers with that asks for a token, and `unknown_method` in place of one. */
export const everywhere = [
  'not_authed',
  'invalid_auth',
  'not_allowed_token_type',
  'token_revoked',
  'token_expired',
  'missing_scope',
  'ratelimited',
  'unknown_method',
  // Of a body that can't be read.
  'invalid_json',
  'json_not_object',
  'invalid_post_type',
  'missing_post_type',
  'invalid_form_data',
] as const
