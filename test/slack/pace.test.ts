import { expect, it, onTestFinished } from 'vitest'
import { PostError, type Poster } from '../../src/slack/port.ts'
import { awaitTurn, pacedPoster } from '../../src/slack/send/pace.ts'
import { FakeClock } from '../digests/clock.ts'
import { sqliteDatabase } from '../store/engines.ts'
import { silent } from '../workspace.ts'

const message = { text: 'The digest.', blocks: [] }
const paces = { workspace: { everyMs: 125, burst: 120 }, channel: { everyMs: 1_000, burst: 3 } }

async function posting(failure: PostError) {
  const database = await sqliteDatabase()
  onTestFinished(() => database.close())
  const [store] = database.replicas
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
    post: (channel = 'C1') => poster.post(channel, message),
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

it('after Slack limited a channel, every process waits there as long as Slack asked', async () => {
  const limited = new PostError('rate_limited', 'ratelimited', 30)
  const inChannel = await posting(limited)
  await expect(inChannel.post()).rejects.toBe(limited)
  expect(await inChannel.next('C1')).toBe(30)
  const elsewhere = await posting(limited)
  await expect(elsewhere.post()).rejects.toBe(limited)
  expect(await elsewhere.next('C2')).toBe(0)
})

it('after Slack limited two channels at once, the whole workspace waits', async () => {
  const { post, next } = await posting(new PostError('rate_limited', 'ratelimited', 30))
  await expect(post('C1')).rejects.toThrow()
  await expect(post('C2')).rejects.toThrow()
  expect(await next('C3')).toBe(30)
})

it('another failure makes nobody wait', async () => {
  const { post, next } = await posting(new PostError('refused', 'is_archived'))
  await expect(post()).rejects.toThrow()
  expect(await next('C1')).toBe(0)
})
