/** Whether the service rejects an id that somebody entered. */
import { ApiError, type ApiErrorCode } from '../api/index.ts'

/** Codes that say the id is wrong; other codes say nothing about it. */
const wrongIdCodes: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

/** Whether the service says that an id is wrong, and not that it can't answer. */
export function isWrongId(error: unknown): error is ApiError {
  return error instanceof ApiError && wrongIdCodes.has(error.code)
}

/** Why the service rejects an id; `null`: it accepts it. */
export async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    return refusedWith(error)
  }
}

/** Rethrows an error that says nothing about the id. */
export function refusedWith(error: unknown): ApiErrorCode {
  if (isWrongId(error)) return error.code
  throw error
}
