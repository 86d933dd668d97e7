/** `npm run slack`: runs only the sandbox's Slack, for any Bolt app, until Ctrl-C. */
import { parseArgs } from 'node:util'
import { optionsOrExit, runUntilStopped, whole } from '../command-line.ts'
import { readRequestUrl } from './delivery/signed-http.ts'
import { startSlack } from './index.ts'
import type { OAuthApp, SlackSandboxOptions } from './model.ts'
import type { SlackSandbox } from './sandbox.ts'

const USAGE = `Usage: npm run slack -- [options]

  --port <port>            port of the page and the Web API (default 4200, or the next free port)
  --manifest <file>        the app's manifest (YAML or JSON): its name, commands, scopes, events and tabs
  --scopes <a,b>           the bot token's scopes, if there is no manifest
  --request-url <url>      delivers signed HTTP to this URL; without it, deliveries use Socket Mode

"Add to Slack" (OAuth):

  --redirect-url <url>     where Slack sends the browser after the installation; turns on "Add to Slack"
  --client-id <id>         (default 1234567890.1234567890)
  --client-secret <secret> (default sandbox-client-secret)
  --token-life <seconds>   rotates tokens: each expires after this time; without it, tokens don't expire`

const string = { type: 'string' } as const
const FLAGS = {
  port: { ...string, default: '4200' },
  manifest: string,
  scopes: string,
  'request-url': string,
  'redirect-url': string,
  'client-id': { ...string, default: '1234567890.1234567890' },
  'client-secret': { ...string, default: 'sandbox-client-secret' },
  'token-life': string,
} as const

function readOAuth(
  redirect: string | undefined,
  flags: { readonly id: string; readonly secret: string; readonly life: string | undefined },
): OAuthApp | undefined {
  if (redirect === undefined) {
    if (flags.life === undefined) return undefined
    throw new Error('--token-life requires --redirect-url, which turns on "Add to Slack".')
  }
  if (!URL.canParse(redirect)) throw new Error(`--redirect-url is not a URL: "${redirect}".`)
  const life =
    flags.life === undefined ? {} : { tokenLifeSeconds: whole('token-life', flags.life, 1, 43_200) }
  return { clientId: flags.id, clientSecret: flags.secret, redirectUrl: () => redirect, ...life }
}

/** @throws an Error that names the wrong flag. */
function readOptions(args: string[]): SlackSandboxOptions & { readonly port: number } {
  const given = parseArgs({ args, options: FLAGS }).values
  const { manifest, scopes } = given
  if (manifest !== undefined && scopes !== undefined)
    throw new Error("--scopes can't be combined with --manifest, which lists the scopes.")
  const oauth = readOAuth(given['redirect-url'], {
    id: given['client-id'],
    secret: given['client-secret'],
    life: given['token-life'],
  })
  const requestUrl = given['request-url']
  return {
    port: whole('port', given.port, 0, 65_535),
    ...(manifest === undefined ? { appName: 'Your app' } : { manifest }),
    ...(scopes === undefined ? {} : { scopes: scopes.split(/[\s,]+/).filter(Boolean) }),
    ...(requestUrl === undefined ? {} : { requestUrl: readRequestUrl(requestUrl) }),
    ...(oauth === undefined ? {} : { oauth }),
  }
}

function printOAuth(slack: SlackSandbox, oauth: OAuthApp): string {
  return `
"Add to Slack":

  Client ID         ${oauth.clientId}
  Client secret     ${oauth.clientSecret}
  Redirect URL      ${oauth.redirectUrl()}

  new App({
    signingSecret: '${slack.signingSecret}',
    clientId: '${oauth.clientId}',
    clientSecret: '${oauth.clientSecret}',
    stateSecret: 'any',
    scopes: ['chat:write'],
    installerOptions: {
      authorizationUrl: '${slack.url}oauth/v2/authorize',
      clientOptions: { slackApiUrl: '${slack.apiUrl}' },
    },
    clientOptions: { slackApiUrl: '${slack.apiUrl}' },
  })
`
}

function print(slack: SlackSandbox, { manifest, scopes, requestUrl, oauth }: SlackSandboxOptions): void {
  const commands = slack.commands.map(({ command }) => command).join(', ') || 'no commands'
  const without = `none: any command works, and the token has ${scopes ? scopes.join(', ') : 'every scope but chat:write.public'}`
  const place = new URL('control/request-url', slack.url)
  console.log(`Slack sandbox

  Page              ${slack.url}
  IDs and methods   ${slack.url}about
  Web API           ${slack.apiUrl}
  Bot token         ${slack.botToken}
  App-level token   ${slack.appToken}
  Signing secret    ${slack.signingSecret}
  Manifest          ${manifest ? `${manifest}: ${commands}` : without}
  Deliveries        ${requestUrl ? `signed HTTP to ${requestUrl}` : 'over Socket Mode, to the app that connects'}

A Bolt app in Socket Mode:

  new App({
    token: '${slack.botToken}',
    appToken: '${slack.appToken}',
    socketMode: true,
    clientOptions: { slackApiUrl: '${slack.apiUrl}' },
  })

Over HTTP: replace appToken and socketMode with the signingSecret above, and tell this Slack where the app listens:
start it with --request-url http://127.0.0.1:3000/slack/events, or while it runs:

  curl -H 'content-type: application/json' -d '{"url": "http://127.0.0.1:3000/slack/events"}' ${place}
${oauth ? printOAuth(slack, oauth) : ''}
Everything is kept in memory and lost when it stops. Refused calls are listed here. Press Ctrl-C to stop.`)
}

const options = optionsOrExit(USAGE, readOptions)
const log = (line: string) => console.log(`${new Date().toTimeString().slice(0, 8)}  ${line}`)
const slack = await runUntilStopped('The Slack sandbox', () => startSlack({ ...options, log }))

// Printed last, because a reader may send a signal as soon as it appears.
print(slack, options)
