import { afterAll, beforeAll, expect, it } from 'vitest'
import { slackbotAddress } from '../../src/doctor/command-line.ts'
import { runAll } from '../../src/doctor/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { SlackHealth } from '../../src/slack/port.ts'
import { askForTools } from '../../src/slack/receive/mcp-route.ts'
import { type HttpBot, startHttpBot } from '../attack/http-bot.ts'

let open: HttpBot
let shut: HttpBot
beforeAll(async () => {
  open = await startHttpBot()
  shut = await startHttpBot({ SIGHTLINE_SLACKBOT: 'off' })
})
afterAll(async () => {
  await open?.close()
  await shut?.close()
})

const target = { channel: null, scope: { organizationId: '', workspaceId: '', projectId: '' } }
const health: SlackHealth = {
  team: 'T1',
  isOrg: false,
  organization: null,
  botUser: 'U1',
  scopes: ['commands', 'mcp:connect'],
  now: null,
}

/** What the doctor says about a bot's address. */
async function findingOf(bot: HttpBot, secret = bot.stage.slack.signingSecret, scopes = health.scopes) {
  const publicUrl = `http://127.0.0.1:${bot.stage.bot.port}/`
  const ask = () => askForTools(publicUrl, { signingSecret: secret }, systemClock)
  const slackHealth = async () => ({ ...health, scopes })
  const [checkUp] = await runAll([slackbotAddress], { ask, slackHealth }, target)
  const { state, words } = checkUp?.finding ?? {}
  return `${state}: ${words}`
}

it('the doctor asks the address as Slackbot does', async () => {
  expect(await findingOf(open)).toMatch(
    /^passed: http:\/\/127\.0\.0\.1:\d+\/mcp answers Slackbot with 10 tools\.$/,
  )
  expect(await findingOf(open, undefined, null)).toMatch(/^passed/)
})

it('the doctor says what is wrong on the way', async () => {
  expect(await findingOf(open, 'other-signing-secret')).toMatch(/^failed: .*SLACK_SIGNING_SECRET/)
  expect(await findingOf(shut)).toMatch(/^failed: .*isn’t open to Slackbot/)
  expect(await findingOf(open, undefined, ['commands'])).toMatch(/^failed: .*lacks mcp:connect/)
  const nobody = () => askForTools('http://127.0.0.1:9', open.stage.slack, systemClock)
  const [unreachable] = await runAll([slackbotAddress], { ask: nobody, slackHealth: null }, target)
  expect(unreachable?.finding).toMatchObject({
    state: 'failed',
    words: 'Nothing answers at http://127.0.0.1:9/mcp.',
  })
  const [unset] = await runAll([slackbotAddress], { ask: null, slackHealth: null }, target)
  expect(unset?.finding.state).toBe('not_checked')
})
