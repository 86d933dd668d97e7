/** Slack for the workspaces that have added Sightline: each is called with the token of its own installation. */
import type { App, Logger } from '@slack/bolt'
import { AnswerCache, Cache } from '../../lib/cache.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { Meter } from '../../lib/metrics.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { placeOf } from '../receive/identity.ts'
import { createPorts, type SlackPorts } from '../send/ports.ts'
import { type Approved, approvedWorkspaces, type SlackTime } from '../send/slack-check.ts'
import { teamClient } from '../send/team-client.ts'
import { createInstallStates } from './install-state.ts'
import type { Installed, SlackInstallations } from './installation-store.ts'
import { installerOptions, installUrlOptions } from './installer.ts'
import { type InstallSettings, tokenRenewal } from './oauth.ts'
import { OrganizationLinks } from './organization-links.ts'
import { Tokens } from './tokens.ts'

/** What Slack's side knows of the workspaces in which Sightline is installed. */
export interface SlackTeams {
  /** What the bot can do in one of them; made when it is first asked for. */
  of(team: string): SlackPorts
  /** Its installation is another one now. */
  changed(team: string): void
  /** Nothing has used it for long: what is cached of it goes, and comes back when it is used again. */
  release(team: string): void
  /**
   * Resolves when it is known whose installation works in it, where something has just come from there for the first
   * time.
   */
  noted(team: string): Promise<void>
  /** Something of that organization seems to work in it: to be confirmed, unless that is known. */
  meet(team: string, org: string): void
  /** Slack didn't tell whether the organization's installation works in it; the next delivery asks again. */
  isUnsure(team: string): boolean
}

export interface AddToSlackSettings extends InstallSettings {
  /** The states of installations are signed with keys made of these. */
  readonly keys: readonly Buffer[]
}

export interface AddToSlackDeps {
  /** Resolves when the store is open. */
  readonly store: () => Promise<SlackInstallations>
  readonly installed: (what: Installed) => Promise<void>
}

export interface InstalledTeams extends SlackTeams {
  /** What serves "Add to Slack". */
  readonly installer: InstallerOptions
  /** Has each delivery tell of which organization its workspace seems to be. */
  watch(app: App): void
}

/** Ports of more workspaces are not kept; the least recently used go first. */
const mostTeams = 2_000
/** Clicks from outside would have Slack asked each time. */
const approvalMs = 15_000

export function installedTeams(
  settings: AddToSlackSettings,
  { store, installed }: AddToSlackDeps,
  deps: {
    readonly clock: Clock
    readonly log: Log
    readonly logger: Logger
    readonly meter: Meter
    readonly time: SlackTime
  },
): InstalledTeams {
  const { clock, log, logger, meter, time } = deps
  const links = new OrganizationLinks({
    works: async (team, org) => (await store()).works(team, org),
    confirmed: async (team, org) => {
      const approved = await approvedBy(org)
      return approved?.teams.has(team) ? approved.at : null
    },
    link: async (team, org, at) => (await store()).link(team, org, at),
    unlink: async (team, org) => (await store()).unlink(team, org),
    changed: (team) => forget(team),
    failed: (team, error) => log.error('a workspace of an organization could not be noted', { team, error }),
  })
  const tokens = new Tokens({
    store: async () => {
      const opened = await store()
      return {
        ...opened,
        token: async (team: string) => {
          await links.noted(team)
          return opened.token(team)
        },
      }
    },
    clock,
    log,
    renew: tokenRenewal(settings, deps),
  })
  const clientOf = (team: string) =>
    teamClient(team, tokens, time, { slackApiUrl: settings.apiUrl, logger }, { log, meter })
  const approvals = new AnswerCache<Approved>({ clock, ttlMs: approvalMs, max: mostTeams })
  const approvedBy = (org: string) => approvals.get(org, () => approvedWorkspaces(clientOf(org), time, clock))
  const states = createInstallStates({
    keys: settings.keys,
    use: async (state, until) => (await store()).useState(state, until, clock.now()),
    clock,
    wallClock: systemClock,
    install: installUrlOptions(settings),
  })

  const ports = new Cache<SlackPorts>({ clock, ttlMs: null, max: mostTeams })
  const portsOf = (team: string): SlackPorts => {
    const made = createPorts(clientOf(team), time, deps)
    // The token of an organization doesn't say which of its workspaces is meant.
    return { ...made, slack: { check: async () => ({ ...(await made.slack.check()), team }) } }
  }
  const forget = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  return {
    installer: installerOptions(settings, { ...deps, states, installed, wallClock: systemClock }),
    watch: (app) =>
      app.use(async ({ context: { isEnterpriseInstall }, body, next }) => {
        const { team, enterprise } = placeOf(body)
        if (isEnterpriseInstall && team !== '' && enterprise !== null) links.meet(team, enterprise)
        await next()
      }),
    of: (team) => {
      const cached = ports.get(team)
      if (cached !== undefined) return cached
      const made = portsOf(team)
      ports.set(team, made)
      return made
    },
    changed: (team) => {
      links.forget(team)
      forget(team)
    },
    release: (team) => {
      // That Slack didn't tell is still so.
      if (!links.isUnsure(team)) links.forget(team)
      forget(team)
    },
    noted: (team) => links.noted(team),
    meet: (team, org) => links.meet(team, org),
    isUnsure: (team) => links.isUnsure(team),
  }
}
