import { expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { textOf } from './slack-screen.ts'
import { answered, brandsRoute, playOnStage, stage } from './visibility/stage.ts'

playOnStage()

it('an own brand missing from all answers is reported with its last place, not as a set-up problem', async () => {
  const [, place = '', score = ''] =
    /(\d+\w\w) Northwind \(you\) \| ([\d.]+%)/.exec(
      textOf(await answered(USERS.member, 'visibility week 2026-11-02')),
    ) ?? []
  const metric = (value: number, unit: string) => ({ value, prev_value: value, unit })
  const acme = {
    brand: 'Acme',
    is_my_brand: false,
    total_mentions: metric(1_000, 'mentions'),
    visibility_score: metric(50, '%'),
    presence_rate: metric(50, '%'),
    presence_rate_total: metric(3_300, 'answers'),
    presence_rate_occurrences: metric(1_650, 'answers'),
    avg_ranking: metric(2, 'position'),
  }
  // Answers the request for this week. Those for earlier weeks are answered as usual.
  stage.service.addFault({
    route: brandsRoute.replace('GET ', ''),
    times: 1,
    how: {
      kind: 'status',
      status: 200,
      body: { data: [acme], pagination: { page: 1, page_size: 100, total: 1 } },
    },
  })
  const answer = textOf(await answered(USERS.member, 'visibility'))
  expect(answer).toContain(
    `▼ Northwind doesn’t appear in any answers in the week of 9–15 Nov; it was ${place} with ${score} visibility in the week of 2–8 Nov.`,
  )
  expect(answer).not.toContain('Mark your brand')
})
