import { App, LogLevel, SocketModeReceiver } from '@slack/bolt'
import { WebClient } from '@slack/web-api'
import { type Clock, systemClock } from '../clock.ts'
import type { Log } from '../log.ts'
import { answerTo, callTimeoutMs } from './answer.ts'
import { boltLogger } from './bolt-logger.ts'
import { createDirectory } from './directory.ts'
import { createFiles } from './files.ts'
import type { Handlers } from './handlers.ts'
import { createSlackCheck, SlackTime } from './health.ts'
import { createHistory } from './history.ts'
import { createHttpReceiver, patience } from './http-receiver.ts'
import { InFlight } from './in-flight.ts'
import { addListeners } from './listeners.ts'
import { createHomeTabs, createModals } from './modals.ts'
import { createPeople } from './people.ts'
import type {
  Answer,
  ChannelDirectory,
  FileSender,
  History,
  HomeTabs,
  Modals,
  People,
  Poster,
  SlackCheck,
} from './port.ts'
import { createPoster } from './poster.ts'
import { startError } from './start-error.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

export interface SlackApp {
  readonly poster: Poster
  readonly modals: Modals
  readonly homeTabs: HomeTabs
  readonly people: People
  readonly directory: ChannelDirectory
  readonly history: History
  readonly files: FileSender
  readonly slack: SlackCheck
  /** Answers where a click came from, by its response address; without one, in the channel or in direct messages. */
  answerAt(place: {
    readonly responseAddress: string | null
    readonly channel: string | null
    readonly user: string
  }): Answer
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
  const modals = createModals(client)
  const receiver =
    settings.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          installerOptions: { clientOptions: { slackApiUrl: settings.apiUrl } },
        })
      : createHttpReceiver(settings, { wallClock: systemClock, log, logger })
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
    poster: createPoster(client),
    modals,
    homeTabs: createHomeTabs(client),
    people: createPeople(client, deps),
    directory: createDirectory(client),
    history: createHistory(client),
    files: createFiles(client),
    slack: createSlackCheck(client, time),
    answerAt: ({ responseAddress, ...asker }) => answerTo(responseAddress, client, asker, clock),
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
      addListeners(app, handlers, { client, modals, clock, log, inFlight })
      try {
        const http = settings.mode === 'http'
        const server: unknown = await (http ? app.start(settings.port, patience) : app.start())
        listening = true
        return { port: portOf(server) }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    stop: async (deadlineMs) => {
      const closed = app !== null && listening ? app.stop().catch(() => {}) : Promise.resolve()
      listening = false
      const left = await inFlight.drain(deadlineMs)
      // The HTTP server closes when its last keep-alive connection does; nobody has to wait for that.
      await Promise.race([closed, clock.sleep(250)])
      return left
    },
  }
}

function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}
