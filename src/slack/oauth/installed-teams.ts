import { AnswerCache, Cache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Log } from '../../lib/telemetry.ts'
import { deliveryOrigin, isOfOrganization } from '../receive/access.ts'
import { type Approved, approvedWorkspaces, type SlackTime } from '../send/calls.ts'
import {
  createTokens,
  maxCached,
  type SlackContext,
  type SlackInstallations,
  type TokenRef,
  teamClient,
} from '../send/client.ts'
import { createPorts, type SlackPorts } from '../send/ports.ts'
import { type AddToSlack, installerOptions, tokenRenewal } from './installer.ts'

/** Slack ports by workspace, and the state of its installation. */
export interface SlackTeams {
  /** Ports of a workspace, created on first use. */
  of(team: string): SlackPorts
  /** Call when a workspace's installation has changed: drops everything cached for it. */
  changed(team: string): void
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

export interface InstalledTeamsOptions {
  readonly apiUrl: string
  /** The token of the settings, for their only installation. Not used with "Add to Slack". */
  readonly botToken: string
  readonly store: () => Promise<SlackInstallations>
  /** Slack refuses a workspace's token. May be called repeatedly. */
  readonly tokenRefused: (team: string, code: string) => Promise<void>
}

/** Cached, so that clicks from other organizations don't cause a request each. */
const approvalTtlMs = 15_000

/** @param install `null`: the only installation is that of the settings, whose token doesn't expire */
export function installedTeams(
  { apiUrl, botToken, store, tokenRefused }: InstalledTeamsOptions,
  install: AddToSlack | null,
  context: SlackContext & { readonly time: SlackTime },
) {
  const { clock, log, time } = context
  const links = organizationLinks({
    store,
    log,
    confirmed: async (team, org) => {
      const approved = await approvedBy(org)
      return approved?.teams.has(team) ? approved.at : null
    },
    changed: (team) => forget(team),
  })
  const tokens = createTokens({
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
  const clientOf = (team: string) => teamClient(team, tokens, time, apiUrl, context, tokenRefused)
  const approvals = new AnswerCache<Approved>({ clock, ttlMs: approvalTtlMs, max: maxCached })
  const approvedBy = (org: string) => approvals.get(org, () => approvedWorkspaces(clientOf(org), time, clock))
  const ports = new Cache<SlackPorts>({ clock, ttlMs: null, max: maxCached })
  const forget = (team: string) => {
    tokens.forget(team)
    ports.delete(team)
  }

  const teams: SlackTeams = {
    of: (team) => {
      const cached = ports.get(team)
      if (cached !== undefined) return cached
      const created = createPorts(team, clientOf(team), time, context, approvedBy)
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
    /** Serves "Add to Slack"; `null`: there is only the installation of the settings. */
    installer:
      install === null
        ? null
        : installerOptions(
            { ...install, apiUrl },
            async (state, until) => (await store()).use(state, until, clock.now()),
            context,
          ),
    linkOnDelivery: (body: Readonly<Record<string, unknown>>): void => {
      const { team, enterprise } = deliveryOrigin(body)
      if (install !== null && isOfOrganization(body) && team !== '' && enterprise !== null)
        links.ensureLink(team, enterprise)
    },
  }
}

interface OrganizationLinkOptions {
  readonly store: () => Promise<Pick<SlackInstallations, 'works' | 'link'>>
  readonly log: Log
  /**
   * Asks Slack, with the organization's token, whether the workspace belongs to it. Returns the time of the answer, or
   * `null`. A payload doesn't prove it, since people of other organizations click in shared channels, too.
   */
  readonly confirmed: (team: string, org: string) => Promise<Temporal.Instant | null>
  /** Called when the link may have changed, so that cached data of the workspace is dropped. */
  readonly changed: (team: string) => void
}

/**
 * Links an organization's installation to its workspaces. Slack doesn't list them at installation, so a workspace is
 * linked at its first delivery, once the organization's token confirms it. Acknowledgements don't wait for that, but
 * the work does.
 */
export function organizationLinks({ store, log, confirmed, changed }: OrganizationLinkOptions) {
  const linked = new Cache<true>({ clock: systemClock, ttlMs: null, max: maxCached })
  const failedTeams = new Cache<true>({ clock: systemClock, ttlMs: null, max: maxCached })
  const pending = new Map<string, Promise<void>>()

  const confirm = async (team: string, org: string): Promise<void> => {
    try {
      failedTeams.delete(team)
      const installations = await store()
      if (await installations.works(team, org)) {
        linked.set(team, true)
        return
      }
      const at = await confirmed(team, org)
      if (at !== null && (await installations.link(team, org, at))) linked.set(team, true)
      changed(team)
    } catch (error) {
      failedTeams.set(team, true)
      log.error('a workspace could not be linked to its organization', { team, error })
    }
  }

  return {
    /** Starts linking the workspace to the organization, unless it is linked or being linked. */
    ensureLink: (team: string, org: string): void => {
      if (linked.get(team) || pending.has(team)) return
      pending.set(
        team,
        confirm(team, org).finally(() => pending.delete(team)),
      )
    },
    linkSettled: async (team: string): Promise<void> => pending.get(team),
    linkFailed: (team: string): boolean => failedTeams.get(team) ?? false,
    /** Drops the cached link after the installation changed or ended. */
    forget: (team: string): void => {
      linked.delete(team)
      failedTeams.delete(team)
    },
  }
}
