import type { Config } from '../config/index.ts'
import { restoreOffers } from '../digests/deliver/notice-recipients.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import type { FixedInstallation } from '../slack/app.ts'
import type { Installed, RenewalRefused } from '../slack/oauth/installation-store.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Store } from '../store/index.ts'
import { oweAccessEnds } from './access-ends.ts'
import { configuredDigest } from './workspace.ts'

/** An installation in one workspace. */
export interface Installation {
  /** Slack's id. */
  readonly team: string
  /** Its address in Slack. */
  readonly url: string
  /** Differs after each installation. */
  readonly installedAt: string
  /** Defaults for channels without their own settings. */
  readonly defaults: ChannelDefaults
  /** The configured analysis; `null`: each workspace enters its own with its API key. */
  readonly place: ChannelDefaults | null
}

/** All installations: the configured workspace's, or those made by "Add to Slack". */
export interface Installations {
  /** A team's current installation, its own or its organization's; `null`: none. */
  find(team: string): Promise<Installation | null>
  /** The error for people of a team without an installation. */
  problemOf(team: string): Problem
  /** Sightline was added to a workspace or an organization, for the first time or again. */
  installed(installation: Installed): Promise<void>
  removed: Handlers['removed']
  /** Slack refuses to renew a token. Owes a message to the installer, who gets it while the token still works. */
  renewalRefused(refusal: RenewalRefused): Promise<void>
}

/** Not a `Pick<Workspace, …>`: installations exist before any workspace does. */
interface InstallationsOptions {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** The single installation of the configured bot token. */
export async function fixedInstallation(
  { config, store, clock, log }: InstallationsOptions,
  { team, url, verifiedAt }: FixedInstallation,
): Promise<Installations> {
  const { channels } = config.digest
  await store.subscriptions.dropFromSettings(team, channels, clock.now())
  for (const channel of channels)
    await store.subscriptions.upsertFromSettings({ team, channel, ...configuredDigest(config) }, clock.now())
  const fixed: Installation = {
    team,
    url,
    installedAt: verifiedAt.toString(),
    defaults: config.channel,
    place: config.channel,
  }
  return {
    // All deliveries and digests belong to the configured workspace.
    find: async () => fixed,
    problemOf: () => notInstalled(),
    installed: async () => {
      throw new Error('the settings name the only workspace')
    },
    // A configured token isn't renewed.
    renewalRefused: async () => {},
    removed: async (from, why, happened) => {
      // A late event about an earlier installation: Slack accepted the current token after it.
      if (Temporal.Instant.compare(happened, verifiedAt) < 0) return
      const stopped = await store.subscriptions.stopAll(from, clock.now())
      // Once Slack accepts a token again, one process offers to restore the digests.
      await store.disconnections.markDisconnected(from, why, clock.now())
      log.error('Sightline was removed from its workspace; its digests are stopped', {
        team: from,
        code: why,
        count: stopped,
        detail:
          'Install the app again, set its new bot token and restart Sightline: it then offers the owners to restore the digests.',
      })
    },
  }
}

interface StoredInstallationsOptions extends InstallationsOptions {
  readonly slack: Pick<SlackTeams, 'linkSettled' | 'ensureLink' | 'linkFailed'>
  /** Called when a team's installation changed or ended. */
  readonly changed: (team: string) => void
  /** Called when an offer to restore digests is ready to be posted. */
  readonly onRestoreOffered: () => void
}

/** The installations in the database, made by "Add to Slack". */
export async function storedInstallations({
  config,
  store,
  clock,
  log,
  slack,
  changed,
  onRestoreOffered,
}: StoredInstallationsOptions): Promise<Installations> {
  const publicUrl = config.slack.install?.publicUrl ?? ''
  // Older versions didn't confirm links, so a click from another organization could create one.
  for (const { team, org } of await store.installations.unconfirmed()) slack.ensureLink(team, org)
  return {
    find: async (team) => {
      await slack.linkSettled(team)
      const installation = await store.installations.get(team)
      if (installation === null || installation.endedAt !== null) return null
      const place = (await store.connections.get(team))?.place ?? null
      return {
        team,
        url: installation.url,
        installedAt: installation.installedAt,
        defaults: { ...config.channel, ...place },
        place: null,
      }
    },
    problemOf: (team) =>
      slack.linkFailed(team)
        ? new Problem(
            'workspace_unknown',
            'Slack didn’t confirm that Sightline is installed in this workspace, so nothing was done. Try again in a minute.',
          )
        : notInstalled(` An admin can add it again at ${installAddress({ publicUrl })}`),

    installed: async (installation) => {
      const { team: owner, isOrg, installedBy, at } = installation
      await store.installations.save(installation, at)
      const linked = isOrg ? await store.installations.linkedTeams(owner) : []
      const teams = isOrg ? linked.map(({ team }) => team) : [owner]
      for (const team of new Set([owner, ...teams])) {
        changed(team)
        // The new token works, so pending deliveries continue.
        await store.disconnections.markReconnected(team, clock.now(), () => [])
      }
      log.info('Sightline was installed', {
        team: owner,
        ...(installedBy === null ? {} : { user: installedBy }),
      })
      const now = clock.now()
      // The installer decides whether stopped digests are restored.
      for (const team of teams)
        await store.subscriptions.offerToRestore(team, now, (stopped) =>
          restoreOffers(config, stopped, String(now), installedBy),
        )
      onRestoreOffered()
    },
    removed: async (from, why, happened) => {
      const ended = await store.installations.end(from, why, happened, clock.now())
      for (const { team, stopped } of ended) {
        changed(team)
        log.warn('Sightline was removed from a workspace; its digests are stopped', {
          team,
          code: why,
          count: stopped,
        })
      }
      changed(from)
    },
    renewalRefused: (refusal) => oweAccessEnds({ config, publicUrl, store, clock }, refusal),
  }
}

function notInstalled(nextStep = ''): Problem {
  return new Problem('not_installed', `Sightline is no longer installed in this workspace.${nextStep}`)
}
