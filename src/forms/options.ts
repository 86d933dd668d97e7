/** What the forms' menus offer for what was typed so far. */
import { fitsOption } from '../blocks/forms/choice.ts'
import { limits } from '../blocks/kit/limits.ts'
import { oneLine } from '../blocks/kit/text.ts'
import type { Place } from '../channels/places.ts'
import { zoneNamed } from '../lib/time-zone.ts'
import type { Option } from '../model/form-values.ts'

/**
 * Time zones whose names contain the typed text, those whose city begins with it first.
 * @param first options above the zones, as long as they match
 */
export function zoneOptions(typed: string, first: readonly Option[]): readonly Option[] {
  const wanted = folded(typed)
  const listed = Intl.supportedValuesOf('timeZone').filter((zone) => folded(zone).includes(wanted))
  // Older names such as Asia/Calcutta, and UTC, are valid zones, though not in the list.
  const exact = zoneNamed(typed)
  const known = new Set([...(exact === null ? [] : [exact]), ...listed])
  const begins = (zone: string) => folded(zone.split('/').at(-1) ?? '').startsWith(wanted)
  const sorted = [...known].toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
  const above = matching(first, wanted)
  const zones = sorted.filter((zone) => !above.some(({ value }) => value === zone))
  return capped([...above, ...zones.map((zone) => ({ text: zone, value: zone }))])
}

/**
 * Organizations or workspaces whose name or id contains the typed text. If none does, or the list can't be read, the typed
 * text can be used as an id.
 * @param places `null`: the list can't be read
 */
export function placeOptions(
  places: readonly Place[] | null,
  typed: string,
  first: readonly Option[],
): readonly Option[] {
  const wanted = folded(typed)
  const found = (places ?? []).filter(
    ({ id, name }) => folded(name).includes(wanted) || folded(id).includes(wanted),
  )
  const id = typed.trim()
  const byId = found.length === 0 && /^\S+$/u.test(id) ? [{ text: `Use the id “${id}”`, value: id }] : []
  const missing =
    places === null && id === '' ? [told('The list can’t be had right now. Type the id instead.')] : []
  const namesakes = (name: string) => found.filter((other) => other.name === name).length > 1
  return capped([
    ...matching(first, wanted),
    ...found.map((place) => ({
      text: namesakes(place.name) ? `${place.name} (${place.id})` : place.name,
      value: place.id,
    })),
    ...byId,
    ...missing,
  ])
}

function matching(options: readonly Option[], wanted: string): readonly Option[] {
  return options.filter(({ text }) => folded(text).includes(wanted))
}

/** Each value once, each text as long as Slack shows it; what does not fit is counted in the last line. */
function capped(options: readonly Option[]): readonly Option[] {
  const once = new Map(options.map((option) => [option.value, option]))
  const fitting = [...once.values()]
    .filter(({ value }) => fitsOption(value))
    .map(({ text, value }) => ({ text: oneLine(text, limits.field.optionText, '–'), value }))
  if (fitting.length === once.size && fitting.length <= limits.field.options) return fitting
  const shown = fitting.slice(0, limits.field.options - 1)
  return [...shown, told(`${once.size - shown.length} more: type to narrow the list`)]
}

/** A line for information only. A person who chooses it reads at the field that it is not an id. */
function told(text: string): Option {
  return { text, value: 'no-choice' }
}

function folded(text: string): string {
  return text.toLowerCase().replace(/[\s_/-]+/gu, '')
}
