/** What the setup form says when it is saved. */
import type { SavedSetup, SetSettings, Setup, SetupInput } from '../../model/channel.ts'
import type { ModalView } from '../../model/message.ts'
import { resultModal } from '../forms/modal.ts'
import { names as nameList } from '../kit/numbers.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { digestLengthWords, setupTitle, subredditWords } from './setup-form.ts'

/**
 * What was saved, setting by setting, and what is next.
 * @param untold why the channel could not be told of its new time zone; `null`: it was, or has the same one
 */
export function setupSaved(
  setup: Setup,
  input: SetupInput,
  saved: SavedSetup,
  untold: string | null = null,
): ModalView {
  const { defaults, names } = setup
  const { settings } = input
  const isPlace = new Set<keyof SetSettings>(['organizationId', 'workspaceId', 'projectId'])
  const line = (label: string, name: keyof SetSettings, own: string | null, inherited: string): Span[] => [
    { text: `${label}: `, style: 'bold' },
    oneLine(own ?? inherited, 300, '–'),
    own === null ? ` (as the ${isPlace.has(name) ? defaults.placeFrom : 'configuration'} says)` : '',
    saved.changed.includes(name) ? ' – changed' : '',
  ]
  const named = (id: string) => names.get(id) ?? idWords(id)
  const own = <T>(value: T | null, words: (value: T) => string) => (value === null ? null : words(value))
  const nothing = saved.changed.length + saved.added.length + saved.removed.length === 0
  return resultModal(setupTitle, [
    [
      { text: nothing ? 'Nothing had to be changed for ' : 'Saved for ', style: 'bold' },
      { channel: setup.channel },
    ],
    line(
      'Organization',
      'organizationId',
      own(settings.organizationId, named),
      named(defaults.organizationId),
    ),
    line('Workspace', 'workspaceId', own(settings.workspaceId, named), named(defaults.workspaceId)),
    // The service has no list of analyses, so that they have no name here.
    line('Analysis', 'projectId', own(settings.projectId, idWords), idWords(defaults.projectId)),
    line('Time zone', 'timeZone', settings.timeZone, defaults.timeZone),
    ...(untold === null
      ? []
      : [[`⚠ The channel doesn't know of the new time zone yet. ${oneLine(untold, 300, '')}`]]),
    line(
      'Subreddits',
      'subreddits',
      own(settings.subreddits, subredditWords),
      subredditWords(defaults.subreddits),
    ),
    line('Noise band', 'noiseBand', own(settings.noiseBand, pointWords), pointWords(defaults.noiseBand)),
    [
      { text: 'Names instead of ids: ', style: 'bold' },
      filterNameWords(settings.filterNames),
      saved.changed.includes('filterNames') ? ' – changed' : '',
    ],
    [
      { text: 'Digest length: ', style: 'bold' },
      digestLengthWords[settings.digestLength ?? 'brief'],
      saved.changed.includes('digestLength') ? ' – changed' : '',
    ],
    [{ text: 'Tracked recommendations: ', style: 'bold' }, trackedWords(saved)],
    [''],
    [
      'Next: type ',
      { text: '/sightline visibility', style: 'code' },
      ' in the channel to see where your brand stands, or ',
      { text: '/sightline digest', style: 'code' },
      ' for a weekly digest. ',
      { text: '/sightline setup', style: 'code' },
      ' changes this again.',
    ],
  ])
}

/** Where the service tells no name. */
function idWords(id: string): string {
  return id === '' ? '–' : `id ${id}`
}

/** `Onboarding, Pricing, and 3 more`. */
function filterNameWords(names: SetSettings['filterNames']): string {
  return names === null
    ? 'none'
    : nameList(
        names.map(({ name }) => oneLine(name, 60, '–')),
        8,
      )
}

/** `3 (1 added, 2 removed)`. */
function trackedWords({ tracked, added, already, removed }: SavedSetup): string {
  const news = [
    ...(added.length > 0 ? [`${added.length} added`] : []),
    ...(already.length > 0 ? [`${already.length} already tracked by the configuration`] : []),
    ...(removed.length > 0 ? [`${removed.length} removed`] : []),
  ]
  const all = tracked === 0 ? 'none of the channel’s own' : String(tracked)
  return news.length === 0 ? all : `${all} (${news.join(', ')})`
}

/** As it was set, not rounded. */
function pointWords(points: number): string {
  return `${points} ${points === 1 ? 'point' : 'points'}`
}
