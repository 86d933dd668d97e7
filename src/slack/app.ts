import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { type Meter, noMeter } from '../lib/metrics.ts'
import { timeAcknowledgements } from './receive/acknowledgement-timing.ts'
import { boltLogger } from './receive/bolt-logger.ts'
import { createHttpReceiver } from './receive/http-receiver.ts'
import { InFlight } from './receive/in-flight.ts'
import { addListeners } from './receive/listeners.ts'
import { healthRoutes } from './receive/public-health.ts'
import { Receiving, type Serving } from './receive/serving.ts'
import { keepSocket, type Socket } from './receive/socket.ts'
import { type SlackStartError, startError } from './receive/start-error.ts'
import { callTimeoutMs } from './send/answer.ts'
import { SlackClient } from './send/client.ts'
import { createPorts, type SlackPorts } from './send/ports.ts'
import { SlackTime } from './send/slack-check.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

export interface SlackApp extends SlackPorts, Serving {
  /** Verifies the bot token; `url` is the workspace's address, `at` the time by Slack's clock. @throws {SlackStartError} */
  verify(): Promise<{ readonly team: string; readonly url: string; readonly at: Temporal.Instant }>
}

export interface SlackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly meter?: Meter
  /** Whether the bot can do its work, for who asks in HTTP mode's own port. */
  readonly ready?: () => Promise<boolean>
}

export function createSlackApp(settings: SlackSettings, deps: SlackDeps): SlackApp {
  const { clock, log, meter = noMeter, ready = async () => false } = deps
  const logger = boltLogger(log)
  const time = new SlackTime()
  // One options object for each client: Bolt and the socket receiver write into what they are given.
  const options = {
    slackApiUrl: settings.apiUrl,
    logger,
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    fetch: time.fetch,
  }
  const client = new SlackClient(settings.botToken, options, { log, meter })
  const ports = createPorts(client, time, deps)
  const receiver =
    settings.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          // Ours to do: see socket.ts.
          autoReconnectEnabled: false,
          installerOptions: {
            clientOptions: {
              slackApiUrl: settings.apiUrl,
              timeout: callTimeoutMs,
              retryConfig: { retries: 2, factor: 1.3 },
            },
          },
        })
      : createHttpReceiver(settings, { wallClock: systemClock, log, logger, routes: healthRoutes(ready) })
  const createApp = (botId: string, botUserId: string) =>
    new App({
      token: settings.botToken,
      botId,
      botUserId,
      // Done by `verify`, whose answer they are.
      tokenVerificationEnabled: false,
      receiver: timeAcknowledgements(receiver, meter, log),
      logger,
      logLevel: LogLevel.INFO,
      convoStore: false,
      clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
    })
  let app: App | null = null
  let installedIn: string | null = null
  const inFlight = new InFlight(clock)
  const receiving = new Receiving(inFlight, clock)
  let socket: Socket | null = null
  const lost = Promise.withResolvers<SlackStartError>()

  return {
    ...ports,
    get connected() {
      return socket?.connected ?? receiving.listening
    },
    get inFlight() {
      return inFlight.size
    },
    lost: lost.promise,
    verify: async () => {
      try {
        const who = await client.auth.test()
        // An organization's token works in several workspaces: each payload tells in which.
        installedIn = who.is_enterprise_install === true ? null : (who.team_id ?? null)
        app = createApp(who.bot_id ?? '', who.user_id ?? '')
        app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))
        const at = time.last ?? clock.now()
        return { team: who.team_id ?? '', url: who.url ?? 'https://slack.com/', at }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    listen: async (handlers) => {
      if (app === null) throw new Error('verify() comes before listen()')
      addListeners(app, handlers, { of: () => ports, installedIn, clock, log, meter, inFlight })
      if (receiver instanceof SocketModeReceiver)
        socket = keepSocket(receiver.client, {
          clock,
          log,
          meter,
          explained: (error) => startError(error, settings),
          onLost: lost.resolve,
        })
      try {
        const port = await receiving.start(app, settings.mode === 'http' ? settings.port : null)
        socket?.keep()
        return { port }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    stop: (deadlineMs) => {
      socket?.stop()
      return receiving.stop(deadlineMs)
    },
  }
}
