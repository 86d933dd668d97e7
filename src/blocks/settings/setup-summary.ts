/** The first view of a channel's settings: the values of each group, with a button to change them. */
import type { ChannelSummary, EditableSettings, Named, WithSource } from '../../model/channel.ts'
import type { Block, ModalView } from '../../model/message.ts'
import type { Notice } from '../forms/modal.ts'
import { formNotice } from '../forms/modal.ts'
import { contextOf, plainText } from '../kit/elements.ts'
import { shortId } from '../kit/ids.ts'
import { limits } from '../kit/limits.ts'
import { names as nameList } from '../kit/numbers.ts'
import { sharedChannel } from '../kit/shared-channel.ts'
import { richText, type Span } from '../kit/spans.ts'
import { clip, escapeText, oneLine } from '../kit/text.ts'
import { setupCallbackId, setupMetadata, setupTitle } from './setup-form.ts'
import { backToChannels, navigation, setupButton, setupStepId } from './setup-navigation.ts'
import {
  bandInWords,
  changedWords,
  filterNameWords,
  settingLabels,
  subredditWords,
  trackedWords,
} from './setup-words.ts'

/** What was just saved. */
export interface SavedSettings {
  readonly changed: readonly (keyof EditableSettings)[]
  /** Why the new time zone couldn't be announced in the channel; `null`: it was, or the zone is the same. */
  readonly announcementProblem: string | null
  /** The channel had no settings before. */
  readonly first: boolean
}

export interface SummaryView {
  readonly summary: ChannelSummary
  /** Brands of the channel's workspace; `null`: not known in time. */
  readonly brands: readonly string[] | null
  /** Whether other companies are in the channel. */
  readonly shared: boolean
  readonly saved?: SavedSettings
  readonly notice?: Notice
  /** The channel was chosen in an earlier form. */
  readonly back: boolean
}

export function summaryModal({ summary, brands, shared, saved, notice, back }: SummaryView): ModalView {
  const { channel, changed } = summary
  return {
    type: 'modal',
    title: plainText(setupTitle, limits.modal.title),
    close: plainText('Close', limits.modal.title),
    callback_id: setupCallbackId,
    private_metadata: setupMetadata({ channel, step: 'summary', back }),
    blocks: [
      ...formNotice(notice ?? null),
      richText([
        ...(saved === undefined
          ? [[{ text: 'Settings for ', style: 'bold' as const }, { channel }]]
          : savedLines(saved, channel)),
        ...(shared ? [sharedChannel(channel, 'what Sightline posts here')] : []),
      ]),
      ...groups(summary, brands),
      ...(changed === null
        ? []
        : [contextOf(['Last changed by ', { user: changed.by }, ', ', { at: changed.at }])]),
      ...(back ? [navigation([backToChannels])] : []),
    ],
  }
}

function savedLines({ changed, announcementProblem, first }: SavedSettings, channel: string): Span[][] {
  const words = nameList(
    changed.map((name) => changedWords[name]),
    8,
  )
  return [
    changed.length === 0
      ? [{ text: '✓ Saved for ', style: 'bold' }, { channel }, first ? '.' : '. Nothing changed.']
      : [{ text: '✓ Saved for ', style: 'bold' }, { channel }, `: ${words}.`],
    ...(announcementProblem === null
      ? []
      : [
          [
            `⚠ The new time zone couldn’t be announced in the channel. ${oneLine(announcementProblem, 300, '')}`,
          ],
        ]),
    ...(first
      ? [
          [
            'Next, in the channel: ',
            { text: '/sightline visibility', style: 'code' as const },
            ' shows where you stand, ',
            { text: '/sightline digest', style: 'code' as const },
            ' sets up a weekly digest.',
          ],
        ]
      : []),
  ]
}

function groups(summary: ChannelSummary, brands: readonly string[] | null): readonly Block[] {
  const { timeZone, subreddits, noiseBand, digestLength, filterNames, tracked } = summary
  const names = filterNameWords(filterNames)
  return [
    group('place', [
      placeLine(summary),
      ...(brands === null || brands.length === 0 ? [] : [brandLine(brands)]),
    ]),
    group('zone', [withDefault(oneLine(timeZone.value, 60, 'none'), [timeZone])]),
    group('reddit', [withDefault(capital(subredditWords(subreddits.value)), [subreddits])]),
    group('recommendations', [capital(trackedWords(tracked))]),
    group('numbers', [
      `${withDefault(`Noise band ${bandInWords(noiseBand.value)}`, [noiseBand])} · ${digestLength === 'full' ? 'Full' : 'Brief'} digests`,
    ]),
    group('names', [names === '' ? 'None yet' : capital(names)]),
  ]
}

function group(step: keyof typeof settingLabels, lines: readonly string[]): Block {
  const label = settingLabels[step]
  return {
    type: 'section',
    block_id: `setup_${step}`,
    text: {
      type: 'mrkdwn',
      text: clip(`*${label}*\n${lines.map(escapeText).join('\n')}`, limits.text),
      verbatim: true,
    },
    accessory: setupButton('Change', setupStepId, step, `Change: ${label}`),
  }
}

/** `Northwind Group · Northwind CRM · analysis 1f2c… (default)` */
function placeLine({ organization, workspace, analysis }: ChannelSummary): string {
  const id = shortId(analysis.value.id)
  return withDefault(`${nameOrId(organization.value)} · ${nameOrId(workspace.value)} · analysis ${id}`, [
    organization,
    workspace,
    analysis,
  ])
}

function brandLine(brands: readonly string[]): string {
  return `Brands: ${nameList(
    brands.map((brand) => oneLine(brand, 40, '–')),
    5,
  )}`
}

function nameOrId({ id, name }: Named): string {
  return oneLine(name ?? shortId(id), 80, 'none')
}

/** Adds “(default)” if all the settings have their default. */
function withDefault(words: string, settings: readonly WithSource<unknown>[]): string {
  return settings.every(({ from }) => from !== 'channel') ? `${words} (default)` : words
}

/** `r/saas` isn't capitalized. */
function capital(words: string): string {
  return words.startsWith('r/') ? words : words.charAt(0).toUpperCase() + words.slice(1)
}
