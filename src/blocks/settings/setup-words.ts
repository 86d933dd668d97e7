/** A channel's settings in words, for both the settings and the status. */

import { nameable } from '../../insights/question/filter-names.ts'
import { filterNames as writtenFilters } from '../../insights/question/question-text.ts'
import type { ChannelSummary, EditableSettings, SettingsForm } from '../../model/channel.ts'
import type { DigestLength, FilterName } from '../../store/index.ts'
import { names as nameList } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'

/** The titles of the groups of settings. */
export const settingLabels: Readonly<Record<Exclude<SettingsForm, 'start'> | 'recommendations', string>> = {
  place: 'Analysis and brands',
  zone: 'Time zone',
  reddit: 'Reddit',
  recommendations: 'Recommendations',
  numbers: 'Numbers',
  names: 'Names for topics, personas and themes',
}

/** What was changed, as part of a sentence. */
export const changedWords: Readonly<Record<keyof EditableSettings, string>> = {
  organizationId: 'organization',
  workspaceId: 'workspace',
  projectId: 'analysis',
  timeZone: 'time zone',
  subreddits: 'subreddits',
  noiseBand: 'noise band',
  digestLength: 'digest length',
  filterNames: 'names',
}

export function digestLengthWords(length: DigestLength): string {
  return length === 'full' ? 'Full: everything in one message' : 'Brief: one screen, details in the thread'
}

/** `r/saas and r/crm`. */
export function subredditWords(subreddits: readonly string[]): string {
  if (subreddits.length === 0) return 'all subreddits'
  return nameList(
    subreddits.map((name) => `r/${oneLine(name, 50, '(unnamed)')}`),
    8,
  )
}

/** `topics Onboarding and Pricing · persona Head of marketing`; `''`: none. */
export function filterNameWords(names: readonly FilterName[]): string {
  return nameable
    .flatMap((filter) => {
      const namesOfFilter = names.filter((one) => one.filter === filter)
      if (namesOfFilter.length === 0) return []
      const kind = `${writtenFilters[filter]}${namesOfFilter.length === 1 ? '' : 's'}`
      return [
        `${kind} ${nameList(
          namesOfFilter.map(({ name }) => oneLine(name, 60, '–')),
          8,
        )}`,
      ]
    })
    .join(' · ')
}

/** As it was set, not rounded: `0.25 points`. */
export function bandInWords(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`
}

/** `5 tracked, 2 of them added here`. */
export function trackedWords({ configured, addedHere }: ChannelSummary['tracked']): string {
  const all = configured + addedHere
  if (all === 0) return 'none tracked yet'
  return `${all} tracked${configured > 0 && addedHere > 0 ? `, ${addedHere} of them added here` : ''}`
}
