/** The first view of a channel's settings: the values of each group, with a button to change them. */
import type { Block, ModalView } from '../../model/message.ts'
import { contentModal, formButton, formNotice, type Notice } from '../forms/modal.ts'
import { contextOf, sharedChannel } from '../kit/elements.ts'
import { names as nameList } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import {
  bold,
  capital,
  clip,
  code,
  compact,
  escapeText,
  type Line,
  mrkdwn,
  oneLine,
  richText,
} from '../kit/text.ts'
import {
  backToChannels,
  navigation,
  setupCallbackId,
  setupMetadata,
  setupStepId,
  setupTitle,
} from './setup-form.ts'
import { type ChannelSummary, groupTitles, type SettingInWords } from './setup-words.ts'

interface SavedSettings {
  readonly changed: readonly string[]
  /** Why the new time zone couldn't be announced in the channel; `null`: it was, or the zone is the same. */
  readonly announcementProblem: string | null
  /** The channel for new tasks, if other companies are in it. */
  readonly shared?: string | null
  /** The channel had no settings before. */
  readonly first: boolean
}

export interface SummaryView {
  readonly summary: ChannelSummary
  /** Brands of the channel's workspace; `null`: not known in time. */
  readonly brands: readonly string[] | null
  readonly shared: boolean
  readonly saved?: SavedSettings
  readonly notice?: Notice | null
  readonly back: boolean
}

export function summaryModal(view: SummaryView): ModalView {
  const { summary, brands, shared, saved, notice = null, back } = view
  const { channel, changed } = summary
  return contentModal(
    setupTitle,
    [
      ...formNotice(notice),
      richText([
        ...(saved === undefined ? [[bold('Settings for '), { channel }]] : savedLines(saved, channel)),
        shared && sharedChannel(channel, 'what Sightline posts here'),
      ]),
      ...groups(summary, brands),
      changed !== null && contextOf(['Last changed by ', { user: changed.by }, ', ', { at: changed.at }]),
      ...navigation(back && backToChannels),
    ],
    { callbackId: setupCallbackId, metadata: setupMetadata({ channel, step: 'summary', back }) },
  )
}

function savedLines(
  { changed, announcementProblem, shared = null, first }: SavedSettings,
  channel: string,
): Line[] {
  const words = nameList(
    changed.map((label) => label.toLowerCase()),
    8,
  )
  return compact<Line>(
    changed.length === 0
      ? [bold('✓ Saved for '), { channel }, first ? '.' : '. Nothing changed.']
      : [bold('✓ Saved for '), { channel }, `: ${words}.`],
    announcementProblem !== null && [
      `⚠ The new time zone couldn’t be announced in the channel. ${oneLine(announcementProblem, 300, '')}`,
    ],
    shared !== null && sharedChannel(shared, 'the new tasks'),
    first && [
      'Next, in the channel: ',
      code('/sightline visibility'),
      ' shows where you stand, ',
      code('/sightline digest'),
      ' sets up a weekly digest.',
    ],
  )
}

function groups({ settings }: ChannelSummary, brands: readonly string[] | null): readonly Block[] {
  return Object.entries(groupTitles).map(([group, title]) => {
    const line = settingsLine(
      group,
      settings.filter((one) => one.group === group),
    )
    const hasBrands = group === 'place' && brands !== null && brands.length > 0
    const lines = compact(`*${title}*`, line, hasBrands && escapeText(`Brands: ${nameList(brands, 5, 40)}`))
    return {
      type: 'section',
      block_id: `setup_${group}`,
      text: { type: 'mrkdwn', text: clip(lines.join('\n'), limits.text), verbatim: true },
      accessory: formButton('Change', setupStepId, group, `Change: ${title}`),
    }
  })
}

/** `r/saas, r/smallbusiness (default)` */
function settingsLine(group: string, settings: readonly SettingInWords[]): string {
  const words = settings.map(({ summary }) => mrkdwn(summary))
  const isDefault = settings.map(({ defaultFrom }) => defaultFrom !== null)
  // The place is one choice: `Northwind Group · Northwind CRM · analysis 1f2c… (default)`.
  if (group === 'place') return `${words.join(' · ')}${isDefault.includes(false) ? '' : ' (default)'}`
  const line = words.map((each, index) => (isDefault[index] ? `${each} (default)` : each)).join(' · ')
  return line.startsWith('r/') ? line : capital(line)
}
