import { dimensionOf, dimensionValue } from '../../blocks/digests/digest-form.ts'
import { fitsOption } from '../../blocks/forms/fields.ts'
import { filterListsInTime } from '../../channels/service-lists.ts'
import { channelScope } from '../../channels/settings.ts'
import type { ChannelAndUser, ChannelScope } from '../../model/channel.ts'
import type { DigestDraft } from '../../model/digest.ts'
import { nameable, noFilters, type Question } from '../../model/question.ts'
import { argsText, emptyArgs } from '../../questions/question-text.ts'
import { type Parsed, readTypedFilters, readVisibilityText, resolveNames } from '../../questions/read.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSettings, FilterName } from '../../store/index.ts'
import { maxFiltersLength, type SettingsProblem, settingsProblems } from './validate-settings.ts'

type FilterWorkspace = Pick<Workspace, 'store' | 'defaults' | 'api' | 'clock'>

type Checked<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] }

/**
 * Checks settings. In valid ones, ids replace the channel's names in the filters, so that a digest keeps its meaning when
 * a name changes.
 * @param stored the digest's current filters
 */
export async function checkedSettings<Settings extends Partial<DigestSettings>>(
  workspace: FilterWorkspace,
  { team, channel }: ChannelAndUser,
  settings: Settings,
  stored = '',
): Promise<Checked<Settings>> {
  const { filters: typed = '' } = settings
  const scope = await channelScope(workspace, { team, channel })
  const newEngines = await newEnginesFor(workspace, scope, typed, stored)
  const problems = settingsProblems(settings, newEngines)
  if (problems.length > 0) return { ok: false, problems }
  const problem = (sentence: string) => ({ ok: false, problems: [{ field: 'filters', sentence }] }) as const
  const read = readTypedFilters(typed, newEngines)
  const resolved = read.ok ? resolveNames(read.args, [...scope.filterNames, ...idsAsNames(stored)]) : read
  if (!resolved.ok) return problem(resolved.sentence)
  const filters = filterText(resolved.args)
  return filters.length > maxFiltersLength
    ? problem(`With ids in place of names, the filters exceed ${maxFiltersLength} characters. Choose fewer.`)
    : { ok: true, settings: settings.filters === undefined ? settings : { ...settings, filters } }
}

const listsWithinMs = 2_000

/** Engines that this version doesn't know: the digest's current ones and, if others are typed, those the service lists. */
async function newEnginesFor(
  workspace: FilterWorkspace,
  scope: ChannelScope,
  typed: string,
  stored: string,
): Promise<readonly string[]> {
  const earlier = readStored(stored)
  const before = earlier.ok ? earlier.args.engines : []
  if (readTypedFilters(typed, before).ok) return before
  const lists = await filterListsInTime(workspace, scope.workspace, listsWithinMs)
  return [...before, ...(lists?.engines ?? [])]
}

export function readStored(filters: string): Parsed<Question> {
  return readVisibilityText(`visibility ${filters}`)
}

/** Ids already in a digest stay valid even if the channel no longer has names for them. */
function idsAsNames(stored: string): readonly FilterName[] {
  const read = readStored(stored)
  if (!read.ok) return []
  return nameable.flatMap((filter) => read.args.filters[filter].map((id) => ({ filter, id, name: id })))
}

/** As typed after `/sightline visibility`. */
function filterText(asked: Question): string {
  return argsText(asked).replace(/^visibility ?/u, '')
}

type FilterFields = Pick<
  DigestDraft,
  'engines' | 'brands' | 'competitorTypes' | 'keywordTypes' | 'funnelStages' | 'dimensions' | 'filters'
>

/** A digest's stored filters as its form holds them. Values that don't fit into a list stay in the text field. */
export function filterFieldsOf(stored: string): FilterFields {
  const read = readStored(stored)
  if (!read.ok) return { ...filterFieldsOf(''), filters: stored }
  const { args } = read
  const { engines, brands, filters } = args
  const fits = (filter: (typeof nameable)[number], id: string) => fitsOption(dimensionValue(filter, id))
  const unfit = byFilter((filter) => filters[filter].filter((id) => !fits(filter, id)))
  return {
    engines: engines.filter(fitsOption),
    brands: brands.filter(fitsOption),
    competitorTypes: filters.competitorTypes,
    keywordTypes: filters.keywordTypes,
    funnelStages: filters.funnelStages,
    dimensions: nameable.flatMap((filter) =>
      filters[filter].filter((id) => fits(filter, id)).map((id) => dimensionValue(filter, id)),
    ),
    filters: filterText({
      ...args,
      engines: engines.filter((engine) => !fitsOption(engine)),
      brands: brands.filter((brand) => !fitsOption(brand)),
      filters: { ...filters, competitorTypes: [], keywordTypes: [], funnelStages: [], ...unfit },
    }),
  }
}

/** The fields' filters, as typed after `/sightline visibility`. */
export function filtersOf({ filters: typed, dimensions, ...chosen }: FilterFields): string {
  const { engines, brands, ...segments } = chosen
  const ids = dimensions.flatMap((value) => dimensionOf(value) ?? [])
  const named = byFilter((filter) => ids.flatMap((one) => (one.filter === filter ? [one.id] : [])))
  const question = { ...emptyArgs, engines, brands, filters: { ...noFilters, ...segments, ...named } }
  return [filterText(question), typed.trim()].filter((text) => text !== '').join(' ')
}

const byFilter = (valuesOf: (filter: (typeof nameable)[number]) => readonly string[]) => ({
  personas: valuesOf('personas'),
  topics: valuesOf('topics'),
  thematics: valuesOf('thematics'),
})
