/** Several workspaces, each with its own token and key: whose figures Slackbot gets, and what it is told without. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { connectDemo, home, type ManyStage, second, startMany } from '../tenants/world.ts'
import { type Slackbot, slackbot, textOf } from './slackbot.ts'

const { owner } = USERS
const channel = CHANNELS.brandVisibility

let stage: ManyStage
let bot: Slackbot
beforeAll(async () => {
  stage = await startMany({ env: { SIGHTLINE_SLACKBOT: 'on' } })
  await stage.install(home)
  await connectDemo(stage, home, channel)
  bot = await slackbot(stage.bots[0]?.port ?? null, stage.slack.signingSecret)
})
afterAll(async () => {
  await bot?.client.close()
  await stage?.stop()
})

const askFrom = (team: string, user: string = owner) =>
  bot.call('get_visibility', { channel: 'brand-visibility' }, { user_id: user, team_id: team })

it('answers only with the figures of the workspace that asks', async () => {
  expect(textOf(await askFrom(home))).toContain('Northwind')
  const elsewhere = await askFrom(second.id)
  expect(elsewhere.isError).toBe(true)
  expect(textOf(elsewhere)).toContain('no longer installed in this workspace')
  expect(JSON.stringify(elsewhere)).not.toMatch(/Northwind|\d%/)
  await stage.install(second.id)
  const withoutKey = await askFrom(second.id)
  expect(withoutKey.isError).toBe(true)
  expect(JSON.stringify(withoutKey)).not.toMatch(/Northwind|\d%/)
})

it('finds no channel of another workspace, by id or by name', async () => {
  await connectDemo(stage, second.id, channel)
  const own = await askFrom(second.id)
  expect(textOf(own)).toContain('Northwind')
  const { id } = stage.slack.addChannel({ name: 'home-only', members: [owner, APP.botUser] })
  // A person's channels are remembered for a minute.
  stage.clock.advance({ minutes: 1 })
  const ask = (team: string, named: string) =>
    bot.call('list_tasks', { channel: named }, { user_id: owner, team_id: team })
  expect(textOf(await ask(home, 'home-only'))).toContain(`About <#${id}>`)
  for (const named of [id, 'home-only', `<#${id}|home-only>`]) {
    const result = await ask(second.id, named)
    expect(result.isError, named).toBe(true)
    expect(textOf(result)).toContain('didn’t find a channel called')
  }
})

it('asks for Slackbot’s scope when a workspace adds Sightline', async () => {
  const page = await (await stage.browse('/slack/install')).text()
  expect(decodeURIComponent(page)).toContain('mcp:connect')
})

it('says what to do in a workspace whose token Slack refuses', async () => {
  await stage.slack.uninstall()
  await expect.poll(async () => textOf(await askFrom(home))).toMatch(/no longer (installed|lets)/)
  const refused = await askFrom(home)
  expect(refused.isError).toBe(true)
  expect(textOf(refused)).toContain('/slack/install')
  expect(JSON.stringify(refused)).not.toMatch(/Northwind|\d%/)
})
