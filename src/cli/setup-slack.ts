import type { NamedId } from '../channels/service-lists.ts'
import { slackScopes } from '../doctor/slack-probes.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { Problem } from '../lib/problem.ts'
import { createLog } from '../lib/telemetry.ts'
import { createSlack, type SlackSettings } from '../slack/app.ts'
import { PostError, type SlackHealth } from '../slack/port.ts'
import { checkAppToken } from '../slack/receive/socket.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import { appManifest, createAppAddress } from './app-manifest.ts'
import type { Answers, Asked } from './setup-answers.ts'

const howToInstall = `
Slack
  1. Open this address, choose your workspace, then Next and Create:

${createAppAddress(appManifest({ http: null, distribute: false, slackbot: false }))}

  2. “Install App”, “Install to …”: it then shows the Bot User OAuth Token.
  3. “Basic Information”, “App-Level Tokens”, “Generate”, with the scope connections:write: it then shows the other token.
`

// What people read here says what went wrong.
const log = createLog('silent')

/** The bot is hardly in more before it was ever started. */
const channelsShown = 20

/** Asks for the Slack app's tokens and the first channel, and tries them. @returns the channel's name; `null`: none yet */
export async function connectSlack(answers: Answers, apiUrl: string): Promise<string | null> {
  answers.say(howToInstall)
  const settings: SlackSettings = {
    mode: 'http',
    apiUrl,
    port: 0,
    botToken: '',
    appToken: '',
    signingSecret: 'none',
  }
  const bot = await accepted(answers, 'SLACK_BOT_TOKEN', 'bot token', async (botToken) => {
    const ports = createSlack({ ...settings, botToken }, { clock, log }).of('')
    const health = await ports.checkToken()
    await requireScopes(health)
    return { ports, health }
  })
  await accepted(answers, 'SLACK_APP_TOKEN', 'app-level token', (appToken) =>
    checkAppToken({ ...settings, appToken }, log),
  )
  return firstChannel(answers, bot.ports, bot.health)
}

async function accepted<T>(
  answers: Answers,
  name: Asked,
  what: string,
  tryOut: (token: string) => Promise<T>,
): Promise<T> {
  for (;;) {
    const token = await answers.ask(name)
    try {
      return await tryOut(token)
    } catch (error) {
      if (error instanceof Problem) answers.say(`  ${error.message}`)
      else if (!(error instanceof PostError)) throw error
      else if (error.outcome === 'refused') answers.say(`  Slack rejected the ${what} (${error.code}).`)
      else if (error.outcome === 'rate_limited')
        answers.say('  Slack is getting too many requests. Try again in a minute.')
      else answers.say(`  Slack didn’t answer (${error.code}). Check this machine’s network, and try again.`)
    }
  }
}

async function requireScopes(health: SlackHealth): Promise<void> {
  const needs = { slackHealth: async () => health, rules: { changers: { kind: 'anyone' } as const } }
  const nowhere = { organizationId: '', workspaceId: '', projectId: '' }
  const finding = await slackScopes.run(needs, { channel: null, scope: nowhere })
  if (finding.state === 'failed') throw new Problem('missing_scope', `${finding.words} ${finding.fix}`)
}

/** The channel for the weekly digest: one that the bot was invited to, so that nobody needs its id. */
async function firstChannel(
  answers: Answers,
  ports: SlackPorts,
  { botUser }: SlackHealth,
): Promise<string | null> {
  const name = 'SIGHTLINE_DIGEST_CHANNELS'
  let isLater = answers.given(name) === 'later'
  while (!isLater) {
    const channels = await channelsOf(ports, botUser)
    if (channels.length > 0)
      return (await answers.choose(name, 'channel for the weekly digest', channels)).name
    const invite =
      'In Slack, type /invite @Sightline in the channel for the weekly digest, then press Enter (or: later):'
    isLater = (await answers.typed(invite, 'channel')) === 'later'
  }
  return null
}

async function channelsOf(
  { people, channelState }: SlackPorts,
  botUser: string,
): Promise<readonly NamedId[]> {
  const ids = (await people.channelsOf(botUser, { fresh: true })) ?? []
  const channels = await Promise.all(
    [...ids]
      .slice(0, channelsShown)
      .map(async (id) => ({ id, state: await channelState(id).catch(() => null) })),
  )
  return channels.flatMap(({ id, state }) =>
    state === null || state.isArchived ? [] : [{ id, name: `#${state.name ?? id}` }],
  )
}
