import { expect, it } from 'vitest'
import { runStorm } from './storm.ts'

/**
 * Everything of `npm run storm` that a few seconds hold: people, digests, steps, kills, standstills, a workspace that leaves.
 * The seed decides what is tried, the machine what meets. So what does not hold is played once more, and is broken if it
 * doesn't hold again; by night, in the long storm, nothing has a second chance.
 */
it('holds in a short storm', { timeout: 150_000, retry: 1 }, async () => {
  const storm = { seed: 20261122, workspaces: 3, days: 1, busySeconds: 7, broken: null, ackMs: 3_000 }
  const { broken, figures } = await runStorm(storm)
  expect(broken, figures.join('\n')).toEqual([])
})
