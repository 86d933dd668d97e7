import { oneLine } from '../../blocks/kit/text.ts'
import { scopeWords } from '../../blocks/visibility/scope.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import { withNames } from '../../questions/read.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSettings, FilterName } from '../../store/index.ts'
import { defaultName } from '../schedule/slots.ts'
import { readStored } from './digest-filters.ts'
import { maxNameLength } from './validate-settings.ts'

/** What a digest's figures cover, in words; `null` if it has no figures or its filters can't be read. */
export function digestScope(
  { sections, filters }: Pick<DigestSettings, 'sections' | 'filters'>,
  names: readonly FilterName[],
): string | null {
  if (!sections.includes('visibility') && !sections.includes('engines')) return null
  const read = readStored(filters)
  return read.ok ? scopeWords(withNames(read.args, names)) : null
}

type NamedSettings = Pick<DigestSettings, 'schedule' | 'sections' | 'filters'>

/** A digest's default name, with its scope if another digest has the same. @param self its own id, if it exists */
export async function unusedName(
  { store }: Pick<Workspace, 'store'>,
  { team, channel }: Pick<ChannelAndUser, 'team' | 'channel'>,
  settings: NamedSettings,
  self: string | null,
): Promise<string> {
  const name = defaultName(settings.schedule, settings.sections)
  const others = (await store.subscriptions.forChannel(team, channel)).filter(({ id }) => id !== self)
  if (others.every((other) => other.name !== name)) return name
  return scopedName(settings, (await store.channels.get(team, channel))?.filterNames ?? [])
}

/** Whether a digest has its default name. Such a name follows when the settings change. */
export function isDefaultName(settings: DigestSettings, names: readonly FilterName[]): boolean {
  // The last one has ids in its scope, for a digest that was named before the channel had names for them.
  const defaultNames = [
    defaultName(settings.schedule, settings.sections),
    scopedName(settings, names),
    scopedName(settings, []),
  ]
  return defaultNames.includes(settings.name)
}

function scopedName(settings: NamedSettings, names: readonly FilterName[]): string {
  const name = defaultName(settings.schedule, settings.sections)
  const scope = digestScope(settings, names)
  return scope === null ? name : oneLine(`${name} (${scope})`, maxNameLength)
}
