import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, TEAM, USERS } from '../../sandbox/slack/index.ts'
import { type HttpBot, signed, startHttpBot } from '../attack/http-bot.ts'
import { nowSeconds } from '../slack-request.ts'
import { type Slackbot, slackbot, textOf } from './slackbot.ts'

const { member, guest, external } = USERS
let bot: HttpBot
let me: Slackbot
beforeAll(async () => {
  // Guests may read, but nobody of another organization.
  bot = await startHttpBot({ SIGHTLINE_GUESTS: 'read' })
  me = await slackbot(bot.stage.bot.port, bot.stage.slack.signingSecret)
})
afterAll(async () => {
  await me?.client.close()
  await bot?.close()
})

const call = (meta: unknown = { slack: { user_id: member, team_id: TEAM.id } }) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_visibility', arguments: {}, _meta: meta },
  })
const accept = { accept: 'application/json, text/event-stream' }
const sent = (body: string, how: Parameters<typeof signed>[2] = {}) => {
  const request = signed(bot, body, { type: 'application/json', ...how })
  return { ...request, path: '/mcp', headers: { ...request.headers, ...accept } }
}
/** Anything that only people of the workspace may know. */
const secret = /Northwind|Globex|brand-visibility|\d%/

describe('a request that Slack did not sign', () => {
  it.each([
    [
      'unsigned',
      () => ({ path: '/mcp', body: call(), headers: { 'content-type': 'application/json', ...accept } }),
    ],
    ['signed with another secret', () => sent(call(), { secret: 'other-signing-secret' })],
    ['replayed after six minutes', () => sent(call(), { at: nowSeconds() - 360 })],
    [
      'signed for another body',
      () => ({ ...sent(call()), body: call({ slack: { user_id: USERS.owner, team_id: TEAM.id } }) }),
    ],
  ])('is refused before it is read: %s', async (_what, request) => {
    const answer = await bot.send(request())
    expect([answer?.status, answer?.body]).toEqual([401, ''])
  })

  it.each(['/mcp/', '/MCP', '/mcp//', '/mcp?x=1#y'])('finds no way around the check at %s', async (path) => {
    const answer = await bot.send({ ...sent(call(), { secret: 'other-signing-secret' }), path })
    expect([401, 404, 405]).toContain(answer?.status)
    expect(answer?.body ?? '').not.toMatch(secret)
  })
})

describe('a signed request', () => {
  it.each(['[]', 'null', '"text"', '', '[{}]', '{', '{"jsonrpc":"2.0","id":1,"method":"tools/list"'])(
    'that is no JSON object is refused: %s',
    async (body) => {
      expect((await bot.send(sent(body)))?.status).toBe(400)
    },
  )

  it('that reads or ends a session is told that there are none', async () => {
    for (const method of ['GET', 'DELETE']) {
      const answer = await bot.send({ ...sent(''), method })
      expect([answer?.status, answer?.headers.allow]).toEqual([405, 'POST'])
    }
  })

  it.each([
    '{}',
    '{"jsonrpc":"1.0","id":1,"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":{},"method":"tools/list"}',
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}',
    '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
    `{"a":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`,
  ])('that means nothing is answered with an error: %.60s', async (body) => {
    const answer = await bot.send(sent(body))
    expect(answer?.status).toBeLessThan(500)
    expect(answer?.body).toMatch(/error|Error/)
    expect((await bot.send(sent(call())))?.status).toBe(200)
  })
})

describe('who asks', () => {
  it.each([
    ['nobody', {}],
    ['no person', { slack: { team_id: TEAM.id } }],
    ['no workspace', { slack: { user_id: member } }],
    ['a list', { slack: [{ user_id: member, team_id: TEAM.id }] }],
    ['an organization in place of a workspace', { slack: { user_id: member, team_id: 'E0ORG' } }],
    ['text that is no id', { slack: { user_id: '<!channel>', team_id: TEAM.id } }],
  ])('has to be said by Slack: %s', async (_what, meta) => {
    const result = await me.callWith('get_visibility', {}, meta)
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('doesn’t say which person')
    expect(JSON.stringify(result)).not.toMatch(secret)
  })

  it('is not taken from the arguments', async () => {
    const result = await me.callWith('get_visibility', { user_id: member, slack: { user_id: member } }, {})
    expect(textOf(result)).toContain('doesn’t say which person')
  })

  it.each([
    ['someone of another organization', external, /other organizations/],
    ['someone whom Slack does not know', 'U0NOBODY', /didn’t confirm who you are/],
  ])('may be refused: %s', async (_what, user, reason) => {
    for (const name of ['get_visibility', 'create_task', 'list_options']) {
      const task = name === 'create_task' ? { recommendation: 'x' } : {}
      const result = await me.call(name, { ...task, channel: 'marketing' }, user)
      expect(result.isError).toBe(true)
      expect(textOf(result)).toMatch(reason)
      expect(JSON.stringify(result)).not.toMatch(secret)
    }
  })

  it('may be a guest who reads in their channels, and creates nothing', async () => {
    expect((await me.call('get_visibility', {}, guest)).isError).toBeUndefined()
    const elsewhere = await me.call('get_visibility', { channel: 'marketing' }, guest)
    expect(textOf(elsewhere)).toContain('didn’t find a channel')
    const [resultId] = bot.stage.service.demo.resultIds
    const task = await me.call('create_task', { recommendation: resultId }, guest)
    expect(textOf(task)).toContain('Guests can view things here, but not change them')
    expect(JSON.stringify(task)).not.toMatch(/Create task/)
  })

  it('is refused from a workspace without Sightline', async () => {
    const result = await me.call('get_visibility', {}, { user_id: member, team_id: 'T0SECOND' })
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain('isn’t installed in the workspace')
    expect(JSON.stringify(result)).not.toMatch(secret)
  })

  it('is logged with the verb, and without what was asked', async () => {
    const before = bot.log.length
    await me.call('get_visibility', { brands: ['Private plans'] }, member)
    const lines = bot.log.slice(before).join('\n')
    expect(lines).not.toContain('Private plans')
    const refused = await me.call('explain_change', {}, external)
    const [, reference] = /Reference: ([A-Z0-9-]+)/.exec(textOf(refused)) ?? []
    const [line = ''] = bot.log.filter((one) => one.includes(String(reference)))
    expect(JSON.parse(line)).toMatchObject({ verb: 'why', user: external })
  })
})

it.each(['get_visibility', 'find_gaps', 'list_tasks'])('%s refuses what it can’t filter by', async (name) => {
  const result = await me.call(name, { countries: ['DE'] }, member)
  expect(result.isError).toBe(true)
  expect(textOf(result)).toContain('Unrecognized key: "countries"')
})

const hostile: readonly Readonly<Record<string, unknown>>[] = [
  { brands: ['<!channel> <https://evil.example|click>'] },
  { brands: ['"; drop table'] },
  { brands: [''] },
  { brands: Array.from({ length: 21 }, () => 'x') },
  { brands: 'Contoso' },
  { engines: ['\u202EGPT', 'a'.repeat(200)] },
  { engines: ['ChatGPT topic:x visibility'] },
  { period: 'last month "Contoso" topic:secret' },
  { period: '9999-99-99..0000-00-00' },
  { period: `${'9'.repeat(199)}` },
  { topics: ['../../etc/passwd', '{"$ne":null}'] },
  { search: '%00\u0000' },
  { channel: '../C0LEADS' },
  { channel: { $ne: '' } },
  { channel: `${CHANNELS.leads},${CHANNELS.marketing}` },
  { funnel_stages: ['__proto__'] },
  { page: 1e308, recommendation: '<@U0OLIVIA>', subreddits: ['r/<!here>'] },
  { recommendation: 'x'.repeat(5_000) },
  JSON.parse('{"__proto__": {"isError": false}}'),
]

it('hostile arguments are refused in words or answered, never run as something else, and mention nobody', async () => {
  const { tools } = await me.client.listTools()
  for (const args of hostile)
    for (const { name } of tools) {
      const result = await me.call(name, args, member)
      const said = textOf(result)
      expect(said, `${name} ${JSON.stringify(args).slice(0, 80)}`).not.toMatch(/<!|<@|evil\.example\|/)
      expect(said).not.toMatch(/Something went wrong/)
      expect(said).not.toMatch(/brand-leads|About <#C0LEADS/)
    }
})

describe('a call that fails', () => {
  it('says that the service is down, with the reference of the log line', async () => {
    bot.stage.service.addFault({ how: { kind: 'status', status: 503 } })
    const result = await me.call('get_visibility', { period: '2026-08' }, member)
    bot.stage.service.clearFaults()
    expect(result.isError).toBe(true)
    const [, reference] = /Reference: ([A-Z0-9-]+)/.exec(textOf(result)) ?? []
    expect(bot.log.some((line) => line.includes(String(reference)))).toBe(true)
    expect(textOf(result)).not.toMatch(/503|http|stack/)
  })

  it('is ended while Slackbot still waits', async () => {
    bot.stage.service.addFault({ how: { kind: 'stall' } })
    let result: Awaited<ReturnType<Slackbot['call']>> | null = null
    void me.call('get_visibility', { period: '2026-07' }, member).then((answer) => {
      result = answer
    })
    await expect
      .poll(() => {
        bot.stage.clock.advance({ seconds: 1 })
        return result && textOf(result)
      })
      .toContain('took longer than Slackbot waits')
    bot.stage.service.clearFaults()
  })
})
