import type { Workspace } from '../src/slack/workspace.ts'

/** A workspace of what the test gives; using anything else fails the test. */
export function testWorkspace(given: Partial<Workspace>): Workspace {
  return new Proxy(given as Workspace, {
    get: (target, name) => {
      if (name in target || typeof name === 'symbol') return Reflect.get(target, name)
      throw new Error(`the test gave no workspace.${name}`)
    },
  })
}
