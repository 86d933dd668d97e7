import { expect, it } from 'vitest'
import { newsSinceDigest } from '../../src/channels/news.ts'
import type { ChannelScope } from '../../src/channels/scope.ts'
import { ok, recommendation } from '../blocks/fixtures.ts'

type NewsStore = Parameters<typeof newsSinceDigest>[0]
type Digest = { readonly state: string; readonly finishedAt: string | null }

const scope = { team: 'T1', channel: 'C1' } as ChannelScope
const monday = '2026-11-16T08:00:00.000Z'
const posted = { state: 'posted', finishedAt: monday }

function store(digests: readonly Digest[], addedAt: Readonly<Record<string, string>> = {}): NewsStore {
  const tracked = Object.entries(addedAt).map(([resultId, at]) => ({ resultId, addedBy: 'U1', addedAt: at }))
  return {
    deliveries: { history: async () => digests },
    channels: { tracked: async () => tracked },
  } as unknown as NewsStore
}

const at = (number: number, updatedAt: string | null) => {
  const one = recommendation(number)
  return ok({ ...one, briefs: one.briefs.map((brief) => ({ ...brief, updatedAt })) })
}
const idOf = (number: number) => recommendation(number).resultId

it('a brief that was written or changed after the last digest is new, and so is what is tracked since', async () => {
  const sections = [
    at(0, '2026-11-16T07:59:59Z'),
    at(1, '2026-11-16T08:00:01Z'),
    at(2, null),
    at(3, 'a while ago'),
    { ok: false as const, reason: 'The service did not answer.', subject: idOf(4) },
  ]
  const added = { [idOf(2)]: '2026-11-17T08:00:00.000Z', [idOf(3)]: '2026-11-09T08:00:00.000Z' }
  const news = await newsSinceDigest(store([posted], added), scope, sections)
  expect([...news]).toEqual([
    [idOf(1), { tracked: false, briefs: 1 }],
    [idOf(2), { tracked: true, briefs: 0 }],
  ])
})

it('nothing is new before there is a digest to compare with', async () => {
  const never = [
    { state: 'failed', finishedAt: monday },
    { state: 'pending', finishedAt: null },
  ]
  expect((await newsSinceDigest(store(never), scope, [at(0, '2026-11-20T08:00:00Z')])).size).toBe(0)
})

it('the digest that counts is the one that was posted last, whatever came after it', async () => {
  const digests = [
    { state: 'failed', finishedAt: '2026-11-18T08:00:00.000Z' },
    { state: 'posted', finishedAt: '2026-11-09T08:00:00.000Z' },
    posted,
  ]
  const news = await newsSinceDigest(store(digests), scope, [at(0, '2026-11-12T08:00:00Z')])
  expect(news.size).toBe(0)
})
