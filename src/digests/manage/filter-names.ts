import { filterListsInTime } from '../../channels/filter-lists.ts'
import { channelScope } from '../../channels/scope.ts'
import { askedText, type VisibilityAsked, type VisibilityReading } from '../../insights/question/asked.ts'
import { inNames, resolveNames, withNames } from '../../insights/question/filter-names.ts'
import { readFilters, readTypedFilters, readVisibilityText } from '../../insights/question/read.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { DigestPlace } from '../../model/digest.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { DigestSettings, FilterName } from '../../store/index.ts'
import { maxFiltersLength, type SettingsProblem, settingsProblems } from './validate-settings.ts'

type FilterWorkspace = Pick<Workspace, 'store' | 'defaults' | 'api' | 'clock'>

type Checked<Settings> =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problems: readonly SettingsProblem[] }

/**
 * Checks settings. Valid ones have ids for the channel's names in their filters: a digest keeps its meaning when a name
 * changes.
 * @param stored the digest's filters up to now
 */
export async function checkedSettings<Settings extends Partial<DigestSettings>>(
  workspace: FilterWorkspace,
  { team, channel }: DigestPlace,
  settings: Settings,
  stored = '',
): Promise<Checked<Settings>> {
  const { filters: typed = '' } = settings
  const scope = await channelScope(workspace.store, workspace.defaults, team, channel)
  const newEngines = await newEnginesFor(workspace, scope, typed, stored)
  const problems = settingsProblems(settings, newEngines)
  if (problems.length > 0) return { ok: false, problems }
  const problem = (sentence: string) => ({ ok: false, problems: [{ field: 'filters', sentence }] }) as const
  const read = readTypedFilters(typed, newEngines)
  const resolved = read.ok ? resolveNames(read.asked, scope.filterNames) : read
  if (!resolved.ok) return problem(resolved.sentence)
  const filters = filterText(resolved.asked)
  // What is read back later without the channel's names and the service's engines stays as it was typed.
  if (isReadAs(typed, filters)) return { ok: true, settings }
  return filters.length > maxFiltersLength
    ? problem(`With ids in place of names, the filters exceed ${maxFiltersLength} characters. Use fewer.`)
    : { ok: true, settings: { ...settings, filters } }
}

/** The longest wait for the service's engines. */
const listsWithinMs = 2_000

/** Engines that we don't know: those that the digest has already, and where more are typed, those that the service lists. */
async function newEnginesFor(
  workspace: FilterWorkspace,
  scope: ChannelScope,
  typed: string,
  stored: string,
): Promise<readonly string[]> {
  const earlier = readStored(stored)
  const before = earlier.ok ? earlier.asked.engines : []
  const read = readTypedFilters(typed, before)
  if (read.ok || !read.mayBeEngine) return before
  const lists = await filterListsInTime(workspace, scope.workspace, listsWithinMs)
  return [...before, ...(lists?.engines ?? [])]
}

function isReadAs(typed: string, filters: string): boolean {
  const stored = readStored(typed)
  return stored.ok && filterText(stored.asked) === filters
}

function readStored(filters: string): VisibilityReading {
  return readVisibilityText(`visibility ${filters}`)
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
