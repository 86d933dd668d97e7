/** A channel's settings in words, for both the settings and the status. */

import type { ChannelDefaults } from '../../model/channel.ts'
import { nameable, filterNames as writtenFilters } from '../../model/question.ts'
import type { FilterName } from '../../store/index.ts'
import { names as nameList } from '../kit/formats.ts'
import { code, type Line, oneLine, type Span, shortId } from '../kit/text.ts'
import { subredditName } from '../reddit/reddit.ts'

/** The groups of settings and their titles, in the order of the summary. */
export const groupTitles = {
  place: 'Analysis and brands',
  zone: 'Time zone',
  reddit: 'Reddit',
  recommendations: 'Recommendations',
  tasks: 'New tasks',
  names: 'Names for topics, personas and themes',
} as const

export const settingsGroups = Object.keys(groupTitles) as (keyof typeof groupTitles)[]

/** Recommendations have a form of their own kind. */
export type SettingsGroup = Exclude<keyof typeof groupTitles, 'recommendations'>

export interface SettingInWords {
  readonly group: keyof typeof groupTitles
  readonly label: string
  /** The value in the status; empty: the status omits it. */
  readonly words: Line
  readonly summary: Line
  /** Where the default is from; `null`: the channel's own value, or one that the configuration doesn't have. */
  readonly defaultFrom: ChannelDefaults['placeFrom'] | null
}

export interface ChannelSummary {
  readonly channel: string
  readonly settings: readonly SettingInWords[]
  /** Who last changed the channel's settings (Slack user id), and when (ISO 8601 instant); `null`: never changed. */
  readonly changed: { readonly by: string; readonly at: string } | null
}

/** An organization or workspace by its name, otherwise by its id. */
export function placeWords(id: string, names: ReadonlyMap<string, string>): Span[] {
  const name = names.get(id) ?? id
  return name === id ? idWords(id) : [oneLine(name, 80, '(no name)')]
}

export function idWords(id: string): Span[] {
  return ['id ', code(oneLine(id, 130, '(none)'))]
}

/** `Northwind CRM`, or `1f2c…0003` for a place without a name. */
export function shortPlace(id: string, names: ReadonlyMap<string, string> = new Map()): Span[] {
  return [oneLine(names.get(id) ?? shortId(id), 80, 'none')]
}

/** `r/saas and r/crm`. */
export function subredditWords(subreddits: readonly string[]): string {
  return subreddits.length === 0 ? 'all subreddits' : nameList(subreddits.map(subredditName), 8)
}

/** `topics Onboarding and Pricing · persona Head of marketing`; `''`: none. */
export function filterNameWords(names: readonly FilterName[]): string {
  return nameable
    .flatMap((filter) => {
      const namesOfFilter = names.filter((one) => one.filter === filter).map(({ name }) => name)
      if (namesOfFilter.length === 0) return []
      const kind = `${writtenFilters[filter]}${namesOfFilter.length === 1 ? '' : 's'}`
      return [`${kind} ${nameList(namesOfFilter, 8)}`]
    })
    .join(' · ')
}

export function trackedInWords(count: number): SettingInWords {
  const words = [count === 0 ? 'none tracked yet' : `${count} tracked`]
  return { group: 'recommendations', label: 'Recommendations', words, summary: words, defaultFrom: null }
}
