import { expect, it } from 'vitest'
import { runVerbAction } from '../../src/actions/answers.ts'
import { clickedReport } from '../../src/commands/visibility.ts'
import type { Message } from '../../src/model/message.ts'
import type { Answer } from '../../src/slack/port.ts'
import { channel, formWorld, team, user } from '../forms/support.ts'
import { buttonClick, messageIn } from '../workspace.ts'

const here = { team, channel, user, outside: false } as const

it('a button reloads the report that it names, with its filters and days', async () => {
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

/** Clicks “Try again” in an ephemeral message. @returns what everyone read, and what only the person did */
async function triedAgain(text: string) {
  const { workspace } = await formWorld()
  const shared: Message[] = []
  const privately: Parameters<Answer['ephemeral']>[] = []
  const answer: Answer = {
    inChannel: async (message) => void shared.push(message),
    ephemeral: async (...sent) => void privately.push(sent),
    withProgress: () => answer,
  }
  const click = buttonClick({ channel, user, message: messageIn(channel, { ephemeral: true }) })
  await runVerbAction({ kind: 'run_verb', text, inPlace: true }, { click, answer, workspace })
  return { shared, privately }
}

it('“Try again” reads free words as they were read the first time', async () => {
  const { privately } = await triedAgain('how are we doing on Perplexity?')
  expect(privately[0]?.[0].text).toContain('Read as: `visibility Perplexity`')
})

it('“Try again” adds a note for everyone, and leaves nothing that would add it once more', async () => {
  const { shared, privately } = await triedAgain('note New pricing page')
  expect(shared).toMatchObject([{ text: expect.stringContaining('New pricing page') }])
  expect(privately).toEqual([[shared[0], { replace: true }]])
})
