import { expect, it } from 'vitest'
import { clickedReport } from '../../src/commands/visibility.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'

const here = { team, channel, user, outside: false } as const

it('reloads the report that the button names, with its filters and days', async () => {
  const { workspace, service } = await formWorld()
  const [topic] = service.demo.dimensions.topics
  const report = await clickedReport(
    `visibility ChatGPT week 2026-06-01 "Acme" topic:${topic?.id} funnel:tofu`,
    here,
    workspace,
  )
  expect(report.period).toMatchObject({ start: '2026-06-01', end: '2026-06-07', timeZone: 'Europe/Paris' })
  expect(report.standings.map(({ brand }) => brand).toSorted()).toEqual(['Acme', 'Northwind'])
  expect(report.filters).toMatchObject({ topics: [topic?.id], funnelStages: ['ToFu'] })
  const asked = service.requests().findLast(({ route }) => route.endsWith('/search/brands'))
  for (const part of [
    'sources=ChatGPT',
    `topic_ids=${topic?.id}`,
    'funnel_stages=ToFu',
    'date_start=2026-06-01',
  ])
    expect(asked?.query).toContain(part)
})

it('says what to do if a button’s report can no longer be read', async () => {
  const { workspace, service } = await formWorld()
  const before = service.requests().length
  for (const text of ['visibility nonsense', 'visibility 2026-13', 'visibility 2031'])
    await expect(clickedReport(text, here, workspace)).rejects.toMatchObject({
      code: 'button_unreadable',
      suggestion: 'visibility',
    })
  expect(service.requests().length).toBe(before)
})
