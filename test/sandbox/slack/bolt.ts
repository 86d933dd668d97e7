/** A sandbox with a stock Bolt app, in either of Bolt's modes. */
import type { AddressInfo } from 'node:net'
import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { onTestFinished } from 'vitest'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { ackTimeoutMs } from '../../patience.ts'
import { createCollector } from './collector.ts'
import { type SandboxOptions, startSandbox } from './manifest.ts'
import { clientOf } from './web-api.ts'

export type Mode = 'socket' | 'http'
export const MODES: readonly Mode[] = ['socket', 'http']

export interface Running {
  readonly slack: SlackSandbox
  readonly app: App
  stop(): Promise<void>
}

const quiet = { logLevel: LogLevel.ERROR }

/** Each client gets separate option objects, because Bolt changes them. */
function build(slack: SlackSandbox, mode: Mode, ignoreSelf: boolean): App {
  const clientOptions = () => ({ slackApiUrl: slack.apiUrl })
  const common = {
    token: slack.botToken,
    clientOptions: clientOptions(),
    deferInitialization: true,
    ignoreSelf,
    ...quiet,
  }
  if (mode === 'http') return new App({ ...common, signingSecret: slack.signingSecret })
  const installerOptions = { clientOptions: clientOptions() }
  const receiver = new SocketModeReceiver({ appToken: slack.appToken, installerOptions, ...quiet })
  return new App({ ...common, receiver })
}

/**
 * Starts both. `listen` registers the app's listeners before it starts.
 * @param bolt `ignoreSelf: false`: the listeners also get events about the app's own actions
 */
export async function startBolt(
  mode: Mode,
  listen: (app: App) => void,
  options: SandboxOptions = {},
  bolt: { readonly ignoreSelf?: boolean } = {},
): Promise<Running> {
  const slack = await startSandbox({ ackTimeoutMs, ...options })
  const app = build(slack, mode, bolt.ignoreSelf ?? true)
  app.error(async (error) => {
    if (!('original' in error)) throw error
  })
  listen(app)
  await app.init()
  const server: unknown = await app.start(0)
  if (mode === 'http') slack.setRequestUrl(`http://127.0.0.1:${portOf(server)}/slack/events`)
  const stop = async () => {
    await app.stop()
    await slack.stop()
  }
  return { slack, app, stop }
}

/** Both for one test. */
export async function boltForTest(...given: Parameters<typeof startBolt>): Promise<Running> {
  const running = await startBolt(...given)
  onTestFinished(running.stop)
  return running
}

type Event = Record<string, unknown>

/** Such an app for one test, which collects its events, the retried ones with their number, and a client for it. */
export async function hearingBolt(
  mode: Mode,
  manifest: object,
  listen: (app: App) => void = () => undefined,
  bolt: Parameters<typeof startBolt>[3] = {},
) {
  const heard = createCollector<Event>()
  const hear = (app: App) => {
    app.use(async ({ body, context: { retryNum }, next }) => {
      if ('event' in body) heard.add({ ...body.event, ...(retryNum === undefined ? {} : { retryNum }) })
      await next()
    })
    listen(app)
  }
  const { slack } = await boltForTest(mode, hear, { manifest, rateLimits: false }, bolt)
  return { slack, heard, client: clientOf(slack) }
}

/** In the order in which they happened, which may differ from the order of their deliveries. */
export const inOrder = (events: readonly Event[]) =>
  events.toSorted((a, b) => (String(a.event_ts) < String(b.event_ts) ? -1 : 1))

export const ofType = (events: readonly Event[], type: string): Event =>
  events.find((event) => event.type === type) ?? {}

function portOf(server: unknown): number {
  const address = (server as { address(): AddressInfo }).address()
  return address.port
}
