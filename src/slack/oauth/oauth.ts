import type { Installation } from '@slack/bolt'
import { fetchBeforeDeadline } from '../send/calls.ts'
import { callTimeoutMs, SlackClient, type SlackContext } from '../send/client.ts'
import { SlackTime } from '../send/slack-check.ts'
import type { FreshToken, Installed } from './tokens.ts'

/** Requests to Slack about installations: renewing a token, and reading the workspace of a new one. */

export interface InstallSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://…`, the base address of the installation pages. */
  readonly publicUrl: string
  /** Whether Slackbot may ask, for which the app's manifest has another scope. */
  readonly slackbot?: boolean
  /** Whether the app's manifest was written for everybody, with fewer scopes. */
  readonly distributed?: boolean
  /** Base address of the Web API; Slack's authorization page is derived from it. */
  readonly apiUrl: string
}

/** Client options without retries: the caller handles the failure. */
export const noRetries = (
  { apiUrl }: Pick<InstallSettings, 'apiUrl'>,
  { logger }: Pick<SlackContext, 'logger'>,
) => ({
  slackApiUrl: apiUrl,
  logger,
  timeout: callTimeoutMs,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
})

/** Exchanges a refresh token for the next token. @throws when Slack refuses or does not answer */
export function tokenRenewal(
  settings: Omit<InstallSettings, 'publicUrl'>,
  context: SlackContext,
): (refreshToken: string) => Promise<FreshToken> {
  const { clientId, clientSecret } = settings
  const client = new SlackClient(
    undefined,
    { ...noRetries(settings, context), fetch: fetchBeforeDeadline },
    context,
  )
  return async (refreshToken) => {
    const renewed = await client.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    const { access_token: token, refresh_token: next, expires_in: seconds } = renewed
    if (token === undefined || next === undefined || seconds === undefined)
      throw new Error('Slack renewed a token without returning the next one')
    return { token, refreshToken: next, expiresAt: context.clock.now().add({ seconds }) }
  }
}

/** The granted installation, with the workspace's address from `auth.test`. */
export async function describe(
  installation: Installation,
  settings: InstallSettings,
  context: SlackContext,
): Promise<Installed> {
  const { team, enterprise, bot, user, isEnterpriseInstall } = installation
  const isOrg = isEnterpriseInstall === true
  const place = isOrg ? enterprise : team
  if (place === undefined || bot === undefined) throw new Error('Slack granted no bot token')
  const time = new SlackTime()
  const client = new SlackClient(bot.token, { ...noRetries(settings, context), fetch: time.fetch }, context)
  const { url } = await client.auth.test()
  return {
    team: place.id,
    isOrg,
    name: place.name ?? '',
    url: url ?? 'https://slack.com/',
    botUser: bot.userId,
    scopes: bot.scopes,
    installedBy: user.id,
    token: bot.token,
    at: time.last ?? context.clock.now(),
    rotation:
      bot.refreshToken === undefined || bot.expiresAt === undefined
        ? null
        : {
            refreshToken: bot.refreshToken,
            expiresAt: Temporal.Instant.fromEpochMilliseconds(bot.expiresAt * 1_000),
          },
  }
}
