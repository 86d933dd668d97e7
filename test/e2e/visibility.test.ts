import { afterEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import { submit } from './forms/fill-form.ts'
import { labelsOf, messageSaying, press, pressIn, textOf, texts } from './slack-screen.ts'
import { answerTo, directsTo, afterwards as nextMessage, stage, stageForAll } from './stage.ts'

const { admin, member, owner, guest } = USERS

// No caching, so that each question reaches the service, which can be down.
stageForAll({ brands: 180, rateLimits: false, env: { SIGHTLINE_API_CACHE_SECONDS: '0' } })
afterEach(() => stage.service.clearFaults())

const seen = (user: string) => stage.slack.messages(stage.channel, user)
const answered = (user: string, text: string) => answerTo(user, stage.channel, text)

/** The brands of an answer's table. */
const brandsOf = ({ blocks }: ShownMessage) => {
  const table = blocks.find(({ type }) => type === 'data_table' || type === 'table') as
    | { rows: unknown[][] }
    | undefined
  return (table?.rows.slice(1) ?? []).map(([brand]) => texts([brand]).join().replace(' (you)', ''))
}

/** The person’s next message after the act. */
const afterwards = (user: string, act: () => Promise<unknown>, what: string) =>
  nextMessage(user, stage.channel, act, what)

/** Opens the form with all its filters, and waits until it is filled. */
async function openFilter(user: string, message: ShownMessage): Promise<OpenView> {
  await press(stage, user, message, 'Filter')
  const form = () => stage.slack.views(user).find(({ view }) => view.callback_id === 'sl1.filter')
  const first = await stage.slack.until(form, 'the form')
  if (!labelsOf(first.view).includes('More filters')) return first
  await pressIn(stage.slack, first, 'More filters')
  return stage.slack.until(() => [form()].find((open) => open && 'topics' in open.values), 'all its filters')
}

const shareOf = async (message: ShownMessage) => {
  const share = () => press(stage, member, message, 'Share to channel')
  const shared = await afterwards(admin, share, 'the shared answer')
  expect(textOf(shared)).toContain('Shared by')
  return shared
}

describe('“CSV”', () => {
  it('sends the whole table to the person who clicked, and confirms it privately', async () => {
    const answer = await answered(admin, 'visibility funnel:tofu')
    const word = await afterwards(admin, () => press(stage, admin, answer, 'CSV'), 'the word')
    expect(textOf(word)).toContain('Exported 180 brands for the week of Mon 9 – Sun 15 Nov')
    expect(textOf(word)).toContain('in your direct messages')
    expect(word.ephemeralFor).toBe(admin)
    const file = await stage.slack.until(
      () => directsTo(admin).flatMap(({ files = [] }) => files)[0],
      'the file',
    )
    expect(file).toMatchObject({ name: 'visibility-week-2026-11-09.csv' })
    const headers = { authorization: `Bearer ${stage.slack.botToken}` }
    const content = await (await fetch(String(file.url_private), { headers })).text()
    const lines = content.trim().split('\r\n')
    expect(lines).toHaveLength(181)
    expect(lines[0]).toMatch(/^\uFEFF?Rank,Previous rank,Brand,Yours,Visibility \(%\),/)
    expect(lines.filter((line) => /^\d*,\d*,(?:"[^"]*"|[^,]*),yes,/u.test(line))).toHaveLength(1)
    for (const named of brandsOf(answer).slice(0, 20)) {
      const [, number, brand] = /^(\d+)\w+ (.*)$/.exec(named) ?? []
      expect(lines.filter((line) => line.startsWith(`${number},`)).join()).toContain(`,${brand},`)
    }
    expect(lines[1]).toContain('funnel stage Top of funnel')
  })

  it.each([
    ['is too busy', { retryAfter: 30 } as const, 'Try again in a minute'],
    ['does not answer', { reset: 'after' } as const, 'didn’t confirm the CSV file'],
  ])('says when Slack %s, and the answer stays usable', async (_, how, sentence) => {
    const answer = await answered(member, 'visibility ChatGPT')
    stage.slack.fail('files.getUploadURLExternal', how)
    const word = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'what went wrong')
    expect(textOf(word)).toContain(sentence)
    expect(textOf(word)).toContain('Reference')
    const again = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'the second try')
    expect(textOf(again)).toContain('in your direct messages')
  })
})

it('“Filter” works when the lists of engines and brands are unavailable', async () => {
  const answer = await answered(member, 'visibility')
  const route = '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters'
  stage.service.addFault({ route, how: { kind: 'status', status: 503 } })
  const form = await openFilter(member, answer)
  expect(texts(form.view).join('\n')).toContain('are unavailable right now')
  await submit(stage.slack, form, { brands: 'acme, Globex' })
  await stage.slack.until(() => {
    const brands = brandsOf(seen(member).find(({ ts }) => ts === answer.ts) ?? answer)
    return String(brands.map((brand) => brand.replace(/^\d+\w+ /, '')).toSorted()) === 'Acme,Globex,Northwind'
  }, 'these brands in the place of the answer')
})

describe('an answer that was shared', () => {
  it('has the same buttons except sharing, and what they show is private', async () => {
    const shared = await shareOf(await answered(member, 'visibility perplexity'))
    expect(labelsOf(shared)).toEqual(['Why?', 'Filter', 'By engine', 'How sure?', 'CSV', 'More'])
    const before = textOf(shared)

    const form = await openFilter(admin, shared)
    const send = () => submit(stage.slack, form, { funnelStages: ['MoFu'] })
    const narrowed = await afterwards(admin, send, 'the narrowed answer')
    expect(narrowed.ephemeralFor).toBe(admin)
    expect(textOf(narrowed)).toContain('funnel stage Middle of funnel')
    expect(textOf(narrowed)).toContain('Perplexity')
    for (const label of ['By engine', 'CSV', 'More']) {
      const shownTo = await afterwards(admin, () => press(stage, admin, shared, label), label)
      expect(shownTo.ephemeralFor).toBe(admin)
    }
    expect(textOf(seen(owner).find(({ ts }) => ts === shared.ts))).toBe(before)
    expect(seen(owner).filter(({ ephemeralFor }) => ephemeralFor === admin)).toEqual([])
  })

  it('does nothing for guests, though they see it', async () => {
    const shared = await shareOf(await answered(member, 'visibility claude'))
    for (const label of ['CSV', 'More']) {
      const refusal = await afterwards(guest, () => press(stage, guest, shared, label), label)
      expect(textOf(refusal)).toContain('Guests')
    }
    await press(stage, guest, shared, 'Filter')
    await stage.slack.until(
      () => stage.slack.views(guest).find(({ view }) => JSON.stringify(view).includes('Guests')),
      'the refusal in the form',
    )
  })
})

it('a question in a channel without the bot can be narrowed', async () => {
  const answer = await answerTo(member, CHANNELS.general, 'visibility')
  await submit(stage.slack, await openFilter(member, answer), { keywordTypes: ['Generic'] })
  const narrowed = await messageSaying(stage.slack, CHANNELS.general, 'keyword type Generic', member)
  expect(narrowed.ts).toBe(answer.ts)
})
