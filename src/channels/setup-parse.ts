import { zoneNamed } from '../lib/dates.ts'
import { isUuid, plain, type Read, read, subredditFrom, unreadable } from '../lib/strings.ts'
import { nameable, filterNames as writtenFilters } from '../model/question.ts'
import { optionNamed } from '../questions/filters.ts'
import { shortened } from '../questions/tokenizer.ts'
import type { FilterName } from '../store/index.ts'
import { resultIdFrom } from '../tasks/recommendations.ts'

export const readId = (typed: string): Read<string> => read(typed.trim())

export function readZone(typed: string): Read<string> {
  const zone = zoneNamed(typed)
  if (zone !== null) return read(zone)
  return unreadable(
    `“${shortened(typed.trim())}” isn’t a time zone. Type a city, such as Berlin, and choose from the list.`,
  )
}

export function readSubreddits(typed: string): Read<readonly string[] | null> {
  const words = typed.split(/[\s,;]+/u).filter((word) => word !== '')
  if (words.length === 0) return read(null)
  // r/all is a subreddit; `all` is not.
  if (words.length === 1 && words[0]?.toLowerCase() === 'all') return read([])
  const names = new Map<string, string>()
  for (const word of words) {
    const name = subredditFrom(word)
    if (name === null)
      return unreadable(`“${shortened(word)}” isn’t a subreddit. Enter r/ and its name, separated by commas.`)
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return read([...names.values()])
}

/** As people type them again. */
export function subredditText(names: readonly string[]): string {
  return names.length === 0 ? 'all' : names.map((name) => `r/${name}`).join(', ')
}

/** Maximum ids per submission. They are looked up together and have to fit into a button's value. */
export const recommendationsAtOnce = 15

/** Reads pasted ids and console addresses. @returns each id once */
export function readRecommendations(typed: string): Read<readonly string[]> {
  const ids = new Set<string>()
  for (const word of typed.split(/[\s,;]+/u).filter((part) => part !== '')) {
    const parsed = resultIdFrom(word)
    if (!parsed.ok)
      return unreadable(
        `“${shortened(word)}” has no recommendation id. Open the recommendation in the console, copy its address, and paste it here.`,
      )
    ids.add(parsed.value)
  }
  if (ids.size === 0) return unreadable('Paste at least one address or id.')
  if (ids.size > recommendationsAtOnce) return unreadable(`Paste at most ${recommendationsAtOnce} at a time.`)
  return read([...ids])
}

/** The limit of a Slack text field. The saved names must fit into it again. */
const maxNamesText = 3_000
const maxNames = 100
const maxName = 60
const maxId = 100

export function readFilterNames(typed: string): Read<readonly FilterName[] | null> {
  const names: FilterName[] = []
  for (const [index, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const result = readFilterName(line.trim(), names)
    if (!result.ok) return unreadable(`Line ${index + 1}, “${shortened(line.trim())}”: ${result.problem}`)
    names.push(result.value)
  }
  if (names.length === 0) return read(null)
  if (names.length > maxNames || filterNamesText(names).length > maxNamesText)
    return unreadable(`That’s too much for this field. Keep it to ${maxNames} names and 3,000 characters.`)
  return read(names)
}

/** @param before the names from the lines above */
function readFilterName(line: string, before: readonly FilterName[]): Read<FilterName> {
  const [, kind = '', id = '', typed = ''] = /^(\p{L}+)[\s:]+(\S+?)\s*=\s*(.*)$/u.exec(line) ?? []
  const named = optionNamed(kind)
  const filter = nameable.find((one) => one === named)
  const name = typed
    .replace(/\s+/gu, ' ')
    .replace(/^["“](.*)["”]$/u, '$1')
    .trim()
  if (filter === undefined || name === '')
    return unreadable(
      'enter topic, persona or theme, its id, = and a name, such as: topic 3f1c9a20 = Onboarding',
    )
  const word = writtenFilters[filter]
  if (id.length > maxId) return unreadable(`keep the id within ${maxId} characters.`)
  if (filter === 'thematics' && !isUuid(id))
    return unreadable('a theme’s id is a UUID, such as 3f1c9a20-0000-4000-8000-000000000001.')
  if (name.length > maxName) return unreadable(`keep the name within ${maxName} characters.`)
  if (/["“”]/u.test(name)) return unreadable('remove the quotation marks from the name.')
  if (isUuid(name)) return unreadable('a name can’t look like an id.')
  const same = before.filter((one) => one.filter === filter)
  if (same.some((one) => one.id === id)) return unreadable(`this ${word} already has a name.`)
  if (same.some((one) => plain(one.name) === plain(name)))
    return unreadable(`another ${word} is already called “${name}”.`)
  return read({ filter, id, name })
}

export function filterNamesText(names: readonly FilterName[]): string {
  return names.map(({ filter, id, name }) => `${writtenFilters[filter]} ${id} = ${name}`).join('\n')
}
