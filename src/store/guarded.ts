import type { Engine } from './engines/engine.ts'

/**
 * The same methods, each answering when what it wrote is committed, and throwing `StoreError` only: drivers' errors may
 * hold an address with its password.
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
