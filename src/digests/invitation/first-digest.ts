import { channelScope } from '../../channels/settings.ts'
import { loadReddit } from '../../insights/reddit.ts'
import { explain, Problem } from '../../lib/problem.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { DigestPlace } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import {
  type DigestSection,
  type DigestSettings,
  defaultSettings,
  digestSections,
  type Schedule,
  type Subscription,
} from '../../store/index.ts'
import { createDigest, digestsIn } from '../manage/manage.ts'
import { defaultName } from '../schedule/format.ts'

/**
 * Sets up a channel's first digest: every Monday at 9:00, with every section that has data. Repeated and concurrent
 * requests create only one. If the channel has digests already, returns the first of them.
 * @throws {Problem} if it can't be posted there, or its data can't be read
 */
export async function setUpFirstDigest(workspace: Workspace, place: DigestPlace): Promise<Subscription> {
  const [present] = await digestsIn(workspace, place)
  if (present !== undefined) return present
  const settings = await firstSettings(workspace, place)
  const { team, channel } = place
  // After one was deleted, the next one needs another id.
  for (let earlier = 0; ; earlier += 1) {
    const saved = await createDigest(workspace, place, settings, `first of ${team} ${channel} ${earlier}`)
    if (!saved.ok)
      throw new Problem('digest_obstacle', saved.problems.map(({ sentence }) => sentence).join(' '))
    if (saved.subscription.state !== 'deleted') return saved.subscription
  }
}

async function firstSettings(workspace: Workspace, place: DigestPlace): Promise<DigestSettings> {
  const { store, defaults } = workspace
  const scope = await channelScope({ store, defaults }, place)
  const [timeZone, sections] = await Promise.all([
    zoneFor(workspace, place, scope),
    sectionsWithData(workspace, scope),
  ])
  const schedule: Schedule = { kind: 'days', days: [1], time: '09:00', timeZone }
  return { ...defaultSettings, name: defaultName(schedule), schedule, sections }
}

/** The channel's time zone if the channel has settings, otherwise the person's. */
async function zoneFor(
  { store, people }: Workspace,
  { team, channel, user }: DigestPlace,
  scope: ChannelScope,
): Promise<string> {
  if ((await store.channels.get(team, channel)) !== null) return scope.timeZone
  return (await people.person(user))?.timeZone ?? scope.timeZone
}

async function sectionsWithData(
  { api }: Workspace,
  { workspace, subreddits, recommendations }: ChannelScope,
): Promise<readonly DigestSection[]> {
  const nothingReported = { seen: null, lastSentiments: new Map<string, string>() }
  const [engines, reddit] = await Promise.all([
    hasData('engines', async () => (await api.insightsFilters(workspace)).sources.length > 1),
    hasData(
      'reddit',
      async () => (await loadReddit(api, workspace, subreddits, nothingReported)).news.items.length > 0,
    ),
  ])
  const withData: Readonly<Record<DigestSection, boolean>> = {
    visibility: true,
    engines,
    reddit,
    actions: recommendations.length > 0,
    evaluations: false,
    review: false,
  }
  return digestSections.filter((section) => withData[section])
}

/** If the service doesn't answer, a section is included if a new digest has it by default. */
async function hasData(section: DigestSection, ask: () => Promise<boolean>): Promise<boolean> {
  try {
    return await ask()
  } catch (error) {
    if (!explain(error).foreseen) throw error
    return defaultSettings.sections.includes(section)
  }
}
