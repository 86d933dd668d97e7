import type { Engine } from './engines/engine.ts'

/**
 * Wraps methods so that each resolves only after its writes are durable, and throws only `StoreError`, because a
 * driver's error may contain the database password.
 */
export function guarded<G extends object>(
  group: G,
  { translate, within }: Pick<Engine, 'translate' | 'within'>,
): G {
  const methods = Object.entries(group).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await within(async () => method(...args))
      } catch (error) {
        throw translate(error)
      }
    },
  ])
  return Object.fromEntries(methods) as G
}
