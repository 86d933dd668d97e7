import { expect, it } from 'vitest'
import { runStorm } from './storm.ts'

/**
 * Everything that `npm run storm` can cover in a few seconds: people, digests, workflow steps, kills, pauses, a
 * workspace that leaves. The seed decides what is tried; when, depends on the machine, so how long acknowledgements take is
 * judged only by `npm run storm`.
 */
it('holds in a short storm', { timeout: 300_000 }, async () => {
  const storm = {
    seed: 20261122,
    workspaces: 3,
    days: 1,
    busySeconds: 7,
    broken: null,
    ackMs: Number.POSITIVE_INFINITY,
  }
  const { broken, figures, took } = await runStorm(storm)
  expect(broken, [took, ...figures].join('\n')).toEqual([])
})
