import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { type Meter, noMeter } from '../lib/metrics.ts'
import { type AddToSlackOptions, installedTeams, type SlackTeams } from './oauth/installed-teams.ts'
import { timeAcknowledgements } from './receive/acknowledgement-timing.ts'
import { boltLogger, withoutBareErrors } from './receive/bolt-logger.ts'
import { createHttpReceiver, type InstallerOptions } from './receive/http-receiver.ts'
import { InFlight } from './receive/in-flight.ts'
import { addListeners } from './receive/listeners.ts'
import { healthRoutes } from './receive/public-health.ts'
import { type RecordQuestion, recordsQuestions } from './receive/record-questions.ts'
import { Receiving, type Serving } from './receive/serving.ts'
import { keepSocket, type Socket } from './receive/socket.ts'
import { type SlackStartError, startError } from './receive/start-error.ts'
import { callTimeoutMs } from './send/answer.ts'
import { SlackClient, type SlackContext } from './send/client.ts'
import { createPorts } from './send/ports.ts'
import { SlackTime } from './send/slack-check.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  /** Of the configured workspace; empty with "Add to Slack". */
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

/** The workspace of the configured bot token. */
export interface FixedInstallation {
  /** Slack's id. */
  readonly team: string
  /** Its address in Slack. */
  readonly url: string
  /** When Slack accepted the token, by Slack's clock, which also dates its events. */
  readonly verifiedAt: Temporal.Instant
}

export type AddToSlack = Omit<AddToSlackOptions, 'apiUrl'>

export interface Slack extends SlackTeams, Serving {
  /** The workspace of the configured bot token; `null` with "Add to Slack". @throws {SlackStartError} */
  verify(): Promise<FixedInstallation | null>
}

/** Set by the process, and by tests that run several bots in one. */
export interface SlackOptions {
  readonly clock: Clock
  readonly log: Log
  readonly meter?: Meter
  /** Readiness, served on HTTP mode's public port. */
  readonly ready?: () => Promise<boolean>
  /** Settles when the handlers are ready, or the start has failed. */
  readonly started?: Promise<unknown>
}

/**
 * Connects to Slack with the configured token, or for all workspaces that install Sightline.
 * @param install `null`: only the configured workspace; otherwise HTTP mode, which "Add to Slack" needs
 */
export function createSlack(
  settings: SlackSettings,
  options: SlackOptions,
  install: AddToSlack | null = null,
): Slack {
  const { clock, log, meter = noMeter, ready = async () => false, started } = options
  const logger = boltLogger(log)
  const context = { clock, log, meter, logger, time: new SlackTime() }
  const mode = install === null ? settings.mode : 'http'
  const installed = install === null ? null : installedTeams({ ...install, apiUrl: settings.apiUrl }, context)
  const fixed = fixedTeam(settings, context)
  const { changed, release, linkSettled, linkFailed, resumeRenewal, renewed, of } = installed ?? fixed
  const receiver =
    mode === 'socket'
      ? socketReceiver(settings, logger)
      : createHttpReceiver(settings, {
          wallClock: systemClock,
          log,
          logger: installed === null ? logger : withoutBareErrors(logger),
          routes: healthRoutes(ready),
          ...installerOf(installed, started),
        })
  let record: RecordQuestion = async () => null
  const app = new App({
    receiver: recordsQuestions(timeAcknowledgements(receiver, meter, log), (body) => record(body)),
    // No token lookup before the acknowledgement: each call reads its workspace's token.
    authorize: async () => fixed.bot ?? {},
    logger,
    logLevel: LogLevel.INFO,
    convoStore: false,
    clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
  })
  app.error(async (error) => log.error('Bolt failed to handle a delivery', { code: error.code, error }))
  installed?.linkOnDelivery(app)
  const inFlight = new InFlight(clock)
  const receiving = new Receiving(inFlight, clock)
  const lost = Promise.withResolvers<SlackStartError>()
  const toStartError = (error: unknown) => startError(error, { ...settings, mode })
  let socket: Socket | null = null

  return {
    of,
    changed,
    release,
    linkSettled,
    linkFailed,
    resumeRenewal,
    renewed,
    get connected() {
      return socket?.connected ?? receiving.listening
    },
    get inFlight() {
      return inFlight.size
    },
    // Only a socket can be lost.
    lost: lost.promise,
    verify: async () => {
      if (installed !== null) return null
      try {
        return await fixed.verify()
      } catch (error) {
        throw toStartError(error)
      }
    },
    listen: async (handlers) => {
      if (installed === null && fixed.bot === null) throw new Error('verify() comes before listen()')
      record = addListeners(app, handlers, {
        of,
        installedIn: fixed.installedIn,
        clock,
        log,
        meter,
        inFlight,
      })
      if (receiver instanceof SocketModeReceiver)
        socket = keepSocket(receiver.client, { clock, log, meter, toStartError, onLost: lost.resolve })
      try {
        const port = await receiving.start(app, mode === 'http' ? settings.port : null)
        socket?.keep()
        return { port }
      } catch (error) {
        throw toStartError(error)
      }
    },
    stop: (deadlineMs) => {
      socket?.stop()
      return receiving.stop(deadlineMs)
    },
  }
}

/** The workspace of the configured token. All deliveries belong to it. */
function fixedTeam(settings: SlackSettings, context: SlackContext & { readonly time: SlackTime }) {
  const { clock, logger, time } = context
  const client = new SlackClient(
    settings.botToken,
    {
      slackApiUrl: settings.apiUrl,
      logger,
      timeout: callTimeoutMs,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
      fetch: time.fetch,
    },
    context,
  )
  const ports = createPorts(client, time, context)
  const noop = () => {}
  let bot: { readonly botId: string; readonly botUserId: string } | null = null
  let installedIn: string | null = null
  return {
    of: () => ports,
    changed: noop,
    release: noop,
    linkSettled: async () => {},
    linkFailed: () => false,
    resumeRenewal: async () => {},
    renewed: async () => {},
    /** The bot's ids, so that Bolt ignores its own events; `null`: not verified yet. */
    get bot() {
      return bot
    },
    /** `null`: an organization's token, whose payloads name their workspace. */
    get installedIn() {
      return installedIn
    },
    verify: async (): Promise<FixedInstallation> => {
      const identity = await client.auth.test()
      installedIn = identity.is_enterprise_install === true ? null : (identity.team_id ?? null)
      bot = { botId: identity.bot_id ?? '', botUserId: identity.user_id ?? '' }
      return {
        team: identity.team_id ?? '',
        url: identity.url ?? 'https://slack.com/',
        verifiedAt: time.last ?? clock.now(),
      }
    },
  }
}

function installerOf(
  installed: { readonly installer: InstallerOptions } | null,
  started: Promise<unknown> | undefined,
) {
  if (installed === null) return {}
  return { installer: installed.installer, ...(started === undefined ? {} : { started }) }
}

function socketReceiver(settings: SlackSettings, logger: Logger): SocketModeReceiver {
  return new SocketModeReceiver({
    appToken: settings.appToken,
    logger,
    // socket.ts reconnects.
    autoReconnectEnabled: false,
    installerOptions: {
      clientOptions: {
        slackApiUrl: settings.apiUrl,
        timeout: callTimeoutMs,
        retryConfig: { retries: 2, factor: 1.3 },
      },
    },
  })
}
