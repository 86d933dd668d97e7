/** Slack ports of the workspaces that Sightline is installed in, by "Add to Slack" or by the token in the settings. */
import type { App } from '@slack/bolt'
import { AnswerCache, Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { placeOf } from '../receive/identity.ts'
import { type SlackContext, teamClient } from '../send/client.ts'
import { createPorts, type SlackPorts } from '../send/ports.ts'
import { type Approved, approvedWorkspaces, type SlackTime } from '../send/slack-check.ts'
import type { Installed, RenewalRefused, SlackInstallations, TokenRef } from './installation-store.ts'
import { createInstallStates, installerOptions, installUrlOptions } from './installer.ts'
import { type InstallSettings, tokenRenewal } from './oauth.ts'
import { OrganizationLinks } from './organization-links.ts'
import { Tokens } from './tokens.ts'

/** Slack ports by workspace, and the state of its installation. */
export interface SlackTeams {
  /** Ports of a workspace, created on first use. */
  of(team: string): SlackPorts
  /** Call when a workspace's installation has changed: drops everything cached for it. */
  changed(team: string): void
  /** Frees the memory of an idle workspace. */
  release(team: string): void
  /** Waits until a workspace's link to its organization is stored or has failed. */
  linkSettled(team: string): Promise<void>
  /** Slack didn't confirm or deny the link; the next delivery retries. */
  linkFailed(team: string): boolean
  /** Repeats the renewal of a token that was cut off. */
  resumeRenewal(token: TokenRef): Promise<void>
  /** Waits for pending token renewals, since a token that Slack has issued must not be lost. */
  renewed(): Promise<void>
}

export interface AddToSlack extends Omit<InstallSettings, 'apiUrl'> {
  /** Sign the `state` of installations. */
  readonly keys: readonly Buffer[]
  readonly installed: (installation: Installed) => Promise<void>
  /** Slack refuses to renew a token. May be called repeatedly. */
  readonly renewalRefused: (refusal: RenewalRefused) => Promise<void>
}

export interface InstalledTeamsOptions {
  readonly apiUrl: string
  /** The token of the settings, for their only installation. Not used with "Add to Slack". */
  readonly botToken: string
  /** Resolves when the store is open. */
  readonly store: () => Promise<SlackInstallations>
  /** Slack refuses a workspace's token. May be called repeatedly. */
  readonly tokenRefused: (team: string, code: string) => Promise<void>
}

export interface InstalledTeams {
  readonly teams: SlackTeams
  /** Serves "Add to Slack"; `null`: there is only the installation of the settings. */
  readonly installer: InstallerOptions | null
  /** Links workspaces to their organization as their deliveries arrive. */
  linkOnDelivery(app: App): void
}

/** More than the workspaces kept in memory (`app/runtime.ts`), since none of those may lose its ports. */
const maxTeams = 6_000
/** Cached, so that clicks from other organizations don't cause a request each. */
const approvalTtlMs = 15_000

/** @param install `null`: the only installation is that of the settings, whose token doesn't expire */
export function installedTeams(
  { apiUrl, botToken, store, tokenRefused }: InstalledTeamsOptions,
  install: AddToSlack | null,
  context: SlackContext & { readonly time: SlackTime },
): InstalledTeams {
  const { clock, log, logger, meter, time } = context
  const links = new OrganizationLinks({
    works: async (team, org) => (await store()).works(team, org),
    confirmed: async (team, org) => {
      const approved = await approvedBy(org)
      return approved?.teams.has(team) ? approved.at : null
    },
    link: async (team, org, at) => (await store()).link(team, org, at),
    changed: (team) => forget(team),
    failed: (team, error) =>
      log.error('a workspace could not be linked to its organization', { team, error }),
  })
  const tokens = new Tokens({
    token: async (team) => {
      if (install === null) return { owner: team, generation: 1, token: botToken, rotation: null }
      await links.linkSettled(team)
      return (await store()).token(team)
    },
    store,
    clock,
    log,
    renew: tokenRenewal({ clientId: '', clientSecret: '', ...install, apiUrl }, context),
    refused: async (refusal) => install?.renewalRefused(refusal),
  })
  const clientOf = (team: string) =>
    teamClient(team, tokens, time, { slackApiUrl: apiUrl, logger }, { log, meter }, tokenRefused)
  const approvals = new AnswerCache<Approved>({ clock, ttlMs: approvalTtlMs, max: maxTeams })
  const approvedBy = (org: string) => approvals.get(org, () => approvedWorkspaces(clientOf(org), time, clock))
  const ports = new Cache<SlackPorts>({ clock, ttlMs: null, max: maxTeams })
  const portsOf = (team: string): SlackPorts => {
    const teamPorts = createPorts(clientOf(team), time, context)
    const check = async () => {
      const health = await teamPorts.slack.check()
      // An organization's token names the organization.
      return health.isOrg ? { ...health, team } : health
    }
    return { ...teamPorts, slack: { check } }
  }
  const forget = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  const teams: SlackTeams = {
    of: (team) => {
      const cached = ports.get(team)
      if (cached !== undefined) return cached
      const created = portsOf(team)
      ports.set(team, created)
      return created
    },
    changed: (team) => {
      links.forget(team)
      forget(team)
    },
    release: (team) => {
      // A failed link stays failed until the next delivery.
      if (!links.linkFailed(team)) links.forget(team)
      forget(team)
    },
    linkSettled: (team) => links.linkSettled(team),
    linkFailed: (team) => links.linkFailed(team),
    resumeRenewal: (token) => tokens.resume(token),
    renewed: () => tokens.settled(),
  }
  return {
    teams,
    installer: install === null ? null : installer({ ...install, apiUrl }, store, context),
    linkOnDelivery: (app) =>
      app.use(async ({ context: { isEnterpriseInstall }, body, next }) => {
        const { team, enterprise } = placeOf(body)
        if (isEnterpriseInstall && team !== '' && enterprise !== null) links.ensureLink(team, enterprise)
        await next()
      }),
  }
}

function installer(
  install: AddToSlack & InstallSettings,
  store: InstalledTeamsOptions['store'],
  context: SlackContext,
): InstallerOptions {
  const { clock } = context
  const states = createInstallStates({
    keys: install.keys,
    use: async (state, until) => (await store()).useState(state, until, clock.now()),
    clock,
    wallClock: systemClock,
    install: installUrlOptions(install),
  })
  return installerOptions(install, {
    ...context,
    states,
    installed: install.installed,
    wallClock: systemClock,
  })
}
