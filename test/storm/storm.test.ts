import { expect, it } from 'vitest'
import { runStorm } from './storm.ts'

/**
 * Everything that `npm run storm` can cover in a few seconds: people, digests, workflow steps, kills, pauses, a
 * workspace that leaves. The seed decides what is tried; timing depends on the machine. So a failing storm is played
 * once more and fails if it breaks again. The long nightly storm has no retry.
 */
it('holds in a short storm', { timeout: 150_000, retry: 1 }, async () => {
  const storm = { seed: 20261122, workspaces: 3, days: 1, busySeconds: 7, broken: null, ackMs: 3_000 }
  const { broken, figures } = await runStorm(storm)
  expect(broken, figures.join('\n')).toEqual([])
})
