import { App, HTTPReceiver, LogLevel } from '@slack/bolt'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { boltLogger } from './bolt-logger.ts'
import type { Handlers } from './handlers.ts'
import { SlackTime } from './health.ts'
import { InFlight } from './in-flight.ts'
import { createInstallStates } from './install-state.ts'
import { type InstallSettings, installerOptions, installUrlOptions, tokenRenewal } from './installer.ts'
import type { Installed, Keeper } from './keeper.ts'
import { addListeners } from './listeners.ts'
import { createPorts, type SlackPorts } from './ports.ts'
import { portOf, stopApp } from './serving.ts'
import { startError } from './start-error.ts'
import { teamClient } from './team-client.ts'
import { Tokens } from './tokens.ts'

export interface ManySettings extends InstallSettings {
  readonly signingSecret: string
  readonly port: number
  /** The states of installations are signed with keys made of these. */
  readonly keys: readonly Buffer[]
}

export interface ManyDeps {
  readonly clock: Clock
  readonly log: Log
  /** Resolves when the store is open. */
  readonly keeper: Promise<Keeper>
  readonly installed: (what: Installed) => Promise<void>
}

/** Slack as many workspaces have it: by HTTP, each with the token of its own installation. */
export interface ManySlack {
  /** What the bot can do in one of them; made when it is first asked for. */
  of(team: string): SlackPorts
  /** Its installation is another one now. */
  changed(team: string): void
  /** Starts to receive, installations included. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Stops receiving, then waits for the work in flight; returns how much was still running at the deadline. */
  stop(deadlineMs: number): Promise<number>
}

/** What is remembered of workspaces' people and channels is dropped beyond so many, the longest unused first. */
const mostWorkspaces = 2_000

export function createManySlack(settings: ManySettings, deps: ManyDeps): ManySlack {
  const { clock, log, keeper } = deps
  const logger = boltLogger(log)
  const time = new SlackTime()
  const inFlight = new InFlight(clock)
  const tokens = new Tokens({ keeper, clock, log, renew: tokenRenewal(settings, { clock, logger }) })
  const states = createInstallStates({
    keys: settings.keys,
    use: async (state, until) => (await keeper).useState(state, until, clock.now()),
    clock,
    install: installUrlOptions(settings),
  })
  const receiver = new HTTPReceiver({
    signingSecret: settings.signingSecret,
    logger,
    port: settings.port,
    ...installerOptions(settings, { states, installed: deps.installed }),
  })
  const app = new App({
    receiver,
    logger,
    logLevel: LogLevel.INFO,
    convoStore: false,
    clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
  })
  app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))

  const ports = new Map<string, SlackPorts>()
  const of = (team: string) => {
    const known = ports.get(team) ?? createPorts(clientOf(team), time, deps)
    ports.delete(team)
    ports.set(team, known)
    if (ports.size > mostWorkspaces) for (const oldest of ports.keys().take(1)) ports.delete(oldest)
    return known
  }
  const clientOf = (team: string) => teamClient(team, tokens, time, { slackApiUrl: settings.apiUrl, logger })
  const changed = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  /** An organization's installation works in workspaces that nobody has named: they are noted when they are met. */
  const met = new Set<string>()
  app.use(async ({ context: { isEnterpriseInstall, teamId, enterpriseId }, next }) => {
    if (isEnterpriseInstall && teamId !== undefined && enterpriseId !== undefined && !met.has(teamId)) {
      try {
        if (await (await keeper).link(teamId, enterpriseId, clock.now())) met.add(teamId)
        changed(teamId)
      } catch (error) {
        log.error('a workspace of an organization could not be noted', { team: teamId, error })
      }
    }
    await next()
  })

  let listening = false
  return {
    of,
    changed: (team) => {
      met.delete(team)
      changed(team)
    },
    listen: async (handlers) => {
      addListeners(app, handlers, { of, clock, log, inFlight })
      try {
        const server: unknown = await app.start()
        listening = true
        return { port: portOf(server) }
      } catch (error) {
        throw startError(error, { ...settings, mode: 'http' })
      }
    },
    stop: (deadlineMs) => {
      const stopping = stopApp(listening ? app : null, inFlight, clock, deadlineMs)
      listening = false
      return stopping
    },
  }
}
