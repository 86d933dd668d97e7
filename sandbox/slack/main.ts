/** `npm run slack`: the sandbox's Slack alone, until Ctrl-C, for any Bolt app. */
import { parseArgs } from 'node:util'
import { startSlack } from './index.ts'
import type { SlackSandbox, SlackSandboxOptions } from './model.ts'
import { readRequestUrl } from './request-url.ts'

const USAGE = `Usage: npm run slack -- [--port <port>] [--manifest <file>] [--request-url <address>]

  --port         port of the page and of the Web API (default 4200; a taken one: the next free one)
  --manifest     the app's manifest, YAML or JSON: its commands, its scopes, its events, its tabs
  --request-url  where the app listens, for signed HTTP; without it, it is told over Socket Mode`

/** @throws an Error that says which flag is wrong. */
function readOptions(args: string[]): SlackSandboxOptions & { readonly port: number } {
  const string = { type: 'string' } as const
  const options = { port: { ...string, default: '4200' }, manifest: string, 'request-url': string }
  const { port, manifest, 'request-url': requestUrl } = parseArgs({ args, options }).values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`--port must be a whole number from 0 to 65535, not "${port}".`)
  return {
    port: Number(port),
    ...(manifest === undefined ? {} : { manifest }),
    ...(requestUrl === undefined ? {} : { requestUrl: readRequestUrl(requestUrl) }),
  }
}

function optionsOrExit(): SlackSandboxOptions {
  if (process.argv.includes('--help')) {
    console.log(USAGE)
    return process.exit(0)
  }
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
    return process.exit(2)
  }
}

function print(slack: SlackSandbox, { manifest, requestUrl }: SlackSandboxOptions): void {
  const commands = slack.commands.map(({ command }) => command).join(', ') || 'no commands'
  const page = new URL('control/request-url', slack.url)
  console.log(`A Slack for one machine

  Page              ${slack.url}
  Web API           ${slack.apiUrl}
  Bot token         ${slack.botToken}
  App-level token   ${slack.appToken}
  Signing secret    ${slack.signingSecret}
  Manifest          ${manifest ? `${manifest}: ${commands}` : 'none: any command works, and the token has every scope but chat:write.public'}
  Deliveries        ${requestUrl ? `signed, to ${requestUrl}` : 'over Socket Mode, to the app that connects'}

A Bolt app in Socket Mode:

  new App({
    token: '${slack.botToken}',
    appToken: '${slack.appToken}',
    socketMode: true,
    clientOptions: { slackApiUrl: '${slack.apiUrl}' },
  })

Over HTTP: the same with the signingSecret from above in place of appToken and socketMode. Tell this Slack where
the app listens, with --request-url http://127.0.0.1:3000/slack/events, or while it runs:

  curl -H 'content-type: application/json' -d '{"url": "http://127.0.0.1:3000/slack/events"}' ${page}

Everything is kept in memory, and forgotten at the end. Press Ctrl-C to stop.`)
}

const options = optionsOrExit()
const slack = await startSlack(options).catch((error: unknown) => {
  console.error(`This Slack could not start: ${error instanceof Error ? error.message : error}`)
  return process.exit(1)
})

let stopping = false
const stop = async () => {
  // npm hands on what a terminal has sent to both.
  if (stopping) return
  stopping = true
  await slack.stop()
  console.log('Stopped.')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

// Printed last: whoever reads it may send a signal at once.
print(slack, options)
