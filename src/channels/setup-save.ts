import type { Clock } from '../lib/clock.ts'
import { currentReference } from '../lib/log.ts'
import { withOutcome } from '../lib/outcome.ts'
import type { EditableSettings } from '../model/channel.ts'
import type { Store } from '../store/index.ts'
import { everySetting } from './settings.ts'

export const nothingSaved = 'Nothing was saved; what you entered is below.'

/**
 * Saves checked settings together with their audit row, and leaves the channel's other settings unchanged. Repeating it
 * changes nothing.
 * @returns the labels of the changed settings
 * @throws {Error} with a `userMessage` saying that nothing is saved, if the cause has one
 */
export async function saveSetup(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  where: { readonly team: string; readonly channel: string; readonly user: string },
  settings: Partial<EditableSettings>,
): Promise<readonly string[]> {
  const { team, channel, user } = where
  try {
    const before = await store.channels.get(team, channel)
    const changed = (Object.keys(settings) as (keyof EditableSettings)[]).filter(
      (name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(settings[name]),
    )
    await store.channels.save({ team, channel, ...settings }, user, clock.now(), {
      team,
      user,
      channel,
      action: 'channel.setup',
      subject: channel,
      outcome: changed.length > 0 ? 'saved' : 'nothing changed',
      detail: Object.fromEntries(changed.map((name) => [name, [before?.[name] ?? null, settings[name]]])),
      reference: currentReference(),
    })
    return everySetting.flatMap(([, { column, label }]) => (changed.includes(column) ? [label] : []))
  } catch (error) {
    throw withOutcome(error, nothingSaved)
  }
}
