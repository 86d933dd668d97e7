/** Why a task was not created, or may not have been, in words: cause, then next step. */
import type { ApiError, ApiErrorCode } from '../../api/errors.ts'
import type { TaskReason } from '../../store/reason.ts'

export interface Refusal {
  readonly sentence: string
  /** What to type after `/sightline `, if that helps. */
  readonly suggestion: string | null
}

/** What an error code means for a task. For other codes, the error's own sentence is right. */
const refusals: Readonly<Partial<Record<ApiErrorCode, (error: ApiError) => string>>> = {
  forbidden: () =>
    'Sightline’s API key isn’t allowed to create tasks. Ask your Sightline admin for one that is, then click again.',
  not_found: () =>
    'the analytics service no longer has this recommendation. If it’s gone from the console too, stop tracking it here.',
  validation: ({ details: [first] }) =>
    `the analytics service rejected it${first === undefined ? '' : ` (${first.path}: ${first.msg})`}. Create the task in the console. If others are rejected too, tell your Sightline admin.`,
}

/** For the person who clicked. No task was created, and the button works again. */
export function refusalMessage(error: ApiError, resultId: string): Refusal {
  const words = refusals[error.code]
  return {
    sentence:
      words === undefined
        ? `No task was created. ${error.userMessage}`
        : `No task was created: ${words(error)}`,
    suggestion: error.code === 'not_found' ? `actions remove ${resultId}` : null,
  }
}

/** Why it is unknown whether the task was created: a clause. "Check again" is the next step. */
export function doubtClause(reason: TaskReason | null): string {
  return reason === 'stopped'
    ? 'Sightline stopped before the service answered'
    : 'the service didn’t confirm it'
}
