import { channelScope } from '../../channels/scope.ts'
import { askedText, type VisibilityAsked } from '../../insights/question/asked.ts'
import { inNames, resolveNames, withNames } from '../../insights/question/filter-names.ts'
import { readFilters } from '../../insights/question/read.ts'
import type { ChannelDefaults } from '../../model/channel.ts'
import type { DigestPlace } from '../../model/digest.ts'
import type { DigestSettings, FilterName, Store } from '../../store/index.ts'
import { maxFiltersLength, type SettingsProblem } from './validate-settings.ts'

type Resolved<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problem: SettingsProblem }

/** Valid settings with ids for the channel's names: a digest keeps its meaning when a name changes. */
export async function withFilterIds<Settings extends Partial<DigestSettings>>(
  { store, defaults }: { readonly store: Pick<Store, 'channels'>; readonly defaults: ChannelDefaults },
  { team, channel }: DigestPlace,
  settings: Settings,
): Promise<Resolved<Settings>> {
  const { filters: typed = '' } = settings
  if (typed === '') return { ok: true, settings }
  const problem = (sentence: string) => ({ ok: false, problem: { field: 'filters', sentence } }) as const
  const asked = readFilters(typed)
  const { filterNames } = await channelScope(store, defaults, team, channel)
  const resolved = resolveNames(asked, filterNames)
  if (!resolved.ok) return problem(resolved.sentence)
  const filters = filterText(resolved.asked)
  if (filters === filterText(asked)) return { ok: true, settings }
  return filters.length > maxFiltersLength
    ? problem(`With ids in place of names, the filters exceed ${maxFiltersLength} characters. Use fewer.`)
    : { ok: true, settings: { ...settings, filters } }
}

/** A digest's stored filters as its form shows them. */
export function namedFilters(stored: string, names: readonly FilterName[]): string {
  const asked = withNames(readFilters(stored), names)
  const { called } = asked.filters
  return called === undefined ? stored : filterText({ ...asked, filters: inNames(asked.filters) })
}

function filterText(asked: VisibilityAsked): string {
  return askedText(asked).replace(/^visibility ?/u, '')
}
