import { expect, it } from 'vitest'
import { newsSinceDigest } from '../../src/digests/reported.ts'
import type { ChannelScope } from '../../src/model/channel.ts'
import type { ReportedActions } from '../../src/store/index.ts'
import { ok, recommendation } from '../blocks/fixtures.ts'

type NewsStore = Parameters<typeof newsSinceDigest>[0]

const scope = { team: 'T1', channel: 'C1' } as ChannelScope
const monday = '2026-11-16T08:00:00.000Z'

const store = (records: readonly ReportedActions[]): NewsStore =>
  ({ records: { actionsIn: async () => records } }) as unknown as NewsStore

const at = (number: number, updatedAt: string | null) => {
  const one = recommendation(number)
  return ok({ ...one, briefs: one.briefs.map((brief) => ({ ...brief, updatedAt })) })
}
const idOf = (number: number) => recommendation(number).resultId
/** What a digest has reported about these. */
const saying = (...sections: readonly ReturnType<typeof at>[]): ReportedActions => ({
  at: monday,
  recommendations: Object.fromEntries(
    sections.map(({ data }) => [
      data.resultId,
      Object.fromEntries(data.briefs.map(({ id, updatedAt }) => [id, updatedAt])),
    ]),
  ),
})

it('a brief or recommendation is new if no digest of the channel has reported it', async () => {
  const briefs = recommendation(1).briefs.length
  const weekly = saying(at(0, '2026-11-16T07:59:59Z'), at(1, '2026-11-16T08:00:01Z'), at(2, 'a while ago'))
  const sections = [
    at(0, '2026-11-16T08:59:59+01:00'),
    at(1, '2026-11-17T08:00:00Z'),
    at(2, 'a while ago'),
    at(3, '2026-01-01T00:00:00Z'),
    { ok: false as const, reason: 'The service did not answer.', subject: idOf(4) },
  ]
  const news = await newsSinceDigest(store([weekly]), scope, sections)
  expect([...news]).toEqual([
    [idOf(1), { tracked: false, briefs }],
    [idOf(3), { tracked: true, briefs: 0 }],
  ])
  const both = await newsSinceDigest(store([weekly, saying(at(1, '2026-11-17T08:00:00Z'))]), scope, sections)
  expect([...both.keys()], 'the other digest has reported it').toEqual([idOf(3)])
})

it('recommendations that could not be read for the last report are not news later', async () => {
  const unread = { ...saying(), recommendations: { [idOf(0)]: null } }
  expect((await newsSinceDigest(store([unread]), scope, [at(0, '2026-11-20T08:00:00Z')])).size).toBe(0)
})
