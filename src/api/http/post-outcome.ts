import { ApiError } from '../errors.ts'

/**
 * The outcome of a POST. A POST that was refused or not sent rejects instead.
 * - `done`: the service answered with this value.
 * - `unknown`: the answer was lost or can't be read, so the POST may have taken effect. Never repeat it blindly. `error`
 *   has the code `outcome_unknown`.
 */
export type PostOutcome<T> =
  | { readonly outcome: 'done'; readonly value: T }
  | { readonly outcome: 'unknown'; readonly error: ApiError }

/** Turns an `outcome_unknown` rejection into a result. */
export async function postOutcome<T>(answer: Promise<T>): Promise<PostOutcome<T>> {
  try {
    return { outcome: 'done', value: await answer }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'outcome_unknown') return { outcome: 'unknown', error }
    throw error
  }
}
