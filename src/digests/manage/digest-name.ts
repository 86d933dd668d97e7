import { oneLine } from '../../blocks/kit/text.ts'
import { scopeWords } from '../../blocks/visibility/scope.ts'
import { withNames } from '../../insights/question/filter-names.ts'
import type { DigestPlace } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSettings, FilterName } from '../../store/index.ts'
import { defaultName } from '../schedule/format.ts'
import { readStored } from './filter-names.ts'
import { maxNameLength } from './validate-settings.ts'

/**
 * What a digest's figures cover, in words; `null`: it has no figures, or filters that can't be read.
 * @param names what its channel calls topics, personas and themes
 */
export function digestScope(
  { sections, filters }: Pick<DigestSettings, 'sections' | 'filters'>,
  names: readonly FilterName[],
): string | null {
  if (!sections.includes('visibility') && !sections.includes('engines')) return null
  const read = readStored(filters)
  return read.ok ? scopeWords(withNames(read.asked, names)) : null
}

/**
 * The default name of a digest; with its scope where another digest of the channel has that name.
 * @param self the digest itself, if it is there already
 */
export async function unusedName(
  { store }: Pick<Workspace, 'store'>,
  { team, channel }: Pick<DigestPlace, 'team' | 'channel'>,
  settings: Pick<DigestSettings, 'schedule' | 'sections' | 'filters'>,
  self: string | null,
): Promise<string> {
  const name = defaultName(settings.schedule, settings.sections)
  const others = (await store.subscriptions.ofChannel(team, channel)).filter(({ id }) => id !== self)
  if (others.every((other) => other.name !== name)) return name
  return scopedName(settings, (await store.channels.get(team, channel))?.filterNames ?? [])
}

/**
 * Whether a digest has the name that it would be given, so that the name follows what is changed.
 * @param names what its channel calls topics, personas and themes
 */
export function isDefaultName(
  settings: Pick<DigestSettings, 'name' | 'schedule' | 'sections' | 'filters'>,
  names: readonly FilterName[],
): boolean {
  // With ids: it was given before they had names.
  const defaultNames = [
    defaultName(settings.schedule, settings.sections),
    scopedName(settings, names),
    scopedName(settings, []),
  ]
  return defaultNames.includes(settings.name)
}

function scopedName(
  settings: Pick<DigestSettings, 'schedule' | 'sections' | 'filters'>,
  names: readonly FilterName[],
): string {
  const name = defaultName(settings.schedule, settings.sections)
  const scope = digestScope(settings, names)
  return scope === null ? name : oneLine(`${name} (${scope})`, maxNameLength)
}
