import { expect, it } from 'vitest'
import { newsSinceDigest } from '../../src/channels/news.ts'
import type { ChannelScope } from '../../src/channels/scope.ts'
import { ok, recommendation } from '../blocks/fixtures.ts'

type NewsStore = Parameters<typeof newsSinceDigest>[0]

const scope = { team: 'T1', channel: 'C1' } as ChannelScope
const monday = '2026-11-16T08:00:00.000Z'

function store(lastPosted: string | null, addedAt: Readonly<Record<string, string>> = {}): NewsStore {
  const tracked = Object.entries(addedAt).map(([resultId, at]) => ({ resultId, addedBy: 'U1', addedAt: at }))
  return {
    deliveries: { lastPostedIn: async () => lastPosted },
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
  const news = await newsSinceDigest(store(monday, added), scope, sections)
  expect([...news]).toEqual([
    [idOf(1), { tracked: false, briefs: 1 }],
    [idOf(2), { tracked: true, briefs: 0 }],
  ])
})

it('nothing is new before there is a digest to compare with', async () => {
  expect((await newsSinceDigest(store(null), scope, [at(0, '2026-11-20T08:00:00Z')])).size).toBe(0)
})
