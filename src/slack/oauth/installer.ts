import type { ServerResponse } from 'node:http'
import type { StateStore } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import { logThrottle } from '../../lib/log-throttle.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { scopes } from '../scopes.ts'
import { type InstallFailure, installFailure } from './install-failure.ts'
import type { Installed } from './installation-store.ts'
import { askedOnce, describe, type InstallDeps, type InstallSettings } from './oauth.ts'
import { installedPage, installPage, notInstalledPage, pageHeaders } from './pages.ts'

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
 * installation up when something is delivered (see teams.ts): each call takes its workspace's token by itself.
 */
export function installerOptions(
  settings: InstallSettings,
  {
    states,
    installed,
    wallClock,
    ...deps
  }: InstallDeps & {
    readonly states: StateStore
    readonly installed: (what: Installed) => Promise<void>
    /** Tells the real time, whatever a demo's clock says. */
    readonly wallClock: Clock
  },
): InstallerOptions {
  const { clientId, clientSecret, publicUrl, apiUrl } = settings
  const { log } = deps
  const again = installAddress(settings)
  const [turnedAway, tooMany, failed] = [
    logThrottle(wallClock),
    logThrottle(wallClock),
    logThrottle(wallClock),
  ]
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
  const tell = ({ kind, code }: InstallFailure, error: Error) => {
    if (kind === 'stale')
      turnedAway((count) => log.info('turned away who came to end no installation of ours', { count, code }))
    if (kind === 'busy')
      tooMany((count) => log.warn('turned away installations: there are too many', { count }))
    if (kind === 'failed')
      failed((count) => {
        const detail =
          'bad_client_secret, invalid_client_id and bad_redirect_uri are mended in the settings; for anything else look whether this machine reaches slack.com and its database.'
        log.error('Sightline could not be installed', { count, code, detail, error })
      })
  }
  return {
    clientId,
    clientSecret,
    ...installUrlOptions(settings),
    installationStore: {
      storeInstallation: async (installation) => installed(await describe(installation, settings, deps)),
      fetchInstallation: async () => {
        throw new Error('nobody looks an installation up here')
      },
    },
    installerOptions: {
      installPath,
      redirectUriPath: redirectPath,
      stateStore: states,
      authorizationUrl: new URL('../oauth/v2/authorize', apiUrl).href,
      clientOptions: askedOnce(settings, deps),
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
          const failure = installFailure(error)
          tell(failure, error)
          if (failure.kind === 'busy') response.setHeader('retry-after', '60')
          show(response, statuses[failure.kind], notInstalledPage(failure.kind, again))
        },
      },
    },
  }
}

const statuses = { cancelled: 200, stale: 400, busy: 429, failed: 500 } as const
