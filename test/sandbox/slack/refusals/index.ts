import { assistantCases } from './assistant.ts'
import type { CasesByMethod } from './case.ts'
import { channelCases } from './channels.ts'
import { chatCases } from './chat.ts'
import { functionCases } from './functions.ts'
import { otherCases } from './others.ts'
import { viewCases } from './views.ts'

/** Every method that the sandbox knows, with what it refuses and how that is met. */
export const refusals: CasesByMethod = {
  ...assistantCases,
  ...chatCases,
  ...channelCases,
  ...functionCases,
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
] as const
