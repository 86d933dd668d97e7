/** Slack ports of the workspaces that installed Sightline by "Add to Slack", each with its own token. */
import type { App } from '@slack/bolt'
import { AnswerCache, Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import type { InstallerOptions } from '../receive/http-receiver.ts'
import { placeOf } from '../receive/identity.ts'
import type { SlackContext } from '../send/client.ts'
import { createPorts, type SlackPorts } from '../send/ports.ts'
import { type Approved, approvedWorkspaces, type SlackTime } from '../send/slack-check.ts'
import { teamClient } from '../send/team-client.ts'
import { createInstallStates } from './install-state.ts'
import type { Installed, RenewalRefused, SlackInstallations, TokenRef } from './installation-store.ts'
import { installerOptions, installUrlOptions } from './installer.ts'
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
  /** Starts linking the workspace to the organization, unless it is linked. */
  /** Slack didn't confirm or deny the link; the next delivery retries. */
  linkFailed(team: string): boolean
  /** Repeats the renewal of a token that was cut off. */
  resumeRenewal(token: TokenRef): Promise<void>
  /** Waits for pending token renewals, since a token that Slack has issued must not be lost. */
  renewed(): Promise<void>
}

export interface AddToSlackOptions extends InstallSettings {
  /** Sign the `state` of installations. */
  readonly keys: readonly Buffer[]
  /** Resolves when the store is open. */
  readonly store: () => Promise<SlackInstallations>
  readonly installed: (installation: Installed) => Promise<void>
  /** Slack refuses to renew a token. May be called repeatedly. */
  readonly refused: (refusal: RenewalRefused) => Promise<void>
}

export interface InstalledTeams extends SlackTeams {
  /** Serves "Add to Slack". */
  readonly installer: InstallerOptions
  /** Links workspaces to their organization as their deliveries arrive. */
  linkOnDelivery(app: App): void
}

/** More than the workspaces kept in memory (`app/runtime.ts`), since none of those may lose its ports. */
const maxTeams = 6_000
/** Cached, so that clicks from other organizations don't cause a request each. */
const approvalTtlMs = 15_000

export function installedTeams(
  options: AddToSlackOptions,
  context: SlackContext & { readonly time: SlackTime },
): InstalledTeams {
  const { store, installed } = options
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
    store: async () => {
      const opened = await store()
      return {
        ...opened,
        token: async (team: string) => {
          await links.linkSettled(team)
          return opened.token(team)
        },
      }
    },
    clock,
    log,
    renew: tokenRenewal(options, context),
    refused: options.refused,
  })
  const clientOf = (team: string) =>
    teamClient(team, tokens, time, { slackApiUrl: options.apiUrl, logger }, { log, meter })
  const approvals = new AnswerCache<Approved>({ clock, ttlMs: approvalTtlMs, max: maxTeams })
  const approvedBy = (org: string) => approvals.get(org, () => approvedWorkspaces(clientOf(org), time, clock))
  const states = createInstallStates({
    keys: options.keys,
    use: async (state, until) => (await store()).useState(state, until, clock.now()),
    clock,
    wallClock: systemClock,
    install: installUrlOptions(options),
  })

  const ports = new Cache<SlackPorts>({ clock, ttlMs: null, max: maxTeams })
  const portsOf = (team: string): SlackPorts => {
    const teamPorts = createPorts(clientOf(team), time, context)
    // For an organization's token, `auth.test` doesn't name this workspace.
    return { ...teamPorts, slack: { check: async () => ({ ...(await teamPorts.slack.check()), team }) } }
  }
  const forget = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  return {
    installer: installerOptions(options, { ...context, states, installed, wallClock: systemClock }),
    linkOnDelivery: (app) =>
      app.use(async ({ context: { isEnterpriseInstall }, body, next }) => {
        const { team, enterprise } = placeOf(body)
        if (isEnterpriseInstall && team !== '' && enterprise !== null) links.ensureLink(team, enterprise)
        await next()
      }),
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
}
