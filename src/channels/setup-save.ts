import type { Clock } from '../lib/clock.ts'
import { currentReference } from '../lib/log.ts'
import { withOutcome } from '../lib/outcome.ts'
import type { ChannelDefaults, SavedSetup, SetSettings, SetupInput, ShownUpTo } from '../model/channel.ts'
import type { ChannelSettings, Store } from '../store/index.ts'
import { configuredRecommendations } from './scope.ts'
import { wasShown } from './setup.ts'

export const nothingSaved = 'Nothing was saved; what you entered is below.'

/**
 * Saves a checked setup with its audit row, all or nothing; repeating it changes nothing.
 * @param shownUpTo only recommendations that the form showed are removed if missing from the input
 * @throws {Error} with a `userMessage` saying that nothing is saved, if the cause has one
 */
export async function saveSetup(
  {
    store,
    clock,
    defaults,
  }: {
    readonly store: Pick<Store, 'channels'>
    readonly clock: Clock
    readonly defaults: ChannelDefaults
  },
  where: { readonly team: string; readonly channel: string; readonly user: string },
  { settings, recommendations }: SetupInput,
  shownUpTo: ShownUpTo | null,
): Promise<SavedSetup> {
  const { team, channel, user } = where
  try {
    const before = await store.channels.get(team, channel)
    const tracked = await store.channels.tracked(team, channel)
    const trackedIds = new Set(tracked.map(({ resultId }) => resultId))
    const stopped = await store.channels.stopped(team, channel)
    const configured = configuredRecommendations(defaults, {
      organizationId: settings.organizationId ?? defaults.organizationId,
      workspaceId: settings.workspaceId ?? defaults.workspaceId,
    }).filter((id) => !stopped.includes(id))
    const already = recommendations.filter((id) => !trackedIds.has(id) && configured.includes(id))
    const added = recommendations.filter((id) => !trackedIds.has(id) && !configured.includes(id))
    const removed = tracked
      .filter((one) => wasShown(one, shownUpTo) && !recommendations.includes(one.resultId))
      .map(({ resultId }) => resultId)
    const changed = changedSettings(before, settings)
    const audit = {
      team,
      user,
      channel,
      action: 'channel.setup',
      subject: channel,
      outcome: changed.length + added.length + removed.length > 0 ? 'saved' : 'nothing changed',
      detail: {
        ...Object.fromEntries(changed.map((name) => [name, [before?.[name] ?? null, settings[name]]])),
        tracked: added,
        untracked: removed,
      },
      reference: currentReference(),
    }
    await store.channels.save({ team, channel, ...settings }, user, clock.now(), {
      track: added,
      untrack: removed.filter((id) => !configured.includes(id)),
      stop: removed.filter((id) => configured.includes(id)),
      audit,
    })
    return { changed, added, already, removed, tracked: trackedIds.size + added.length - removed.length }
  } catch (error) {
    throw withOutcome(error, nothingSaved)
  }
}

const names = [
  'organizationId',
  'workspaceId',
  'projectId',
  'timeZone',
  'subreddits',
  'noiseBand',
  'filterNames',
  'digestLength',
] as const satisfies readonly (keyof SetSettings)[]

function changedSettings(before: ChannelSettings | null, after: SetSettings): readonly (keyof SetSettings)[] {
  return names.filter((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name]))
}
