/** Where the brand stands, on the Home tab and in a modal that opens from anywhere in Slack. */

import type { HomeStanding } from '../../model/home.ts'
import type { Block, ModalView } from '../../model/message.ts'
import type { VisibilityReport } from '../../model/reports.ts'
import { chartedBrands } from '../digest/neighbours.ts'
import { channelSelect, fieldActionId } from '../forms/fields.ts'
import { contentModal, formNotice, type Notice, readableInModal } from '../forms/modal.ts'
import { context, contextOf, header, plainText, referenceLine, unavailable } from '../kit/elements.ts'
import { dataTable, numberCell, textCell } from '../kit/figures.ts'
import { changeCell, isCompared, periodWords, valueWords, visibilityForm } from '../kit/formats.ts'
import { limits } from '../kit/limits.ts'
import { bold, code, compact, oneLine, richText, shortName } from '../kit/text.ts'
import { ownFirstSentence } from '../visibility/headline-copy.ts'

export const standingCallbackId = 'sl1.standing'
export const standingTitle = 'Where do we stand?'

export interface StandingModal {
  /** The channel whose analysis it is, by Slack's id; `null`: the default analysis. */
  readonly channel: string | null
  readonly canChoose: boolean
  readonly notice?: Notice | null
}

/** @param standing `null`: only the notice */
export function standingModal(
  standing: HomeStanding | null,
  { channel, canChoose, notice = null }: StandingModal,
): ModalView {
  const blocks = standing === null ? [] : standingBlocks(standing, channel)
  return contentModal(
    standingTitle,
    [
      ...formNotice(notice),
      canChoose && channelChoice(channel),
      ...readableInModal({ text: '', blocks }),
      standing !== null && more(channel),
    ],
    { callbackId: standingCallbackId },
  )
}

function more(channel: string | null): Block {
  const command = code('/sightline visibility')
  return contextOf(
    channel === null
      ? ['For more, type ', command]
      : ['For more, go to ', { channel }, ' and type ', command],
  )
}

function channelChoice(channel: string | null): Block {
  return {
    type: 'section',
    block_id: 'channel',
    text: plainText('Channel', limits.text),
    accessory: {
      ...channelSelect(channel),
      action_id: fieldActionId('channel'),
      placeholder: plainText('Choose a channel', limits.field.placeholder),
    },
  }
}

export function standingBlocks(standing: HomeStanding, channel: string | null): readonly Block[] {
  switch (standing.kind) {
    case 'loading':
      return [header('Where your brand stands'), context('Looking up the figures…')]
    case 'unavailable':
      return compact<Block>(
        header('Where your brand stands'),
        unavailable('Figures', standing.sentence),
        referenceLine(standing.reference),
      )
    case 'ready':
      return readyBlocks(standing.report, channel)
  }
}

function readyBlocks(report: VisibilityReport, channel: string | null): readonly Block[] {
  const { own, period } = report
  return [
    header(
      own === null ? 'Where your brand stands' : `Where ${shortName(own.brand, 60, 'your brand')} stands`,
    ),
    richText([[bold(ownFirstSentence(report))]]),
    ...brandsTable(report),
    contextOf([
      `${periodWords(period)} · All engines · `,
      ...(channel === null ? ['the default analysis'] : ['the analysis of ', { channel }]),
    ]),
  ]
}

/** A table: of Slack's two lists of where charts are allowed, only one has the Home tab. */
function brandsTable(report: VisibilityReport): readonly Block[] {
  const brands = chartedBrands(report)
  const compared = isCompared(brands)
  const table = dataTable({
    caption: 'Visibility',
    header: ['Brand', 'Visibility', ...(compared ? ['Change'] : [])],
    rows: brands.map(({ brand, mine, visibility }) => {
      const change = visibility.verdict === 'same' ? '0.0' : changeCell(visibility, visibilityForm)
      return [
        textCell(`${oneLine(brand, 40, '(unnamed)')}${mine ? ' (you)' : ''}`),
        numberCell(visibility.value, valueWords(visibility, visibilityForm)),
        ...(compared ? [textCell(change)] : []),
      ]
    }),
  })
  return table === null ? [] : [table.block]
}
