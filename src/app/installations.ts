import type { Config } from '../config/index.ts'
import { restoreOffers } from '../digests/deliver/notice.ts'
import { defaultName } from '../digests/schedule/slots.ts'
import { Problem } from '../lib/problem.ts'
import type { ChannelDefaults } from '../model/channel.ts'
import type { FixedInstallation } from '../slack/app.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import { installAddress } from '../slack/oauth/installer.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Installed, RenewalRefused } from '../slack/send/client.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { Schedule } from '../store/index.ts'
import { type Disconnections, oweAccessEnds } from './disconnections.ts'

export interface Installation extends Pick<Workspace, 'team' | 'url' | 'defaults'> {
  /** Differs after each installation. */
  readonly installedAt: string
  /** The configured analysis; `null`: each workspace enters its own with its API key. */
  readonly place: ChannelDefaults | null
}

interface InstallationsOptions extends Pick<Workspace, 'store' | 'clock' | 'log'> {
  readonly config: Config
  readonly slack: Pick<SlackTeams, 'linkSettled' | 'linkFailed'>
  readonly disconnections: Pick<Disconnections, 'refused' | 'ended'>
  readonly changed: (team: string) => void
  /** Called when an offer to restore digests is ready to be posted. */
  readonly onRestoreOffered: () => void
}

/**
 * All installations: the configured workspace's, or those made by "Add to Slack".
 * @param fixed the installation of the settings; `null`: they are in the database
 */
export async function openInstallations(
  { config, store, clock, log, slack, disconnections, changed, onRestoreOffered }: InstallationsOptions,
  fixed: FixedInstallation | null,
) {
  const publicUrl = config.slack.install?.publicUrl ?? ''
  if (fixed !== null) await setUpConfiguredDigests({ config, store, clock }, fixed.team)

  const end = async (from: string, why: string, happened: Temporal.Instant) => {
    const now = clock.now()
    if (fixed === null) return store.installations.end(from, why, happened, now)
    // A late event about an earlier installation: Slack accepted the current token after it.
    if (Temporal.Instant.compare(happened, fixed.verifiedAt) < 0) return []
    const stopped = await store.subscriptions.stopAll(from, now)
    // Once Slack accepts a token again, one process offers to restore the digests.
    await disconnections.refused(from, why)
    return [{ team: from, stopped }]
  }
  const removed: Handlers['removed'] = async (from, why, happened) => {
    for (const { team, stopped } of await end(from, why, happened)) {
      changed(team)
      log.warn('Sightline was removed from a workspace; its digests are stopped', {
        team,
        code: why,
        count: stopped,
      })
    }
    changed(from)
  }
  return {
    removed,
    /**
     * A team's current installation, its own or its organization's; `null`: none.
     * @throws {Problem} nobody knows, since Slack didn't say whether the team belongs to its organization
     */
    find: async (team: string): Promise<Installation | null> => {
      if (fixed !== null)
        return {
          // All deliveries and digests belong to the token's workspace, unless it is an organization's.
          team: fixed.isOrg ? team : fixed.team,
          url: fixed.url,
          installedAt: fixed.verifiedAt.toString(),
          defaults: config.channel,
          place: config.channel,
        }
      await slack.linkSettled(team)
      const installation = await store.installations.get(team)
      const isInstalled = installation !== null && installation.endedAt === null
      if (!isInstalled && slack.linkFailed(team))
        throw new Problem(
          'workspace_unknown',
          'Slack didn’t confirm that Sightline is installed in this workspace, so nothing was done. Try again in a minute.',
        )
      if (!isInstalled) return null
      const place = (await store.connections.get(team))?.place ?? null
      return {
        team,
        url: installation.url,
        installedAt: installation.installedAt,
        defaults: { ...config.channel, ...place },
        place: null,
      }
    },
    notInstalled: () =>
      new Problem(
        'not_installed',
        `Sightline is no longer installed in this workspace. An admin can add it again at ${installAddress({ publicUrl })}`,
      ),

    installed: async (installation: Installed): Promise<void> => {
      const { team: owner, installedBy, at } = installation
      await store.installations.save(installation, at)
      const teams = [owner, ...(await store.installations.linkedTeams(owner))]
      for (const team of teams) {
        changed(team)
        // The new token works, so pending deliveries continue.
        await disconnections.ended(team)
      }
      log.info('Sightline was installed', { team: owner, user: installedBy })
      const now = clock.now()
      // The installer decides whether stopped digests are restored.
      for (const team of teams)
        await store.subscriptions.offerToRestore(team, now, (stopped) =>
          restoreOffers(config, stopped, String(now), installedBy),
        )
      onRestoreOffered()
    },
    /** Slack refuses to renew a token. Owes a message to the installer, who gets it while the token still works. */
    renewalRefused: (refusal: RenewalRefused) => oweAccessEnds({ publicUrl, store, clock }, refusal),
  }
}

async function setUpConfiguredDigests(
  { config, store, clock }: Pick<InstallationsOptions, 'config' | 'store' | 'clock'>,
  team: string,
): Promise<void> {
  const { channels, weekday, time, timeZone } = config.digest
  const schedule: Schedule = { kind: 'days', days: [weekday], time, timeZone }
  const digest = { name: defaultName(schedule), schedule }
  for (const channel of channels)
    await store.subscriptions.setUpConfigured({ team, channel, ...digest }, clock.now())
}
