import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { Installation, StateStore } from '@slack/bolt'
import { SlackError } from '@slack/web-api'
import { type Clock, systemClock } from '../../lib/clock.ts'
import { logThrottle, rateLimit } from '../../lib/rate-limit.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { scopes, slackbotScope } from '../scopes.ts'
import { fetchBeforeDeadline, SlackTime, toPostError } from '../send/calls.ts'
import {
  type FreshToken,
  type Installed,
  noRetries,
  type RenewalRefused,
  SlackClient,
  type SlackContext,
} from '../send/client.ts'

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

/** What "Add to Slack" needs of the process. */
export interface AddToSlack extends Omit<InstallSettings, 'apiUrl'> {
  /** Sign the `state` of installations. */
  readonly keys: readonly Buffer[]
  readonly installed: (installation: Installed) => Promise<void>
  /** Slack refuses to renew a token. May be called repeatedly. */
  readonly renewalRefused: (refusal: RenewalRefused) => Promise<void>
}

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

async function describe(
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

const installPath = '/slack/install'
const redirectPath = '/slack/oauth_redirect'

export function installAddress({ publicUrl }: Pick<InstallSettings, 'publicUrl'>): string {
  return `${publicUrl.replace(/\/+$/, '')}${installPath}`
}

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

/** Options for Bolt's receiver to serve `/slack/install` and the OAuth redirect. */
export function installerOptions(
  settings: AddToSlack & InstallSettings,
  use: StateOptions['use'],
  context: SlackContext,
): InstallerOptions {
  const { clientId, clientSecret, publicUrl, apiUrl } = settings
  const { clock, log } = context
  const installPageUrl = installAddress(settings)
  const install = installUrlOptions(settings)
  const states = createInstallStates({ keys: settings.keys, use, clock, wallClock: systemClock, install })
  const throttled = {
    stale: logThrottle(systemClock),
    busy: logThrottle(systemClock),
    failed: logThrottle(systemClock),
  }
  const headers = pageHeaders(publicUrl.startsWith('https:'))
  const show = (response: ServerResponse, status: number, html: string) => {
    response.setHeaders(headers)
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
    response.end(html)
  }
  const logFailure = (kind: FailureKind, code: string, error: Error) => {
    if (kind === 'cancelled') return
    throttled[kind]((count) => {
      if (kind === 'stale') return log.info('rejected invalid installation attempts', { count, code })
      if (kind === 'busy') return log.warn('too many installations at once', { count })
      const detail =
        'Fix bad_client_secret, invalid_client_id and bad_redirect_uri in the settings. For anything else, check that this machine reaches slack.com and its database.'
      log.error('Sightline could not be installed', { count, code, detail, error })
    })
  }
  return {
    clientId,
    clientSecret,
    ...install,
    installationStore: {
      storeInstallation: async (installation) =>
        settings.installed(await describe(installation, settings, context)),
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
          response.setHeaders(headers)
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
          const code = error instanceof SlackError ? toPostError(error).code : error.code
          const kind = kinds[code] ?? 'failed'
          logFailure(kind, code, error)
          if (kind === 'busy') response.setHeader('retry-after', '60')
          show(response, statuses[kind], notInstalledPage(kind, installPageUrl))
        },
      },
    },
  }
}

const statuses = { cancelled: 200, stale: 400, busy: 429, failed: 500 } as const

/**
 * - `cancelled`: the person declined.
 * - `stale`: the address was used before, is too old or is invalid.
 * - `busy`: too many installations within a minute.
 * - `failed`: Slack or Sightline failed.
 */
type FailureKind = keyof typeof statuses

/** By the code of Slack, of `@slack/oauth`, or our own. */
const kinds: Readonly<Record<string, FailureKind>> = {
  slack_oauth_installer_authorization_error: 'cancelled',
  slack_oauth_missing_state: 'stale',
  slack_oauth_invalid_state: 'stale',
  slack_oauth_missing_code: 'stale',
  // Slack's codes for an OAuth code that is invalid or used.
  invalid_code: 'stale',
  code_already_used: 'stale',
  state: 'stale',
  busy: 'busy',
}

const stateMinutes = 10

/**
 * Slack allows about a hundred `oauth.v2.access` requests a minute, token renewals included. This limit keeps strangers
 * from using them up and from filling the database, since each visit writes a row.
 */
const maxPerMinute = 60

type InstallOptions = Awaited<ReturnType<StateStore['verifyStateParam']>>

/**
 * - `state`: it is invalid, expired or used.
 * - `busy`: too many visitors returned from Slack's page within a minute. Nothing was written or requested.
 */
const stateError = (code: 'state' | 'busy', message: string) => Object.assign(new Error(message), { code })

interface StateOptions {
  /** The first key signs, all verify, since replicas may have different lists during a rotation. */
  readonly keys: readonly Buffer[]
  /** `true` for the first caller across all processes. */
  readonly use: (state: string, until: Temporal.Instant) => Promise<boolean>
  readonly clock: Clock
  /** The real time, even in a demo with another clock. */
  readonly wallClock: Clock
  readonly install: InstallOptions
}

/** The `state` of an installation: signed, so that any replica can verify it, valid for ten minutes, usable once. */
export function createInstallStates({ keys, use, clock, wallClock, install }: StateOptions): StateStore {
  const mayUse = rateLimit(maxPerMinute, wallClock)
  const secrets = keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', 'sightline install state', 32)))
  const sign = (text: string, secret: Buffer) => createHmac('sha256', secret).update(text).digest()
  return {
    generateStateParam: async () => {
      const until = clock.now().add({ minutes: stateMinutes }).epochMilliseconds
      const text = `${randomBytes(16).toString('base64url')}.${until.toString(36)}`
      const [secret = Buffer.alloc(0)] = secrets
      return `${text}.${sign(text, secret).toString('base64url')}`
    },
    verifyStateParam: async (_now, state) => {
      const [nonce = '', until = '', signature = ''] = state.split('.')
      const signatureBytes = Buffer.from(signature, 'base64url')
      const isSigned = secrets.some((secret) => {
        const expected = sign(`${nonce}.${until}`, secret)
        return expected.length === signatureBytes.length && timingSafeEqual(expected, signatureBytes)
      })
      const ends = Number.parseInt(until, 36)
      if (!isSigned || !Number.isSafeInteger(ends))
        throw stateError('state', 'the installation state was not signed by Sightline')
      if (ends <= clock.now().epochMilliseconds)
        throw stateError('state', 'the installation state has expired')
      // Checked before `use`, which writes a row: anyone can obtain a signed state.
      if (!mayUse()) throw stateError('busy', 'too many installations at once')
      if (!(await use(nonce, Temporal.Instant.fromEpochMilliseconds(ends))))
        throw stateError('state', 'the installation state was already used')
      return install
    },
  }
}

const style =
  // `color-scheme` gives links the browser's colors.
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color:#1d1c1d;background:#fff}' +
  'h1{font-size:1.5rem}a.add{display:inline-block;padding:.75rem 1.25rem;border-radius:.25rem;background:#123b3a;color:#fff;text-decoration:none}' +
  'code{white-space:nowrap;background:#f2f2f2;padding:.1rem .3rem;border-radius:.2rem}' +
  '@media(prefers-color-scheme:dark){body{color:#f2f2f2;background:#1a1d21}code{background:#33373d}}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** @param secure whether the pages are served over HTTPS */
function pageHeaders(secure: boolean): Headers {
  return new Headers({
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  })
}

function installPage(address: string): string {
  return page('Add Sightline to Slack', [
    '<p>See in Slack how visible your brand is in the answers of AI assistants and search engines: when you ask, and as a weekly digest.</p>',
    `<p><a class="add" href="${escapeHtml(address)}">Add to Slack</a></p>`,
    '<p>Slack shows what Sightline can do before you agree. Then an admin enters an analytics API key in Slack.</p>',
  ])
}

function installedPage(name: string, address: string): string {
  return page('Sightline is installed', [
    `<p>It’s in <strong>${escapeHtml(name)}</strong> now. Next, <a href="${escapeHtml(address)}">in Slack</a>:</p>`,
    '<ol><li>An admin types <code>/sightline connect</code> and enters an analytics API key.</li>',
    '<li>In a channel, type <code>/invite @Sightline</code>, then <code>/sightline visibility</code>.</li>',
    '<li>Type <code>/sightline digest</code> to set up a digest, or <code>/sightline help</code> for everything else.</li></ol>',
  ])
}

function notInstalledPage(why: FailureKind, again: string): string {
  const words = {
    cancelled: 'You cancelled on Slack’s page, so nothing was installed.',
    stale: 'This page works only once, for ten minutes. Nothing was installed.',
    busy: 'Too many installations right now. Nothing was installed; try again in a minute.',
    failed:
      'Slack or Sightline couldn’t finish the installation. If it happens again, tell your Sightline admin.',
  }
  return page('Sightline was not installed', [
    `<p>${words[why]}</p>`,
    `<p><a class="add" href="${escapeHtml(again)}">Try again</a></p>`,
  ])
}

function page(title: string, content: readonly string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>`,
    ...content,
    '</main></body></html>',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
