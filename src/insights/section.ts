import { ApiError } from '../api/errors.ts'
import type { Section } from '../model/reports.ts'

export function dataOf<T>(parts: readonly Section<T | null>[]): readonly T[] {
  return parts.flatMap((part) => (part.ok && part.data !== null ? [part.data] : []))
}

/**
 * One part of an answer: its data, or the ApiError's sentence for the reader. Errors that are not the service's
 * fault (a cancelled call, a bug) are rethrown and fail the whole answer.
 */
export async function section<T>(subject: string, load: Promise<T>): Promise<Section<T>> {
  try {
    return { ok: true, data: await load }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return { ok: false, reason: error.userMessage, subject }
  }
}
