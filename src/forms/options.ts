import { fitsOption } from '../blocks/forms/fields.ts'
import { limits } from '../blocks/kit/limits.ts'
import { oneLine } from '../blocks/kit/text.ts'
import type { NamedId } from '../channels/service-lists.ts'
import { zoneNamed } from '../lib/dates.ts'
import type { Option } from '../model/form-values.ts'
import type { Workspace } from '../slack/workspace.ts'

/** The person's own time zone, if Slack knows it. */
export async function ownZone(
  { people }: Pick<Workspace, 'people'>,
  user: string,
): Promise<readonly Option[]> {
  const zone = (await people.person(user))?.timeZone ?? null
  return zone === null ? [] : [{ text: `${zone} (yours)`, value: zone }]
}

/** Those whose city begins with the typed text come first. @param first options above the zones, if they match */
export function zoneOptions(typed: string, first: readonly Option[]): readonly Option[] {
  const query = normalized(typed)
  const listed = Intl.supportedValuesOf('timeZone').filter((zone) => normalized(zone).includes(query))
  // The list lacks UTC and older names such as Asia/Calcutta.
  const exact = zoneNamed(typed)
  const zones = new Set([...(exact === null ? [] : [exact]), ...listed])
  const begins = (zone: string) => normalized(zone.split('/').at(-1) ?? '').startsWith(query)
  const sorted = [...zones].toSorted((a, b) => Number(begins(b)) - Number(begins(a)))
  const above = matching(first, query)
  const below = sorted.filter((zone) => !above.some(({ value }) => value === zone))
  return capped([...above, ...below.map((zone) => ({ text: zone, value: zone }))])
}

/** Matched by name or id; without a match, the typed text itself. @param places `null`: the list is unavailable */
export function placeOptions(
  places: readonly NamedId[] | null,
  typed: string,
  first: readonly Option[],
): readonly Option[] {
  const query = normalized(typed)
  const matches = (places ?? []).filter(
    ({ id, name }) => normalized(name).includes(query) || normalized(id).includes(query),
  )
  const id = typed.trim()
  const byId = matches.length === 0 && /^\S+$/u.test(id) ? [{ text: `Use the id “${id}”`, value: id }] : []
  const missing =
    places === null && id === ''
      ? [infoOption('The list is unavailable right now. Type the id instead.')]
      : []
  const namesakes = (name: string) => matches.filter((other) => other.name === name).length > 1
  return capped([
    ...matching(first, query),
    ...matches.map((place) => ({
      text: namesakes(place.name) ? `${place.name} (${place.id})` : place.name,
      value: place.id,
    })),
    ...byId,
    ...missing,
  ])
}

/** @param listed `null`: the list is unavailable, and the typed text itself can be chosen */
export function nameOptions(
  listed: readonly string[] | null,
  typed: string,
  nameOf: (value: string) => string = (value) => value,
): readonly Option[] {
  const name = typed.trim()
  const query = name.toLowerCase()
  const itself = listed === null && fitsOption(name) ? [clipped({ text: `Use “${name}”`, value: name })] : []
  const matches = (listed ?? [])
    .filter(fitsOption)
    .map((value) => clipped({ text: nameOf(value), value }))
    .filter((option) => `${option.text} ${option.value}`.toLowerCase().includes(query))
  return [...itself, ...matches].slice(0, limits.field.options)
}

function matching(options: readonly Option[], query: string): readonly Option[] {
  return options.filter(({ text }) => normalized(text).includes(query))
}

/** Removes duplicates and respects Slack's limits; the last line counts what was cut. */
function capped(options: readonly Option[]): readonly Option[] {
  const once = new Map(options.map((option) => [option.value, option]))
  const fitting = [...once.values()].filter(({ value }) => fitsOption(value)).map(clipped)
  if (fitting.length === once.size && fitting.length <= limits.field.options) return fitting
  const shown = fitting.slice(0, limits.field.options - 1)
  return [...shown, infoOption(`${once.size - shown.length} more: type to narrow the list`)]
}

const clipped = ({ text, value }: Option): Option => ({
  text: oneLine(text, limits.field.optionText, '–'),
  value,
})

/** An option for information only; choosing it is an error at the field. */
function infoOption(text: string): Option {
  return { text, value: 'no-choice' }
}

function normalized(text: string): string {
  return text.toLowerCase().replace(/[\s_/-]+/gu, '')
}
