import type * as z from 'zod'
import { limits } from '../kit/limits.ts'

/** How a modal keeps what it needs, as JSON in its `private_metadata`. */
export function modalState<Schema extends z.ZodType>(schema: Schema) {
  return {
    /** @param states the first one that is short enough for a modal is kept; if none is, it can't be read */
    write: (...states: readonly z.input<Schema>[]): string =>
      states
        .map((state) => JSON.stringify(schema.parse(state)))
        .find(({ length }) => length <= limits.modal.metadata) ?? '',
    /** `null`: it can't be read. */
    read: (metadata: string): z.output<Schema> | null => {
      try {
        return schema.parse(JSON.parse(metadata))
      } catch {
        return null
      }
    },
  }
}
