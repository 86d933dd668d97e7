import { App, LogLevel } from '@slack/bolt'
import { AnswerCache } from '../lib/cache.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { type Meter, noMeter } from '../lib/metrics.ts'
import { createInstallStates } from './oauth/install-state.ts'
import type { Installed, SlackInstallations } from './oauth/installation-store.ts'
import { installerOptions, installUrlOptions } from './oauth/installer.ts'
import { type InstallSettings, tokenRenewal } from './oauth/oauth.ts'
import { OrganizationLinks } from './oauth/organization-links.ts'
import { Tokens } from './oauth/tokens.ts'
import { timeAcknowledgements } from './receive/acknowledgement-timing.ts'
import { boltLogger, withoutBareErrors } from './receive/bolt-logger.ts'
import { createHttpReceiver } from './receive/http-receiver.ts'
import { placeOf } from './receive/identity.ts'
import { InFlight } from './receive/in-flight.ts'
import { addListeners } from './receive/listeners.ts'
import { healthRoutes } from './receive/public-health.ts'
import { Receiving, type Serving } from './receive/serving.ts'
import { startError } from './receive/start-error.ts'
import { createPorts, type SlackPorts } from './send/ports.ts'
import { type Approved, approvedWorkspaces, SlackTime } from './send/slack-check.ts'
import { teamClient } from './send/team-client.ts'

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
  readonly keeper: Promise<SlackInstallations>
  readonly installed: (what: Installed) => Promise<void>
  readonly meter?: Meter
  /** Whether the bot can do its work, for who asks on the port of Slack's requests. */
  readonly ready?: () => Promise<boolean>
}

/** Slack as many workspaces have it: by HTTP, each with the token of its own installation. */
export interface ManySlack extends Serving {
  /** What the bot can do in one of them; made when it is first asked for. */
  of(team: string): SlackPorts
  /** Its installation is another one now. */
  changed(team: string): void
  /** Resolves when it is known whose installation works in it, where something has just come from there for the first time. */
  noted(team: string): Promise<void>
  /** Something of that organization seems to work in it: to be confirmed, unless that is known. */
  meet(team: string, org: string): void
  /** Slack didn't tell whether the organization's installation works in it; the next delivery asks again. */
  isUnsure(team: string): boolean
}

/** What is remembered of workspaces' people and channels is dropped beyond so many, the longest unused first. */
const mostWorkspaces = 2_000
/** Whoever clicks from outside would have Slack asked each time. */
const approvalMinutes = 0.25

export function createManySlack(settings: ManySettings, deps: ManyDeps): ManySlack {
  const { clock, log, keeper, meter = noMeter, ready = async () => false } = deps
  const logger = boltLogger(log)
  const time = new SlackTime()
  const inFlight = new InFlight(clock)
  const met = new OrganizationLinks({
    works: async (team, org) => (await keeper).works(team, org),
    confirmed: async (team, org) => {
      const approved = await approvedBy(org)
      return approved?.teams.has(team) ? approved.at : null
    },
    link: async (team, org, at) => (await keeper).link(team, org, at),
    unlink: async (team, org) => (await keeper).unlink(team, org),
    changed: (team) => changed(team),
    failed: (team, error) => log.error('a workspace of an organization could not be noted', { team, error }),
  })
  const tokenStore = keeper.then((store) => ({
    ...store,
    token: async (team: string) => {
      await met.noted(team)
      return store.token(team)
    },
  }))
  // Whoever asks meets the rejection; without an asker it must not end the process.
  tokenStore.catch(() => {})
  const asking = { clock, logger, log, meter }
  const tokens = new Tokens({ keeper: tokenStore, clock, log, renew: tokenRenewal(settings, asking) })
  const approvals = new AnswerCache<Approved>({
    clock,
    ttlMs: approvalMinutes * 60_000,
    max: mostWorkspaces,
  })
  const approvedBy = (org: string) =>
    approvals.get(org, () => {
      const options = { slackApiUrl: settings.apiUrl, logger }
      return approvedWorkspaces(teamClient(org, tokens, time, options, { log, meter }), time, clock)
    })
  const states = createInstallStates({
    keys: settings.keys,
    use: async (state, until) => (await keeper).useState(state, until, clock.now()),
    clock,
    wallClock: systemClock,
    install: installUrlOptions(settings),
  })
  const receiver = createHttpReceiver(settings, {
    wallClock: systemClock,
    log,
    logger: withoutBareErrors(logger),
    routes: healthRoutes(ready),
    installer: installerOptions(settings, {
      ...asking,
      states,
      installed: deps.installed,
      wallClock: systemClock,
    }),
  })
  const app = new App({
    receiver: timeAcknowledgements(receiver, meter, log),
    // Nothing is looked up before the acknowledgement: each call takes its workspace's token by itself.
    authorize: async () => ({}),
    logger,
    logLevel: LogLevel.INFO,
    convoStore: false,
    clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
  })
  app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))

  const ports = new Map<string, SlackPorts>()
  const of = (team: string) => {
    const known = ports.get(team) ?? portsOf(team)
    ports.delete(team)
    ports.set(team, known)
    if (ports.size > mostWorkspaces) for (const oldest of ports.keys().take(1)) ports.delete(oldest)
    return known
  }
  const portsOf = (team: string): SlackPorts => {
    const options = { slackApiUrl: settings.apiUrl, logger }
    const made = createPorts(teamClient(team, tokens, time, options, { log, meter }), time, deps)
    // The token of an organization doesn't say which of its workspaces is meant.
    return { ...made, slack: { check: async () => ({ ...(await made.slack.check()), team }) } }
  }
  const changed = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  app.use(async ({ context: { isEnterpriseInstall }, body, next }) => {
    const { team, enterprise } = placeOf(body)
    if (isEnterpriseInstall && team !== '' && enterprise !== null) met.meet(team, enterprise)
    await next()
  })

  const receiving = new Receiving(inFlight, clock)
  return {
    of,
    get connected() {
      return receiving.listening
    },
    get inFlight() {
      return inFlight.size
    },
    // By HTTP nothing is lost for good: whoever has something to say comes again.
    lost: new Promise(() => {}),
    changed: (team) => {
      met.forget(team)
      changed(team)
    },
    noted: (team) => met.noted(team),
    meet: (team, org) => met.meet(team, org),
    isUnsure: (team) => met.isUnsure(team),
    listen: async (handlers) => {
      addListeners(app, handlers, { of, installedIn: null, clock, log, meter, inFlight })
      try {
        return { port: await receiving.start(app, settings.port) }
      } catch (error) {
        throw startError(error, { ...settings, mode: 'http' })
      }
    },
    stop: (deadlineMs) => receiving.stop(deadlineMs),
  }
}
