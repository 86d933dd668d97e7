import type { ServerResponse } from 'node:http'
import type { StateStore } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { logThrottle } from '../../lib/log-throttle.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { scopes, slackbotScope } from '../scopes.ts'
import type { SlackContext } from '../send/client.ts'
import { type InstallFailure, installFailure } from './install-failure.ts'
import type { Installed } from './installation-store.ts'
import { describe, type InstallSettings, noRetries } from './oauth.ts'
import { installedPage, installPage, notInstalledPage, pageHeaders } from './pages.ts'

const installPath = '/slack/install'
export const redirectPath = '/slack/oauth_redirect'

/** The page where an installation starts. */
export function installAddress({ publicUrl }: Pick<InstallSettings, 'publicUrl'>): string {
  return `${publicUrl.replace(/\/+$/, '')}${installPath}`
}

/** Scopes and redirect address of "Add to Slack". */
export function installUrlOptions({
  publicUrl,
  slackbot = false,
  distributed = false,
}: Pick<InstallSettings, 'publicUrl' | 'slackbot' | 'distributed'>) {
  const requested = scopes.filter(({ isReviewed }) => !(distributed && isReviewed))
  return {
    scopes: [...requested.map(({ name }) => name), ...(slackbot ? [slackbotScope] : [])],
    redirectUri: `${publicUrl.replace(/\/+$/, '')}${redirectPath}`,
  }
}

/**
 * Options for Bolt's receiver to serve `/slack/install` and the OAuth redirect. Bolt doesn't look up installations for
 * deliveries (see installed-teams.ts): each call reads its workspace's token.
 */
export function installerOptions(
  settings: InstallSettings,
  {
    states,
    installed,
    wallClock,
    ...context
  }: SlackContext & {
    readonly states: StateStore
    readonly installed: (installation: Installed) => Promise<void>
    /** The real time, even in a demo with another clock. */
    readonly wallClock: Clock
  },
): InstallerOptions {
  const { clientId, clientSecret, publicUrl, apiUrl } = settings
  const { log } = context
  const installPageUrl = installAddress(settings)
  const [staleLog, busyLog, failedLog] = [
    logThrottle(wallClock),
    logThrottle(wallClock),
    logThrottle(wallClock),
  ]
  const headers = pageHeaders(publicUrl.startsWith('https:'))
  const setHeaders = (response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) response.setHeader(name, value)
  }
  const show = (response: ServerResponse, status: number, html: string) => {
    setHeaders(response)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html)
  }
  const logFailure = ({ kind, code }: InstallFailure, error: Error) => {
    if (kind === 'stale')
      staleLog((count) => log.info('rejected invalid installation attempts', { count, code }))
    if (kind === 'busy') busyLog((count) => log.warn('too many installations at once', { count }))
    if (kind === 'failed')
      failedLog((count) => {
        const detail =
          'Fix bad_client_secret, invalid_client_id and bad_redirect_uri in the settings. For anything else, check that this machine reaches slack.com and its database.'
        log.error('Sightline could not be installed', { count, code, detail, error })
      })
  }
  return {
    clientId,
    clientSecret,
    ...installUrlOptions(settings),
    installationStore: {
      storeInstallation: async (installation) => installed(await describe(installation, settings, context)),
      fetchInstallation: async () => {
        throw new Error('installations are not looked up here')
      },
    },
    installerOptions: {
      installPath,
      redirectUriPath: redirectPath,
      stateStore: states,
      authorizationUrl: new URL('../oauth/v2/authorize', apiUrl).href,
      clientOptions: noRetries(settings, context),
      renderHtmlForInstallPath: installPage,
      installPathOptions: {
        beforeRedirection: async (_request, response) => {
          setHeaders(response)
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
          const failure = installFailure(error)
          logFailure(failure, error)
          if (failure.kind === 'busy') response.setHeader('retry-after', '60')
          show(response, statuses[failure.kind], notInstalledPage(failure.kind, installPageUrl))
        },
      },
    },
  }
}

const statuses = { cancelled: 200, stale: 400, busy: 429, failed: 500 } as const
