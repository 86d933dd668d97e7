import { expect, it, onTestFinished } from 'vitest'
import { PostError, type Poster } from '../../src/slack/port.ts'
import { awaitTurn, pacedPoster } from '../../src/slack/send/pace.ts'
import { FakeClock } from '../digests/clock.ts'
import { testStore } from '../tasks/world.ts'
import { silent } from '../workspace.ts'

const message = { text: 'The digest.', blocks: [] }
const paces = { workspace: { everyMs: 125, burst: 120 }, channel: { everyMs: 1_000, burst: 3 } }

async function posting(failure: PostError) {
  const store = await testStore(onTestFinished)
  const clock = new FakeClock('2026-11-16T08:00:00Z')
  const slack: Poster = {
    post: () => Promise.reject(failure),
    update: async () => {},
    remove: async () => {},
  }
  const workspace = { team: 'T1', store, clock, paces, log: silent }
  const poster = pacedPoster(slack, workspace)
  const began = clock.now()
  let waitedSeconds: number | null = null
  return {
    post: (channel: string) => poster.post(channel, message),
    /** Another process waits for its turn. */
    next: async (channel: string) => {
      void awaitTurn(workspace, { team: 'T1', channel }).then(() => {
        waitedSeconds = clock.now().since(began).total('seconds')
      })
      for (let second = 0; second < 60 && waitedSeconds === null; second += 1) {
        for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
        if (waitedSeconds === null) clock.advance({ seconds: 1 })
      }
      return waitedSeconds
    },
  }
}

const limited = new PostError('rate_limited', 'ratelimited', 30)
it.each([
  ['a channel was limited', 30, 'there', limited, ['C1'], 'C1'],
  ['a channel was limited', 0, 'elsewhere', limited, ['C1'], 'C2'],
  ['a channel was limited twice', 0, 'elsewhere', limited, ['C1', 'C1'], 'C2'],
  ['two channels were limited at once', 30, 'anywhere', limited, ['C1', 'C2'], 'C3'],
  ['a post was refused', 0, 'there', new PostError('refused', 'is_archived'), ['C1'], 'C1'],
] as const)(
  'after %s, every process waits %i s to post %s',
  async (_, seconds, __, failure, channels, next) => {
    const posted = await posting(failure)
    for (const channel of channels) await expect(posted.post(channel)).rejects.toBe(failure)
    expect(await posted.next(next)).toBe(seconds)
  },
)
