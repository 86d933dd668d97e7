/** What became of a request that changes something. */
import { ApiError } from '../errors.ts'

/**
 * The answer of a POST that may have had its effect. What `value` is can only be read once `outcome` was looked at:
 * - `done`: the service answered, and this is what it made
 * - `unknown`: the answer was lost, or can't be read. The effect may have happened: show that, never repeat it blindly.
 *   `error` has the code `outcome_unknown` and a sentence for a person.
 *
 * A clear refusal, and a request that never left, is neither: the call rejects with its `ApiError`.
 */
export type Sent<T> =
  | { readonly outcome: 'done'; readonly value: T }
  | { readonly outcome: 'unknown'; readonly error: ApiError }

/** `answer` as a `Sent`. Rejects with whatever leaves no doubt that nothing was done. */
export async function sentBy<T>(answer: Promise<T>): Promise<Sent<T>> {
  try {
    return { outcome: 'done', value: await answer }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'outcome_unknown') return { outcome: 'unknown', error }
    throw error
  }
}
