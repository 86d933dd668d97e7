import { oneLine } from '../../blocks/kit/text.ts'
import { scopeWords } from '../../blocks/visibility/scope.ts'
import type { DigestPlace } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSettings } from '../../store/index.ts'
import { defaultName } from '../schedule/format.ts'
import { readStored } from './filter-names.ts'
import { maxNameLength } from './validate-settings.ts'

/** What a digest's figures cover, in words; `null`: it has no figures, or filters that can't be read. */
export function digestScope({
  sections,
  filters,
}: Pick<DigestSettings, 'sections' | 'filters'>): string | null {
  if (!sections.includes('visibility') && !sections.includes('engines')) return null
  const read = readStored(filters)
  return read.ok ? scopeWords(read.asked) : null
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
  const name = defaultName(settings.schedule)
  const others = (await store.subscriptions.ofChannel(team, channel)).filter(({ id }) => id !== self)
  return others.some((other) => other.name === name) ? scopedName(settings) : name
}

/** Whether a digest has the name that it would be given, so that the name follows what is changed. */
export function isDefaultName(
  settings: Pick<DigestSettings, 'name' | 'schedule' | 'sections' | 'filters'>,
): boolean {
  return [defaultName(settings.schedule), scopedName(settings)].includes(settings.name)
}

function scopedName(settings: Pick<DigestSettings, 'schedule' | 'sections' | 'filters'>): string {
  const name = defaultName(settings.schedule)
  const scope = digestScope(settings)
  return scope === null ? name : oneLine(`${name} (${scope})`, maxNameLength)
}
