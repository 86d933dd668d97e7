import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Stage, startStage } from '../../sandbox/demo/stage.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../sandbox/slack/model.ts'
import { ask, buttonsOf, press, said, texts } from './watch.ts'

const { admin, member, owner } = USERS
const brandsRoute =
  'GET /v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/brands'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({
    brands: 180,
    rateLimits: false,
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    // Each question reaches the service, so that it can be slow or down.
    env: { SIGHTLINE_API_CACHE_SECONDS: '0' },
    log: { write: () => {} },
  })
})
afterAll(async () => {
  await stage?.stop()
})
afterEach(() => stage.service.clearFaults())

const seen = (user: string) => stage.slack.messages(stage.channel, user)
const rowsOf = (message: ShownMessage) => {
  const table = message.blocks.find(({ type }) => type === 'data_table') as { rows: unknown[][] } | undefined
  return (table?.rows.slice(1) ?? []).map((row) => row.map((cell) => texts([cell]).join()))
}
const labels = (message: ShownMessage) => buttonsOf(message.blocks).map(({ label }) => label)

/** Asks, and waits for an answer with buttons. */
async function answered(user: string, text: string): Promise<ShownMessage> {
  return (await ask(stage, user, stage.channel, `/sightline ${text}`)).answer
}

/** What came to this person after the click, without the interim line. */
async function afterwards(user: string, act: () => Promise<unknown>, what: string): Promise<ShownMessage> {
  const before = new Set(seen(user).map(({ ts }) => ts))
  await act()
  return stage.slack.until(
    () => seen(user).find(({ ts, text }) => !before.has(ts) && !text.startsWith('Looking it up')),
    what,
  )
}

/** The message in the same place, once it says something else. */
function replaced(user: string, message: ShownMessage): Promise<ShownMessage> {
  return stage.slack.until(
    () =>
      seen(user).find(
        (now) => now.ts === message.ts && said(now) !== said(message) && !now.text.startsWith('Looking'),
      ),
    'the answer in its place',
  )
}

/** Opens the form, and waits until it is filled. */
async function openFilter(user: string, message: ShownMessage): Promise<OpenView> {
  await press(stage, user, message, 'Filter')
  return stage.slack.until(
    () => stage.slack.views(user).find(({ view }) => view.callback_id === 'sl1.filter'),
    'the form',
  )
}

const option = (value: string) => ({ value, text: { type: 'plain_text', text: value } })
const options = (...values: string[]) => ({ selected_options: values.map(option) })
/** What a person enters in the form, by field. */
const entered = (fields: Readonly<Record<string, Record<string, unknown>>>) =>
  Object.fromEntries(Object.entries(fields).map(([id, state]) => [id, { [`sl1.form.${id}`]: state }]))

describe('the buttons of an answer', () => {
  it('are in one row: share, filter, by engine, CSV, more', async () => {
    expect(labels(await answered(member, 'visibility'))).toEqual([
      'Share to channel',
      'Filter',
      'By engine',
      'CSV',
      'More',
    ])
  })

  it('ask for the same days again, whenever they are clicked', async () => {
    const answer = await answered(member, 'visibility last month')
    const engines = await afterwards(member, () => press(stage, member, answer, 'By engine'), 'the engines')
    expect(said(engines)).toContain('October 2026')
    expect(said(engines)).toMatch(/ChatGPT.*visibility/)
  })
})

describe('“More”', () => {
  it('brings the next rows, each brand once, until the last one', async () => {
    let page = await answered(owner, 'visibility')
    const brands = rowsOf(page).map(([, brand]) => brand)
    let shown = brands.length
    while (labels(page).includes('More')) {
      const last = page
      page = await afterwards(owner, () => press(stage, owner, last, 'More'), 'the next rows')
      const rows = rowsOf(page)
      expect(said(page)).toContain(`Rows ${shown + 1}–${shown + rows.length} of 180`)
      expect(page.ephemeralFor).toBe(owner)
      brands.push(...rows.map(([, brand]) => brand))
      shown += rows.length
    }
    expect(shown).toBe(180)
    expect(new Set(brands).size).toBe(180)
  })
})

describe('“CSV”', () => {
  const filesOf = (user: string) =>
    [...stage.slack.channels.values()]
      .filter(({ kind, members }) => kind === 'im' && members.has(user))
      .flatMap(({ id }) => stage.slack.messages(id).flatMap(({ files = [] }) => files))

  async function content(file: Record<string, unknown> | undefined): Promise<string> {
    const answer = await fetch(String(file?.url_private), {
      headers: { authorization: `Bearer ${stage.slack.botToken}` },
    })
    return answer.text()
  }

  it('sends the whole table to the one who clicked, and says so in private', async () => {
    const answer = await answered(admin, 'visibility funnel:tofu')
    const word = await afterwards(admin, () => press(stage, admin, answer, 'CSV'), 'the word')
    expect(said(word)).toContain('180 brands exported for the week of Mon 9 – Sun 15 Nov 2026')
    expect(said(word)).toContain('in your direct messages')
    expect(word.ephemeralFor).toBe(admin)
    const file = await stage.slack.until(() => filesOf(admin)[0], 'the file')
    expect(file).toMatchObject({ name: 'visibility-week-2026-11-09.csv' })
    const lines = (await content(file)).trim().split('\r\n')
    expect(lines).toHaveLength(181)
    expect(lines[0]).toMatch(/^\uFEFF?Rank,Previous rank,Brand,Yours,Visibility \(%\),/)
    expect(lines.filter((line) => line.includes(',yes,'))).toHaveLength(1)
    for (const [rank, brand] of rowsOf(answer).slice(0, 20)) {
      const number = /(\d+)\D*$/.exec(rank ?? '')?.[1]
      expect(
        lines.some(
          (line) => line.startsWith(`${number},`) && line.includes(`,${brand?.replace(' (you)', '')},`),
        ),
      ).toBe(true)
    }
    expect(lines[1]).toContain('funnel stage ToFu')
  })

  it.each([
    [
      'refuses it',
      { error: 'storage_limit_reached' } as const,
      'Slack refused the CSV file (storage_limit_reached)',
    ],
    ['is too busy', { retryAfter: 30 } as const, 'Click “CSV” again in a minute'],
    ['does not answer', { reset: 'after' } as const, "didn't say whether it took the CSV file"],
  ])('says so when Slack %s, and the answer stays usable', async (_, how, sentence) => {
    const answer = await answered(member, 'visibility ChatGPT')
    stage.slack.fail('files.getUploadURLExternal', how)
    const word = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'what went wrong')
    expect(said(word)).toContain(sentence)
    expect(said(word)).toContain('Reference')
    const again = await afterwards(member, () => press(stage, member, answer, 'CSV'), 'the second try')
    expect(said(again)).toContain('in your direct messages')
  })
})

describe('“Filter”', () => {
  it('narrows the answer in its place, and remembers what was chosen', async () => {
    const answer = await answered(member, 'visibility last month chatgpt')
    const form = await openFilter(member, answer)
    expect(JSON.stringify(form.view)).toContain('2026-10')
    const [topic] = stage.service.demo.dimensions.topics
    const [theme] = stage.service.demo.dimensions.thematics
    const done = await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({
        engines: options('ChatGPT', 'Gemini'),
        competitorTypes: options('COMPARISON_SITE', 'QA_FORUM'),
        funnelStages: options('ToFu'),
        topics: { value: `${topic?.id}` },
        thematics: { value: '' },
        search: { value: 'e' },
        neutrals: { selected_option: option('all') },
      }),
    })
    expect(done.ok).toBe(true)
    expect(stage.slack.views(member)).toEqual([])
    const narrowed = await replaced(member, answer)
    expect(said(narrowed)).toContain('ChatGPT and Gemini')
    expect(said(narrowed)).toContain('October 2026')
    expect(said(narrowed)).toContain('kinds of site Comparison site and Q&A forum')
    expect(said(narrowed)).toContain(`topic ${topic?.id}`)
    expect(said(narrowed)).toContain('search “e”')
    expect(said(narrowed)).toContain('among what matches the filters')
    expect(rowsOf(narrowed).every(([, brand]) => /e/iu.test(brand ?? ''))).toBe(true)

    const again = await openFilter(member, narrowed)
    const holds = JSON.stringify(again.values)
    for (const kept of ['Gemini', 'QA_FORUM', 'ToFu', String(topic?.id), '"value":"e"'])
      expect(holds).toContain(kept)
    // Everything away again but the period, and a theme instead.
    await stage.slack.submitView({
      user: member,
      viewId: again.id,
      values: entered({
        engines: options(),
        competitorTypes: options(),
        funnelStages: options(),
        topics: { value: null },
        search: { value: null },
        thematics: { value: String(theme?.id) },
      }),
    })
    const other = await replaced(member, narrowed)
    expect(said(other)).toContain(`Filtered by: theme ${theme?.id}`)
    expect(said(other)).toContain('all engines')
  })

  it('tells at the field what can’t be used, keeps what was entered, and asks the service nothing', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    const before = stage.service.requests().filter(({ route }) => brandsRoute.endsWith(route)).length
    const refused = await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({
        period: { value: 'next mnth' },
        thematics: { value: 't1' },
        topics: { value: 't1' },
      }),
    })
    expect(refused.body).toMatchObject({
      response_action: 'errors',
      errors: { period: expect.stringContaining('“next”'), thematics: expect.stringContaining('UUID') },
    })
    const open = stage.slack.views(member).at(-1)
    expect(JSON.stringify(open?.values)).toContain('next mnth')
    expect(stage.service.requests().filter(({ route }) => brandsRoute.endsWith(route)).length).toBe(before)
    await stage.slack.closeView({ user: member, viewId: form.id })
  })

  it('offers brands while one types, where there are many', async () => {
    const form = await openFilter(owner, await answered(owner, 'visibility'))
    const offered = await stage.slack.suggest({
      user: owner,
      viewId: form.id,
      actionId: 'sl1.form.brands',
      query: 'alpine',
    })
    const names = offered.options?.map(({ value }) => value) ?? []
    expect(names.length).toBeGreaterThan(5)
    expect(names.every((name) => String(name).startsWith('Alpine'))).toBe(true)
    await stage.slack.closeView({ user: owner, viewId: form.id })
  })

  it('works when the lists of engines and brands can’t be had', async () => {
    const answer = await answered(member, 'visibility')
    stage.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters',
      how: { kind: 'status', status: 503 },
    })
    const form = await openFilter(member, answer)
    expect(texts(form.view).join('\n')).toContain('can’t be had right now')
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ brands: { value: 'acme, Globex' } }),
    })
    const narrowed = await replaced(member, answer)
    expect(
      rowsOf(narrowed)
        .map(([, brand]) => brand)
        .toSorted(),
    ).toEqual(['Acme', 'Globex', 'Northwind (you)'])
  })

  it('shows that it is being looked up in the place of the answer, and then the answer', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    stage.service.addFault({ route: brandsRoute.slice(4), how: { kind: 'latency', ms: 1_500 } })
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ funnelStages: options('BoFu') }),
    })
    await stage.slack.until(
      () => seen(member).find(({ ts, text }) => ts === answer.ts && text.startsWith('Looking it up')),
      'the interim line in the place of the answer',
    )
    expect(said(await replaced(member, answer))).toContain('funnel stage BoFu')
  })

  it('says in the place of the answer when the service is down, with a button that tries again', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    stage.service.addFault({ route: brandsRoute.slice(4), how: { kind: 'status', status: 400 } })
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ keywordTypes: options('Brand') }),
    })
    const told = await replaced(member, answer)
    expect(said(told)).toContain('keyword:brand')
    expect(said(told)).toContain('Reference')
    stage.service.clearFaults()
    const again = await afterwards(member, () => press(stage, member, told, 'Run it'), 'the second try')
    expect(said(again)).toContain('keyword type Brand')
  })
})

describe('an answer that was shared', () => {
  it('has the same buttons but for sharing, and what they show is private', async () => {
    const answer = await answered(member, 'visibility perplexity')
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => seen(admin).findLast((message) => /Shared by/.test(said(message))),
      'the shared answer',
    )
    expect(labels(shared)).toEqual(['Filter', 'By engine', 'CSV', 'More'])
    const before = said(shared)

    const form = await openFilter(admin, shared)
    const narrowed = await afterwards(
      admin,
      () =>
        stage.slack.submitView({
          user: admin,
          viewId: form.id,
          values: entered({ funnelStages: options('MoFu') }),
        }),
      'the narrowed answer',
    )
    expect(narrowed.ephemeralFor).toBe(admin)
    expect(said(narrowed)).toContain('funnel stage MoFu')
    expect(said(narrowed)).toContain('Perplexity')
    for (const label of ['By engine', 'CSV', 'More']) {
      const shownTo = await afterwards(admin, () => press(stage, admin, shared, label), label)
      expect(shownTo.ephemeralFor).toBe(admin)
    }
    expect(said(seen(owner).find(({ ts }) => ts === shared.ts))).toBe(before)
    expect(seen(owner).filter(({ ephemeralFor }) => ephemeralFor === admin)).toEqual([])
  })

  it('does nothing for guests, though they see it', async () => {
    const answer = await answered(member, 'visibility claude')
    // What others have shared before stands there, too, and must not be taken for this.
    const before = new Set(seen(USERS.guest).map(({ ts }) => ts))
    await press(stage, member, answer, 'Share to channel')
    const shared = await stage.slack.until(
      () => seen(USERS.guest).find((message) => !before.has(message.ts) && /Shared by/.test(said(message))),
      'the shared answer',
    )
    for (const label of ['CSV', 'More', 'Filter']) {
      const told = await afterwards(USERS.guest, () => press(stage, USERS.guest, shared, label), label)
      expect(said(told)).toContain('Guests')
    }
    expect(stage.slack.views(USERS.guest)).toEqual([])
  })
})

describe('a question in a channel where the bot is no member', () => {
  it('can be narrowed, too', async () => {
    const { answer } = await ask(stage, member, CHANNELS.general, '/sightline visibility')
    const form = await openFilter(member, answer)
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ keywordTypes: options('Generic') }),
    })
    await stage.slack.until(
      () =>
        stage.slack
          .messages(CHANNELS.general, member)
          .find((now) => now.ts === answer.ts && said(now).includes('keyword type Generic')),
      'the narrowed answer',
    )
  })
})
