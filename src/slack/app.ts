import { App, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { type Meter, noMeter } from '../lib/metrics.ts'
import { type AddToSlackDeps, installedTeams, type SlackTeams } from './oauth/installed-teams.ts'
import type { InstallSettings } from './oauth/oauth.ts'
import { timeAcknowledgements } from './receive/acknowledgement-timing.ts'
import { boltLogger, withoutBareErrors } from './receive/bolt-logger.ts'
import { createHttpReceiver, type InstallerOptions } from './receive/http-receiver.ts'
import { InFlight } from './receive/in-flight.ts'
import { addListeners } from './receive/listeners.ts'
import { healthRoutes } from './receive/public-health.ts'
import { Receiving, type Serving } from './receive/serving.ts'
import { keepSocket, type Socket } from './receive/socket.ts'
import { type SlackStartError, startError } from './receive/start-error.ts'
import { callTimeoutMs } from './send/answer.ts'
import { SlackClient } from './send/client.ts'
import { createPorts } from './send/ports.ts'
import { SlackTime } from './send/slack-check.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  /** Of the one workspace that the settings name. */
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

/** The one workspace whose token is in the settings. */
export interface FixedInstallation {
  /** Slack's id. */
  readonly team: string
  /** Its address in Slack. */
  readonly url: string
  /** When its token was good, by Slack's clock, which dates its events, too. */
  readonly verifiedAt: Temporal.Instant
}

/** Workspaces install Sightline by "Add to Slack", each with a token of its own. */
export interface AddToSlack extends AddToSlackDeps, Omit<InstallSettings, 'apiUrl'> {
  /** The states of installations are signed with keys made of these. */
  readonly keys: readonly Buffer[]
}

export interface Slack extends SlackTeams, Serving {
  /** The workspace of the settings' bot token; `null`: workspaces are installed. @throws {SlackStartError} */
  verify(): Promise<FixedInstallation | null>
}

export interface SlackDeps {
  readonly clock: Clock
  readonly log: Log
  readonly meter?: Meter
  /** Whether the bot can do its work, for callers of HTTP mode's own port. */
  readonly ready?: () => Promise<boolean>
}

interface ClientDeps extends Required<Omit<SlackDeps, 'ready'>> {
  readonly logger: Logger
  readonly time: SlackTime
}

/**
 * Slack, for the workspace whose token is in the settings, or for all that install Sightline.
 * @param install `null`: only the settings' workspace; otherwise HTTP mode, which "Add to Slack" needs
 */
export function createSlack(
  settings: SlackSettings,
  given: SlackDeps,
  install: AddToSlack | null = null,
): Slack {
  const { clock, log, meter = noMeter, ready = async () => false } = given
  const logger = boltLogger(log)
  const deps = { clock, log, meter, logger, time: new SlackTime() }
  const mode = install === null ? settings.mode : 'http'
  const installed =
    install === null ? null : installedTeams({ ...install, apiUrl: settings.apiUrl }, install, deps)
  const fixed = fixedTeam(settings, deps)
  const { changed, release, noted, meet, isUnsure, of } = installed ?? fixed
  const receiver =
    mode === 'socket'
      ? socketReceiver(settings, logger)
      : createHttpReceiver(settings, {
          wallClock: systemClock,
          log,
          logger: installed === null ? logger : withoutBareErrors(logger),
          routes: healthRoutes(ready),
          ...installerOf(installed),
        })
  const app = new App({
    receiver: timeAcknowledgements(receiver, meter, log),
    // Nothing is looked up before the acknowledgement: each call takes its workspace's token by itself.
    authorize: async () => fixed.bot ?? {},
    logger,
    logLevel: LogLevel.INFO,
    convoStore: false,
    clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
  })
  app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))
  installed?.watch(app)
  const inFlight = new InFlight(clock)
  const receiving = new Receiving(inFlight, clock)
  const lost = Promise.withResolvers<SlackStartError>()
  const explained = (error: unknown) => startError(error, { ...settings, mode })
  let socket: Socket | null = null

  return {
    of,
    changed,
    release,
    noted,
    meet,
    isUnsure,
    get connected() {
      return socket?.connected ?? receiving.listening
    },
    get inFlight() {
      return inFlight.size
    },
    // By HTTP Slack comes again: only a socket can be lost.
    lost: lost.promise,
    verify: async () => {
      if (installed !== null) return null
      try {
        return await fixed.verify()
      } catch (error) {
        throw explained(error)
      }
    },
    listen: async (handlers) => {
      if (installed === null && fixed.bot === null) throw new Error('verify() comes before listen()')
      addListeners(app, handlers, { of, installedIn: fixed.installedIn, clock, log, meter, inFlight })
      if (receiver instanceof SocketModeReceiver)
        socket = keepSocket(receiver.client, { clock, log, meter, explained, onLost: lost.resolve })
      try {
        const port = await receiving.start(app, mode === 'http' ? settings.port : null)
        socket?.keep()
        return { port }
      } catch (error) {
        throw explained(error)
      }
    },
    stop: (deadlineMs) => {
      socket?.stop()
      return receiving.stop(deadlineMs)
    },
  }
}

/** The workspace whose token is in the settings: whatever comes, comes from there, and nobody installs anything. */
function fixedTeam(settings: SlackSettings, deps: ClientDeps) {
  const { clock, logger, time } = deps
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
    deps,
  )
  const ports = createPorts(client, time, deps)
  const nothing = () => {}
  let bot: { readonly botId: string; readonly botUserId: string } | null = null
  let installedIn: string | null = null
  return {
    of: () => ports,
    changed: nothing,
    release: nothing,
    noted: async () => {},
    meet: nothing,
    isUnsure: () => false,
    /** Who the bot is, so that Bolt leaves out what it does itself; `null`: not verified yet. */
    get bot() {
      return bot
    },
    /** `null`: an organization's token works in several workspaces, and each payload tells in which. */
    get installedIn() {
      return installedIn
    },
    verify: async (): Promise<FixedInstallation> => {
      const who = await client.auth.test()
      installedIn = who.is_enterprise_install === true ? null : (who.team_id ?? null)
      bot = { botId: who.bot_id ?? '', botUserId: who.user_id ?? '' }
      return {
        team: who.team_id ?? '',
        url: who.url ?? 'https://slack.com/',
        verifiedAt: time.last ?? clock.now(),
      }
    },
  }
}

function installerOf(installed: { readonly installer: InstallerOptions } | null) {
  return installed === null ? {} : { installer: installed.installer }
}

function socketReceiver(settings: SlackSettings, logger: Logger): SocketModeReceiver {
  return new SocketModeReceiver({
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
}
