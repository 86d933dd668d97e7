import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { validateMessage } from '../../sandbox/slack/blockkit/index.ts'
import { APP, CHANNELS, TEAM, USERS } from '../../sandbox/slack/index.ts'
import { type HttpBot, signed, startHttpBot } from '../attack/http-bot.ts'
import { ask, buttonsOf, texts, textOf as wordsOf } from '../e2e/slack-screen.ts'
import { payload } from '../slack-request.ts'
import { blocksOf, type Slackbot, slackbot, textOf } from './slackbot.ts'

const { member } = USERS
let bot: HttpBot
let me: Slackbot
beforeAll(async () => {
  bot = await startHttpBot()
  me = await slackbot(bot.stage.bot.port, bot.stage.slack.signingSecret)
})
afterAll(async () => {
  await me?.client.close()
  await bot?.close()
})

const recommendation = () => bot.stage.service.demo.resultIds[0] ?? ''
const inBrand = () => ({ recommendation: recommendation(), channel: 'brand-visibility' })
const argsFor = (name: string) => (name === 'create_task' ? { recommendation: recommendation() } : {})
// biome-ignore lint/suspicious/noExplicitAny: the figures of ten tools, which these tests describe
type Data = Record<string, any>
const data = async (name: string, args: Readonly<Record<string, unknown>>) =>
  (await me.call(name, args, member)).structuredContent as Data

describe('the tools', () => {
  it('are at most ten, all described for a model, and change nothing by themselves', async () => {
    const { tools } = await me.client.listTools()
    expect(tools.length).toBeLessThanOrEqual(10)
    for (const { name, title, description, annotations, inputSchema, _meta: meta } of tools) {
      expect([name, title === undefined, (description ?? '').length > 80]).toEqual([name, false, true])
      expect(annotations?.readOnlyHint, name).toBe(true)
      expect(meta).toMatchObject({ slack: { supportsBlockKit: true } })
      for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
        expect(schema, `${name}.${argument}`).toHaveProperty('description')
    }
    // A change may be told in a later week than its own.
    expect(me.client.getInstructions()).toMatch(/only where .*first sentence .*or “change_is_news” is true/)
  })

  it('each answer in text, figures and blocks that Slack would show', async () => {
    const { tools } = await me.client.listTools()
    const before = bot.stage.service.requests().length
    for (const { name } of tools) {
      const result = await me.call(name, argsFor(name), member)
      expect(result.isError, `${name}: ${textOf(result)}`).toBeUndefined()
      expect(textOf(result).length, name).toBeGreaterThan(40)
      expect(Object.keys(result.structuredContent ?? {}).length, name).toBeGreaterThan(0)
      expect(validateMessage({ text: textOf(result), blocks: blocksOf(result) }), name).toEqual([])
    }
    const changes = bot.stage.service
      .requests()
      .slice(before)
      .filter(({ method, path }) => method !== 'GET' && !path.includes('token'))
    expect(changes.map(({ method, path }) => `${method} ${path}`)).toEqual([])
  })

  it('say what the commands say', async () => {
    const { answer } = await ask(bot.stage, member, bot.stage.channel, '/sightline visibility last month')
    const [headline = ''] = wordsOf(answer).split('\n')
    expect(headline).toContain('Northwind')
    const result = await me.call('get_visibility', { period: 'last month' }, member)
    expect(textOf(result)).toContain(headline)
    expect(texts(blocksOf(result)).join('\n')).toContain(headline)
  })

  it('give figures with margin, sample, period and whether a change is news', async () => {
    const result = await me.call('get_visibility', {}, member)
    const { period, answers, own_brand: own } = result.structuredContent as Data
    expect(period).toMatchObject({ unit: 'week', start: '2026-11-09', end: '2026-11-15' })
    expect(answers).toBeGreaterThan(1_000)
    const { place, visibility } = own as { place: number; visibility: Record<string, unknown> }
    const { value, change, margin } = visibility
    expect(visibility).toMatchObject({ unit: '%', change_is_news: true, direction: 'better' })
    expect(margin).toBeGreaterThan(0.5)
    expect(textOf(result)).toContain(`rose ${change} points to ${value}%`)
    expect(textOf(result)).toContain(`is ${place}nd of 12`)
  })

  it('say of each engine how many brands are not counted in the shares of voice', async () => {
    const { engines } = await data('compare_engines', {})
    expect(engines).toContainEqual(expect.objectContaining({ engine: 'Perplexity', brands_not_listed: 0 }))
  })

  it('without news, call no direction', async () => {
    const { brands } = await data('get_visibility', {})
    const quiet = (brands as { visibility: Record<string, unknown> }[]).filter(
      ({ visibility }) => visibility.change_is_news === false,
    )
    expect(quiet.length).toBeGreaterThan(3)
    for (const { visibility } of quiet) expect(visibility.direction).toBe('no_reliable_change')
  })

  it('explain a change by parts that add up to it', async () => {
    const { change, splits } = await data('explain_change', {})
    const whole = (change as { visibility: { change: number } }).visibility.change
    const [first] = splits as {
      by: string
      points_from_another_mix_of_answers: number
      parts: { name: string; is_cause: boolean; points_of_the_change: number }[]
    }[]
    expect(first?.by).toBe('engine')
    expect(first?.parts.filter((part) => part.is_cause).map((part) => part.name)).toEqual(['GoogleAIO'])
    const sum = (first?.parts ?? []).reduce((total, part) => total + part.points_of_the_change, 0)
    expect(sum + (first?.points_from_another_mix_of_answers ?? 0)).toBeCloseTo(whole, 0)
  })
})

it.each([
  ['get_visibility', { engines: ['Perplexity'], period: 'in october' }, /October \(.*· Perplexity ·/],
  ['get_visibility', { brands: ['Contoso'] }, /Contoso \| 43\.1%/],
  ['get_visibility', { funnel_stages: ['bofu'], period: 'last month' }, /bottom of funnel/i],
  ['explain_change', {}, /Mostly Google AI Overviews/],
  ['read_reddit', { subreddits: ['r/saas'] }, /mixed in r\/saas \(was positive\)/],
  ['find_gaps', {}, /You trail most for site type “Specialist blog”/],
  ['list_recommendations', {}, /5 without a task/],
  ['get_review', { period: 'the last quarter' }, /1 Jul – 30 Sep/],
  ['compare_engines', {}, /most visible on Google AI Overviews/],
  ['list_options', {}, /Globex/],
])('a tool answers what it is asked about: %s %j', async (name, args, answer) => {
  const result = await me.call(name, args, member)
  expect(result.isError, textOf(result)).toBeUndefined()
  expect(textOf(result)).toMatch(answer)
})

describe('the channel of a call', () => {
  it('is the named one, by name, id or mention', async () => {
    for (const channel of [
      'marketing',
      '#marketing',
      CHANNELS.marketing,
      `<#${CHANNELS.marketing}|marketing>`,
    ]) {
      const result = await me.call('list_tasks', { channel }, member)
      expect(textOf(result), channel).toContain(`About <#${CHANNELS.marketing}>`)
    }
  })

  it('has to be one that the person is in, with Sightline', async () => {
    for (const channel of ['brand-leads', CHANNELS.leads, 'general', 'nowhere', '#archive']) {
      const result = await me.call('get_visibility', { channel }, member)
      expect(result.isError, channel).toBe(true)
      expect(textOf(result)).toContain('didn’t find a channel called')
      expect(textOf(result)).not.toMatch(/Northwind|\d%/)
    }
    const leads = await me.call('list_tasks', { channel: 'brand-leads' }, USERS.owner)
    expect(textOf(leads)).toContain(`About <#${CHANNELS.leads}>`)
  })

  it('is else the person’s own choice, or they are asked to choose', async () => {
    const { slack } = bot.stage
    await slack.command({ user: member, channel: CHANNELS.marketing, text: '/sightline digest add' })
    const view = await slack.until(
      () => slack.views(member).find((one) => one.view.callback_id === 'sl1.digest'),
      'the form of a digest',
    )
    await slack.submitView({ user: member, viewId: view.id, values: {} })
    const asked = () => me.call('get_visibility', {}, member)
    await expect.poll(async () => (await asked()).isError).toBe(true)
    expect(textOf(await asked())).toMatch(/nobody said which.*: marketing, brand-visibility\./s)
    const named = await me.call('get_visibility', { channel: '#brand-visibility' }, member)
    expect(textOf(named)).toContain(`About <#${CHANNELS.brandVisibility}>`)
  })
})

describe('“Create task” in Slackbot’s answer', () => {
  const button = async () => {
    const result = await me.call('create_task', inBrand(), member)
    const shown = buttonsOf(blocksOf(result))
    expect(shown.map(({ label }) => label)).toEqual(['Create task'])
    const elements = blocksOf(result).flatMap((block) => (block.elements ?? []) as Record<string, unknown>[])
    return elements.find(({ type }) => type === 'button') ?? {}
  }
  const created = () =>
    bot.stage.service.requests().filter(({ method, path }) => method === 'POST' && /task/.test(path)).length

  it('creates the task once, although Slack does not say in which channel it was clicked', async () => {
    const { action_id, value, text } = await button()
    expect(created()).toBe(0)
    const click = payload({
      type: 'block_actions',
      team: { id: TEAM.id, domain: 'northwind-marketing' },
      user: { id: member, team_id: TEAM.id },
      api_app_id: APP.id,
      container: { type: 'message' },
      trigger_id: '1.slackbot',
      response_url: '',
      actions: [{ type: 'button', block_id: 'b', action_ts: '1', action_id, value, text }],
    })
    const statuses = await Promise.all([1, 2].map(async () => (await bot.send(signed(bot, click)))?.status))
    expect(statuses).toEqual([200, 200])
    await expect.poll(async () => (await data('create_task', inBrand())).task).toBe('created')
    expect(created()).toBe(1)
    const { tasks } = await data('list_tasks', { channel: 'brand-visibility' })
    expect(tasks).toMatchObject([{ recommendation: recommendation(), state: 'created' }])
  })

  it('is not shown once there is a task', async () => {
    const result = await me.call('create_task', inBrand(), member)
    expect(buttonsOf(blocksOf(result))).toEqual([])
    expect(textOf(result)).toContain('has a task')
  })
})
