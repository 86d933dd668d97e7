import { App, HTTPReceiver, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { callTimeoutMs } from './answer.ts'
import { boltLogger } from './bolt-logger.ts'
import type { Handlers } from './handlers.ts'
import { SlackTime } from './health.ts'
import { InFlight } from './in-flight.ts'
import { addListeners } from './listeners.ts'
import { createPorts, type SlackPorts } from './ports.ts'
import { portOf, stopApp } from './serving.ts'
import { startError } from './start-error.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

export interface SlackApp extends SlackPorts {
  /** Verifies the bot token; `url` is the workspace's address. @throws {SlackStartError} */
  verify(): Promise<{ readonly team: string; readonly url: string }>
  /** Starts to receive. In HTTP mode the port that it listens on is returned. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Stops receiving, then waits for the work in flight; returns how much was still running at the deadline. */
  stop(deadlineMs: number): Promise<number>
}

export function createSlackApp(settings: SlackSettings, deps: { clock: Clock; log: Log }): SlackApp {
  const { clock, log } = deps
  const logger = boltLogger(log)
  const time = new SlackTime()
  // One options object for each client: Bolt and the socket receiver write into what they are given.
  const client = new WebClient(settings.botToken, {
    slackApiUrl: settings.apiUrl,
    logger,
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: time.fetch,
  })
  const ports = createPorts(client, time, deps)
  const receiver =
    settings.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          installerOptions: { clientOptions: { slackApiUrl: settings.apiUrl } },
        })
      : new HTTPReceiver({ signingSecret: settings.signingSecret, logger, port: settings.port })
  const createApp = (botId: string, botUserId: string) =>
    new App({
      token: settings.botToken,
      botId,
      botUserId,
      // Done by `verify`, whose answer they are.
      tokenVerificationEnabled: false,
      receiver,
      logger,
      logLevel: LogLevel.INFO,
      convoStore: false,
      clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
    })
  let app: App | null = null
  const inFlight = new InFlight(clock)
  let listening = false

  return {
    ...ports,
    verify: async () => {
      try {
        const who = await client.auth.test()
        app = createApp(who.bot_id ?? '', who.user_id ?? '')
        app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))
        return { team: who.team_id ?? '', url: who.url ?? 'https://slack.com/' }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    listen: async (handlers) => {
      if (app === null) throw new Error('verify() comes before listen()')
      addListeners(app, handlers, { of: () => ports, clock, log, inFlight })
      try {
        const server: unknown = await app.start()
        listening = true
        return { port: portOf(server) }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    stop: (deadlineMs) => {
      const stopping = stopApp(listening ? app : null, inFlight, clock, deadlineMs)
      listening = false
      return stopping
    },
  }
}
