import type { ApiError } from '../api/errors.ts'

/** The next step after the service refused to create a task. */
export interface Refusal {
  /** Cause, then next step. */
  readonly sentence: string
  /** What to type after `/sightline `, if that helps. */
  readonly suggestion: string | null
}

/** The refusal for the person who clicked. No task was created, and the button works again. */
export function refusalMessage(error: ApiError, resultId: string): Refusal {
  switch (error.code) {
    case 'forbidden':
      return {
        sentence:
          "No task was created: the role of Sightline's API key does not allow it. Ask your administrator for a key whose role may create tasks, then click again.",
        suggestion: null,
      }
    case 'not_found':
      return {
        sentence:
          'No task was created: the analytics service does not know this recommendation any more. Look for it in the console; if it is gone there, take it off the list of this channel.',
        suggestion: `actions remove ${resultId}`,
      }
    case 'validation':
      return {
        sentence: `No task was created: the analytics service does not accept the recommendation${reasonOf(error)}. Create the task in the console; if other recommendations are refused, too, tell your administrator.`,
        suggestion: null,
      }
    default:
      return { sentence: `No task was created. ${error.userMessage}`, suggestion: null }
  }
}

function reasonOf({ details }: ApiError): string {
  const [first] = details
  return first === undefined ? '' : ` (${first.path}: ${first.msg})`
}
