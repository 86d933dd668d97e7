import type { Config } from '../config/index.ts'
import { restoreOffers } from '../digests/deliver/notice-recipients.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import type { FixedInstallation } from '../slack/app.ts'
import type { Installed } from '../slack/oauth/installation-store.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Store } from '../store/index.ts'
import { configuredDigest } from './workspace.ts'

/** A workspace in which Sightline is installed. */
export interface Installation {
  /** Slack's id. */
  readonly team: string
  /** The workspace's address in Slack. */
  readonly url: string
  /** Another one after each installation. */
  readonly installedAt: string
  /** What a channel without settings of its own shows. */
  readonly defaults: ChannelDefaults
  /** Where the configuration looks; `null`: each workspace says so with its API key. */
  readonly place: ChannelDefaults | null
}

/** Where Sightline is installed: in the workspace that the settings name, or in all that have added it. */
export interface Installations {
  /** The installation that works for a team, as it is now; `null`: there is none. */
  find(team: string): Promise<Installation | null>
  /** What people of a team are told for which there is none. */
  problemOf(team: string): Problem
  /** Sightline was added to a workspace or an organization, for the first time or again. */
  installed(what: Installed): Promise<void>
  removed: Handlers['removed']
}

interface Deps {
  readonly config: Config
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
}

/** The one installation that the settings' bot token is. */
export async function fixedInstallation(
  { config, store, clock, log }: Deps,
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
    // Whatever comes, and whatever is due, concerns the workspace whose token there is.
    find: async () => fixed,
    problemOf: () => notInstalled(),
    installed: async () => {
      throw new Error('the settings name the only workspace')
    },
    removed: async (from, why, happened) => {
      // Slack may tell late; the token of now was good at the start.
      if (Temporal.Instant.compare(happened, verifiedAt) < 0) return
      const stopped = await store.subscriptions.stopAll(from, clock.now())
      // Noted, so that one process asks whether they come again when Slack takes a token again.
      await store.disconnections.lost(from, why, clock.now())
      log.error('Sightline was taken out of its workspace; its digests stand still', {
        team: from,
        code: why,
        count: stopped,
        detail:
          'Install the app again, give Sightline its new bot token, and restart it: it asks then who owns the digests whether they come again.',
      })
    },
  }
}

/** The installations that "Add to Slack" has put into the database. */
export async function storedInstallations(
  { config, store, clock, log }: Deps,
  deps: {
    readonly slack: Pick<SlackTeams, 'noted' | 'meet' | 'isUnsure'>
    /** Told when a team's installation is another one, or none any more. */
    readonly changed: (team: string) => void
    /** Told when stopped digests wait for an answer about them. */
    readonly offered: () => void
  },
): Promise<Installations> {
  const { slack, changed, offered } = deps
  const publicUrl = config.slack.install?.publicUrl ?? ''
  // Before links were confirmed, a click from another organization could make one.
  for (const { team, org } of await store.installations.unconfirmed()) slack.meet(team, org)
  return {
    find: async (team) => {
      await slack.noted(team)
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
      slack.isUnsure(team)
        ? new Problem(
            'workspace_unknown',
            "Slack didn't tell whether Sightline is installed for this workspace, so nothing was done. Try again in a minute.",
          )
        : notInstalled(` An admin adds it again at ${installAddress({ publicUrl })}`),

    installed: async (what) => {
      await store.installations.save(what, what.at)
      const linked = what.isOrg ? await store.installations.teamsOf(what.team) : []
      const teams = what.isOrg ? linked.map(({ team }) => team) : [what.team]
      for (const team of new Set([what.team, ...teams])) {
        changed(team)
        // Slack takes the new token: what waited for one that works goes on.
        await store.disconnections.restored(team, clock.now(), () => [])
      }
      log.info('Sightline was installed', {
        team: what.team,
        ...(what.installedBy === null ? {} : { user: what.installedBy }),
      })
      const now = clock.now()
      // Whoever installed it again decides whether what stopped comes back.
      for (const team of teams)
        await store.subscriptions.offerToRestore(team, now, (stopped) =>
          restoreOffers({ contact: config.contact, clock }, stopped, String(now), what.installedBy),
        )
      offered()
    },
    removed: async (from, why, happened) => {
      const ended = await store.installations.end(from, why, happened, clock.now())
      for (const { team, stopped } of ended) {
        changed(team)
        log.warn('Sightline was taken out of a workspace; its digests stand still', {
          team,
          code: why,
          count: stopped,
        })
      }
      changed(from)
    },
  }
}

function notInstalled(cure = ''): Problem {
  return new Problem('not_installed', `Sightline is no longer installed in this workspace.${cure}`)
}
