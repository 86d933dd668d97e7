import { describe, expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import { shortId } from '../../../src/blocks/kit/names.ts'
import { buttonsOf, press, textOf, texts } from '../slack-screen.ts'
import {
  afterwards,
  answered,
  brandsRoute,
  entered,
  openFilter,
  option,
  options,
  playOnStage,
  replaced,
  rowsOf,
  seen,
  stage,
} from './stage.ts'

const { member, owner } = USERS
playOnStage()

describe('“Filter”', () => {
  it('narrows the answer in place, and remembers what was chosen', async () => {
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
    expect(textOf(narrowed)).toContain('ChatGPT and Gemini')
    expect(textOf(narrowed)).toContain('October')
    expect(textOf(narrowed)).toContain('site types Comparison site and Q&A forum')
    expect(textOf(narrowed)).toContain(`topic ${shortId(String(topic?.id))}`)
    expect(textOf(narrowed)).toContain('search “e”')
    expect(textOf(narrowed)).toContain('count only what matches')
    expect(rowsOf(narrowed).every(([brand]) => /e/iu.test(brand ?? ''))).toBe(true)

    const again = await openFilter(member, narrowed)
    const holds = JSON.stringify(again.values)
    for (const kept of ['Gemini', 'QA_FORUM', 'ToFu', String(topic?.id), '"value":"e"'])
      expect(holds).toContain(kept)
    // Everything is removed again except the period, and a theme is added.
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
    expect(textOf(other)).toContain(`Filtered by: theme ${shortId(String(theme?.id))}`)
    expect(textOf(other)).toContain('all engines')
  })

  it('reports what is unusable at its field, keeps what was entered, and sends the service nothing', async () => {
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

  it('offers brands while a person types, if there are many', async () => {
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

  it('works when the lists of engines and brands are unavailable', async () => {
    const answer = await answered(member, 'visibility')
    stage.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters',
      how: { kind: 'status', status: 503 },
    })
    const form = await openFilter(member, answer)
    expect(texts(form.view).join('\n')).toContain('are unavailable right now')
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ brands: { value: 'acme, Globex' } }),
    })
    const narrowed = await replaced(member, answer)
    expect(
      rowsOf(narrowed)
        .map(([brand]) => brand?.replace(/^\d+\w+ /, ''))
        .toSorted(),
    ).toEqual(['Acme', 'Globex', 'Northwind (you)'])
  })

  it('shows in place of the answer that it is loading, and then the answer', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    // One slow response of several is enough.
    stage.service.addFault({ route: brandsRoute.slice(4), times: 1, how: { kind: 'latency', ms: 2_500 } })
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ funnelStages: options('BoFu') }),
    })
    await stage.slack.until(
      () => seen(member).find(({ ts, text }) => ts === answer.ts && text.startsWith('Looking it up')),
      'the interim line in the place of the answer',
    )
    expect(textOf(await replaced(member, answer))).toContain('funnel stage Bottom of funnel')
  })

  it('says in place of the answer that the service is down, with a button to try again', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    stage.service.addFault({ route: brandsRoute.slice(4), how: { kind: 'status', status: 400 } })
    await stage.slack.submitView({
      user: member,
      viewId: form.id,
      values: entered({ keywordTypes: options('Brand') }),
    })
    const failure = await replaced(member, answer)
    expect(textOf(failure)).toContain('keyword:brand')
    expect(textOf(failure)).toContain('Reference')
    stage.service.clearFaults()
    const retry = buttonsOf(failure.blocks).find(({ label }) => label.startsWith('/sightline visibility'))
    const again = await afterwards(
      member,
      () => press(stage, member, failure, retry?.label ?? ''),
      'the second try',
    )
    expect(textOf(again)).toContain('keyword type Brand')
  })
})
