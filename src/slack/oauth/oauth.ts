/** What Slack is asked for installations: the next token, and where a token is good. */
import type { Installation } from '@slack/bolt'
import type { Logger } from '@slack/web-api'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import { callTimeoutMs } from '../send/answer.ts'
import { SlackClient } from '../send/client.ts'
import { SlackTime } from '../send/slack-check.ts'
import type { FreshToken, Installed } from './installation-store.ts'

export interface InstallSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://…`, below which the pages are. */
  readonly publicUrl: string
  /** Of the Web API; the page on which Slack asks is beside it. */
  readonly apiUrl: string
}

/** What installations and renewals of tokens ask Slack with. */
export interface InstallDeps {
  readonly clock: Clock
  readonly log: Log
  readonly logger: Logger
  readonly meter: Meter
}

/** For requests that are made once: whoever waits for them is told what came of it. */
export const askedOnce = (
  { apiUrl }: Pick<InstallSettings, 'apiUrl'>,
  { logger }: Pick<InstallDeps, 'logger'>,
) => ({
  slackApiUrl: apiUrl,
  logger,
  timeout: callTimeoutMs,
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
})

/** Exchanges a refresh token for the next token. @throws when Slack refuses or does not answer */
export function tokenRenewal(
  settings: InstallSettings,
  deps: InstallDeps,
): (refreshToken: string) => Promise<FreshToken> {
  const { clientId, clientSecret } = settings
  const client = new SlackClient(undefined, askedOnce(settings, deps), deps)
  return async (refreshToken) => {
    const renewed = await client.oauth.v2.access({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
    })
    const { access_token: token, refresh_token: next, expires_in: seconds } = renewed
    if (token === undefined || next === undefined || seconds === undefined)
      throw new Error('Slack renewed a token without telling the next one')
    return { token, refreshToken: next, expiresAt: deps.clock.now().add({ seconds }) }
  }
}

/** What Slack granted, with the address that only the token itself tells. */
export async function describe(
  installation: Installation,
  settings: InstallSettings,
  deps: InstallDeps,
): Promise<Installed> {
  const { team, enterprise, bot, user, isEnterpriseInstall } = installation
  const isOrg = isEnterpriseInstall === true
  const place = isOrg ? enterprise : team
  if (place === undefined || bot === undefined) throw new Error('Slack granted no bot token')
  const time = new SlackTime()
  const client = new SlackClient(bot.token, { ...askedOnce(settings, deps), fetch: time.fetch }, deps)
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
    at: time.last ?? deps.clock.now(),
    rotation:
      bot.refreshToken === undefined || bot.expiresAt === undefined
        ? null
        : {
            refreshToken: bot.refreshToken,
            expiresAt: Temporal.Instant.fromEpochMilliseconds(bot.expiresAt * 1_000),
          },
  }
}
