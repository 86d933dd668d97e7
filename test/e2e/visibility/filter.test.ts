import { describe, expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import { submit } from '../forms/fill-form.ts'
import { textOf, texts } from '../slack-screen.ts'
import { answered, brandsRoute, openFilter, playOnStage, replaced, rowsOf, seen, stage } from './stage.ts'

const { member } = USERS
playOnStage()

describe('“Filter”', () => {
  it('reports what is unusable at its field, keeps what was entered, and sends the service nothing', async () => {
    const answer = await answered(member, 'visibility')
    const form = await openFilter(member, answer)
    const before = stage.service.requests().filter(({ route }) => brandsRoute.endsWith(route)).length
    const entries = { period: 'next mnth', thematics: 't1', topics: 't1' }
    const refused = await submit(stage.slack, form, entries)
    expect(refused.body).toMatchObject({
      response_action: 'errors',
      errors: { period: expect.stringContaining('“next”'), thematics: expect.stringContaining('UUID') },
    })
    const open = stage.slack.views(member).at(-1)
    expect(JSON.stringify(open?.values)).toContain('next mnth')
    expect(stage.service.requests().filter(({ route }) => brandsRoute.endsWith(route)).length).toBe(before)
    await stage.slack.closeView({ user: member, viewId: form.id })
  })

  it('works when the lists of engines and brands are unavailable', async () => {
    const answer = await answered(member, 'visibility')
    stage.service.addFault({
      route: '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters',
      how: { kind: 'status', status: 503 },
    })
    const form = await openFilter(member, answer)
    expect(texts(form.view).join('\n')).toContain('are unavailable right now')
    await submit(stage.slack, form, { brands: 'acme, Globex' })
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
    await submit(stage.slack, form, { funnelStages: ['BoFu'] })
    await stage.slack.until(
      () => seen(member).find(({ ts, text }) => ts === answer.ts && text.startsWith('Looking it up')),
      'the interim line in the place of the answer',
    )
    expect(textOf(await replaced(member, answer))).toContain('funnel stage Bottom of funnel')
  })
})
