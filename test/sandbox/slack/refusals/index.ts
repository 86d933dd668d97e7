import { assistantCases } from './assistant.ts'
import { canvasCases } from './canvases.ts'
import type { CasesByMethod } from './case.ts'
import { channelCases } from './channels.ts'
import { chatCases } from './chat.ts'
import { functionCases } from './functions.ts'
import { managingCases } from './managing.ts'
import { otherCases } from './others.ts'
import { streamCases } from './streams.ts'
import { viewCases } from './views.ts'

/** Every method of the sandbox, with its refusals and how to cause them. */
export const refusals: CasesByMethod = {
  ...assistantCases,
  ...chatCases,
  ...canvasCases,
  ...channelCases,
  ...functionCases,
  ...managingCases,
  ...streamCases,
  ...viewCases,
  ...otherCases,
}

/** Errors of every method that needs a token, plus `unknown_method`. */
export const everywhere = [
  'not_authed',
  'invalid_auth',
  'not_allowed_token_type',
  'token_revoked',
  'token_expired',
  // Of an organization.
  'team_access_not_granted',
  'missing_scope',
  'ratelimited',
  'unknown_method',
  // For an unreadable body.
  'invalid_json',
  'json_not_object',
  'invalid_post_type',
  'missing_post_type',
  'invalid_form_data',
] as const
