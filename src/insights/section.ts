import { ApiError } from '../api/errors.ts'
import type { Section } from '../model/reports.ts'

/** Concurrent calls for one answer: gentle on the service, and still quick for a dozen parts. */
const AT_ONCE = 4

/**
 * Runs `work` on every item, a few at a time, and returns results in the items' order. A failure doesn't stop the other
 * items. Rejects with the first failure once all calls have ended, because the caller may then close the database.
 */
export async function fewAtOnce<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const failures: unknown[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting)
      try {
        results[index] = await work(item)
      } catch (error) {
        failures.push(error)
      }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
  return results
}

/** The data of the parts that were read and have some. */
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
