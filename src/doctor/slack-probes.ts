/** Probes of the connection to Slack: token, scopes, channel, clock. */
import { inviteStep, reasonSentence } from '../blocks/digests/reasons.ts'
import { notRenewed, PostError, type SlackHealth } from '../slack/port.ts'
import { scopes, scopesFor } from '../slack/scopes.ts'
import type { Disconnection } from '../store/index.ts'
import { type Examination, failed, formatDuration, notChecked, type Probe, passed } from './probe.ts'

const noAnswer = 'Check that this machine reaches slack.com, and see https://slack-status.com.'
/** Not manifest.yml itself, which would turn HTTP mode off. */
const manifestInSettings =
  'the manifest for your mode (npm run manifest -- --help) into the app’s settings (App Manifest)'
const reinstall = `Put ${manifestInSettings}, then reinstall the app.`
const needsToken = 'This needs a working token.'

/** Uses the store if it is available. */
type TokenNeeds = Pick<Examination, 'slackHealth'> & Partial<Pick<Examination, 'store' | 'clock'>>

/** The recorded disconnection; an unreachable database is reported by another probe. */
async function disconnection({ store }: TokenNeeds, team: string | undefined): Promise<Disconnection | null> {
  return team === undefined || store === undefined ? null : store.disconnections.get(team).catch(() => null)
}

export const slackToken: Probe<TokenNeeds> = {
  name: 'Slack token',
  fix: noAnswer,
  run: async (examination, target) => {
    try {
      const { team, organization, botUser } = await examination.slackHealth()
      // On the command line, an organization’s token is asked about no workspace.
      const place = team === '' ? `organization ${organization}` : `workspace ${team}`
      const accepted = `Slack accepted the bot token: bot user ${botUser} in ${place}.`
      const recorded = await disconnection(examination, team)
      return passed(
        recorded === null
          ? accepted
          : `${accepted} It was rejected before; digests continue within a minute.`,
      )
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      if (error.code === notRenewed)
        return failed(
          'The bot token expired, and Slack has not renewed it yet.',
          'Try again in a minute. If it lasts, the log has the reason.',
        )
      if (error.outcome !== 'refused') throw error
      const recorded = await disconnection(examination, target.team)
      const { clock } = examination
      const still =
        recorded === null || clock === undefined
          ? ''
          : ` No digest has been posted for ${formatDuration(clock.now().since(recorded.since).total('milliseconds'))}.`
      return failed(
        `Slack rejected the bot token (${error.code}).${still}`,
        'Reinstall the app. With a single workspace, put its Bot User OAuth Token into SLACK_BOT_TOKEN and restart.',
      )
    }
  },
}

/** The manifest doesn't include scopes that only some settings require. */
export const slackScopes: Probe<Pick<Examination, 'slackHealth' | 'rules'>> = {
  name: 'Slack permissions',
  fix: noAnswer,
  run: async ({ slackHealth, rules }) => {
    const health = await slackHealth().catch(() => null)
    if (health === null) return notChecked(needsToken)
    const { scopes: granted } = health
    if (granted === null) return notChecked('Slack didn’t list the token’s scopes.')
    const missing = scopesFor(rules.changers).filter(({ name }) => !granted.includes(name))
    const required = missing.filter(({ optional }) => !optional)
    if (required.length > 0)
      return failed(
        `The token lacks ${required.map(({ name, use }) => `${name} (to ${use})`).join('; ')}.`,
        required.every((scope) => scopes.includes(scope))
          ? reinstall
          : `Add ${required.map(({ name }) => name).join(', ')} to the bot scopes in the app’s manifest (App Manifest), then reinstall the app.`,
      )
    const manifest = aboutManifest(health)
    if (missing.length === 0) return passed(`The token has every scope. ${manifest}`)
    return passed(
      `The token has every required scope. Without the optional ${missing.map(({ name }) => name).join(' and ')}, Sightline can’t ${missing.map(({ use }) => use).join(' or ')}. ${manifest}`,
    )
  },
}

/** Slack doesn't tell an app which events, shortcuts and steps it has, so these can't be checked. */
function aboutManifest({ isOrg, organization }: SlackHealth): string {
  const unseen = `Slack doesn’t show which shortcuts, workflow steps and events the app has: if one is missing, put ${manifestInSettings}.`
  return organization === null || isOrg
    ? unseen
    : `${unseen} Workflow steps appear in Workflow Builder only once the app is installed for the whole organization.`
}

export const thisChannel: Probe = {
  name: 'This channel',
  fix: 'Try again in a minute.',
  run: async ({ channelState }, { channel }) => {
    if (channel === null || channel.startsWith('D'))
      return notChecked('Type /sightline doctor in a channel to check it.')
    const invite = `${inviteStep}. Commands work without it, but digests don’t.`
    const state = await channelState(channel).catch((error: unknown) => {
      if (error instanceof PostError && error.code === 'missing_scope') return 'unknown' as const
      throw error
    })
    if (state === 'unknown')
      return failed('Slack doesn’t show this conversation: the token lacks a scope.', reinstall)
    if (state === null) return failed(reasonSentence('channel_not_found'), invite)
    if (state.isArchived)
      return failed(reasonSentence('is_archived'), 'Unarchive it, or use another channel.')
    if (!state.isMember) return failed(reasonSentence('not_in_channel'), invite)
    return passed('Sightline is in this channel and can post.')
  },
}

/** Signatures more than five minutes off are rejected. This warns earlier. */
const clockMayDifferMs = 60_000

export const clocks: Probe<Pick<Examination, 'slackHealth' | 'clock'>> = {
  name: 'Clock',
  fix: noAnswer,
  run: async ({ slackHealth, clock }) => {
    const zones = `time-zone data ${process.versions.tz ?? 'of an unknown version'}`
    const health = await slackHealth().catch(() => null)
    if (health === null) return notChecked(`${needsToken} This machine has ${zones}.`)
    if (health.now === null) return notChecked(`Slack didn’t say the time. This machine has ${zones}.`)
    const ahead = clock.now().epochMilliseconds - health.now.epochMilliseconds
    if (Math.abs(ahead) <= clockMayDifferMs)
      return passed(`This machine’s clock agrees with Slack’s, and it has ${zones}.`)
    return failed(
      `This machine’s clock is ${formatDuration(ahead)} ${ahead > 0 ? 'ahead of' : 'behind'} Slack’s, so digests post at the wrong time.`,
      'Set the machine’s clock by NTP.',
    )
  },
}
