import type { Place } from '../channels/places.ts'
import { slackScopes } from '../doctor/slack-probes.ts'
import { systemClock as clock } from '../lib/clock.ts'
import { createLog } from '../lib/log.ts'
import { createSlack, type SlackSettings } from '../slack/app.ts'
import { PostError, type SlackHealth } from '../slack/port.ts'
import { checkAppToken } from '../slack/receive/app-token.ts'
import type { SlackPorts } from '../slack/send/ports.ts'
import { appManifest, createAppAddress } from './app-manifest.ts'
import type { Answers } from './setup-answers.ts'

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
  const { ports, health } = await bot(answers, apiUrl)
  for (;;) {
    const appToken = await answers.ask('SLACK_APP_TOKEN')
    const problem = await tried('app-level token', () => checkAppToken(settings({ apiUrl, appToken }), log))
    if (typeof problem !== 'string') break
    answers.say(`  ${problem}`)
  }
  return firstChannel(answers, ports, health)
}

function settings(given: Pick<SlackSettings, 'apiUrl'> & Partial<SlackSettings>): SlackSettings {
  return { mode: 'http', port: 0, botToken: '', appToken: '', signingSecret: 'none', ...given }
}

async function bot(answers: Answers, apiUrl: string): Promise<{ ports: SlackPorts; health: SlackHealth }> {
  for (;;) {
    const botToken = await answers.ask('SLACK_BOT_TOKEN')
    const ports = createSlack(settings({ apiUrl, botToken }), { clock, log }).of('')
    const checked = await tried('bot token', () => ports.slack.check())
    const problem = typeof checked === 'string' ? checked : await scopeProblem(checked)
    if (typeof checked !== 'string' && problem === null) return { ports, health: checked }
    answers.say(`  ${problem}`)
  }
}

async function scopeProblem(health: SlackHealth): Promise<string | null> {
  const needs = { slackHealth: async () => health, rules: { changers: { kind: 'anyone' } as const } }
  const nowhere = { organizationId: '', workspaceId: '', projectId: '' }
  const finding = await slackScopes.run(needs, { channel: null, scope: nowhere })
  return finding.state === 'failed' ? `${finding.words} ${finding.fix}` : null
}

/** @returns Slack's answer, or why there is none, as a sentence that names the token */
async function tried<T>(token: string, call: () => Promise<T>): Promise<T | string> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return error.outcome === 'refused'
      ? `Slack rejected the ${token} (${error.code}).`
      : `Slack didn’t answer (${error.code}). Check this machine’s network, and try again.`
  }
}

/** The channel for the weekly digest: one that the bot was invited to, so that nobody needs its id. */
async function firstChannel(
  answers: Answers,
  ports: SlackPorts,
  { botUser }: SlackHealth,
): Promise<string | null> {
  let given = answers.take('SIGHTLINE_DIGEST_CHANNELS')
  for (;;) {
    if (given === 'later') return null
    const channels = await channelsOf(ports, botUser)
    const named = channels.find(({ id, name }) => given === id || given === name)
    if (given !== undefined && named === undefined) answers.say(`  Sightline isn’t in the channel ${given}.`)
    const only = given === undefined && channels.length === 1 ? channels[0] : undefined
    const ask = () =>
      answers.choose('SIGHTLINE_DIGEST_CHANNELS', 'Which channel gets the weekly digest?', channels)
    const chosen = named ?? only ?? (channels.length > 1 ? await ask() : undefined)
    if (chosen !== undefined) {
      answers.values.set('SIGHTLINE_DIGEST_CHANNELS', chosen.id)
      return chosen.name
    }
    const invite =
      'In Slack, type /invite @Sightline in the channel for the weekly digest, then press Enter (or: later):'
    given = (await answers.typed(invite, 'channel')) || undefined
  }
}

async function channelsOf({ people, directory }: SlackPorts, botUser: string): Promise<readonly Place[]> {
  const ids = (await people.channelsOf(botUser, { fresh: true })) ?? []
  const channels = await Promise.all(
    [...ids]
      .slice(0, channelsShown)
      .map(async (id) => ({ id, state: await directory.state(id).catch(() => null) })),
  )
  return channels.flatMap(({ id, state }) =>
    state === null || state.isArchived ? [] : [{ id, name: `#${state.name ?? id}` }],
  )
}
