/** Tells whether the service rejects an id that a person entered. */
import { ApiError, type ApiErrorCode } from '../api/index.ts'

/** Codes that mean the id is wrong. Other codes say nothing about it. */
const wrongIdCodes: ReadonlySet<ApiErrorCode> = new Set([
  'not_found',
  'forbidden',
  'validation',
  'invalid_request',
])

export function isWrongId(error: unknown): error is ApiError {
  return error instanceof ApiError && wrongIdCodes.has(error.code)
}

/** Why the service rejects an id; `null` if it accepts it. */
export async function refusal(answer: Promise<unknown>): Promise<ApiErrorCode | null> {
  try {
    await answer
    return null
  } catch (error) {
    return wrongIdCode(error)
  }
}

/** Rethrows an error that says nothing about the id. */
export function wrongIdCode(error: unknown): ApiErrorCode {
  if (isWrongId(error)) return error.code
  throw error
}
