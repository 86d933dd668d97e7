import type { ServerResponse } from 'node:http'
import type { Installation, StateStore } from '@slack/bolt'
import { type Logger, WebClient } from '@slack/web-api'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Meter } from '../meter.ts'
import { callTimeoutMs } from './answer.ts'
import { SlackClient } from './client.ts'
import type { InstallerOptions } from './http-receiver.ts'
import type { FreshToken, Installed } from './keeper.ts'
import { installedPage, installPage, notInstalledPage, pageHeaders } from './pages.ts'
import { scopes } from './scopes.ts'

export interface InstallSettings {
  readonly clientId: string
  readonly clientSecret: string
  /** `https://…`, below which the pages are. */
  readonly publicUrl: string
  /** Of the Web API; the page on which Slack asks is beside it. */
  readonly apiUrl: string
}

const installPath = '/slack/install'
const redirectPath = '/slack/oauth_redirect'

/** Where an installation starts, for a browser. */
export function installAddress({ publicUrl }: Pick<InstallSettings, 'publicUrl'>): string {
  return `${publicUrl.replace(/\/+$/, '')}${installPath}`
}

/** What Slack is asked for by "Add to Slack". */
export function installUrlOptions({ publicUrl }: Pick<InstallSettings, 'publicUrl'>) {
  return {
    scopes: scopes.map(({ name }) => name),
    redirectUri: `${publicUrl.replace(/\/+$/, '')}${redirectPath}`,
  }
}

/**
 * What Bolt's receiver needs to serve `/slack/install` and what Slack sends the browser back to. Bolt looks no
 * installation up when something is delivered (see many.ts): each call takes its workspace's token by itself.
 */
export function installerOptions(
  settings: InstallSettings,
  {
    states,
    installed,
  }: { readonly states: StateStore; readonly installed: (what: Installed) => Promise<void> },
): InstallerOptions {
  const { clientId, clientSecret, publicUrl, apiUrl } = settings
  const again = installAddress(settings)
  const headers = pageHeaders(publicUrl.startsWith('https:'))
  const guard = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value)
  }
  const show = (response: ServerResponse, status: number, html: string) => {
    guard(response)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html)
  }
  return {
    clientId,
    clientSecret,
    ...installUrlOptions(settings),
    installationStore: {
      storeInstallation: async (installation) => installed(await describe(installation, apiUrl)),
      fetchInstallation: async () => {
        throw new Error('nobody looks an installation up here')
      },
    },
    installerOptions: {
      installPath,
      redirectUriPath: redirectPath,
      stateStore: states,
      authorizationUrl: new URL('../oauth/v2/authorize', apiUrl).href,
      clientOptions: { slackApiUrl: apiUrl, timeout: callTimeoutMs, retryConfig: { retries: 0 } },
      renderHtmlForInstallPath: installPage,
      installPathOptions: {
        beforeRedirection: async (_request, response) => {
          guard(response)
          return true
        },
      },
      callbackOptions: {
        success: ({ team, enterprise, appId }, _options, _request, response) => {
          const id = team?.id ?? ''
          const address = `https://slack.com/app_redirect?app=${encodeURIComponent(appId ?? '')}&team=${encodeURIComponent(id)}`
          show(response, 200, installedPage(team?.name ?? enterprise?.name ?? 'your workspace', address))
        },
        failure: (error, _options, _request, response) => {
          // A code that Slack doesn't know is the visitor's, and none of our failures.
          const isStale =
            /state|missing_code/i.test(error.code) ||
            /state|invalid_code|code_already_used/i.test(error.message)
          if (/cancelled/.test(error.message)) show(response, 200, notInstalledPage('cancelled', again))
          else if (isStale) show(response, 400, notInstalledPage('stale', again))
          else show(response, 500, notInstalledPage('failed', again))
        },
      },
    },
  }
}

/** Exchanges a refresh token for the next token. @throws when Slack refuses or does not answer */
export function tokenRenewal(
  { clientId, clientSecret, apiUrl }: InstallSettings,
  deps: { readonly clock: Clock; readonly logger: Logger; readonly log: Log; readonly meter: Meter },
): (refreshToken: string) => Promise<FreshToken> {
  const options = {
    slackApiUrl: apiUrl,
    logger: deps.logger,
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  }
  const client = new SlackClient(undefined, options, deps)
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
async function describe(installation: Installation, apiUrl: string): Promise<Installed> {
  const { team, enterprise, bot, user, isEnterpriseInstall } = installation
  const isOrg = isEnterpriseInstall === true
  const place = isOrg ? enterprise : team
  if (place === undefined || bot === undefined) throw new Error('Slack granted no bot token')
  const client = new WebClient(bot.token, { slackApiUrl: apiUrl, timeout: callTimeoutMs })
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
    rotation:
      bot.refreshToken === undefined || bot.expiresAt === undefined
        ? null
        : {
            refreshToken: bot.refreshToken,
            expiresAt: Temporal.Instant.fromEpochMilliseconds(bot.expiresAt * 1_000),
          },
  }
}
