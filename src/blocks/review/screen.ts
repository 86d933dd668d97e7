/** Whether a message fits on one desktop screen and on two phone screens. */
import type { Block } from '../../model/message.ts'
import { mrkdwnLines } from '../kit/block-text.ts'

interface Screen {
  /** The maximum height of a message, in pixels. */
  readonly maxHeight: number
  /** Approximate characters per line: of text, of small text, of a header. */
  readonly text: number
  readonly small: number
  readonly header: number
  /** Approximate characters of button labels per row. */
  readonly buttons: number
}

/** A desktop of 1280 by 900 pixels, and a phone 375 pixels wide. Both leave some margin for wider fonts. */
const screens: readonly Screen[] = [
  { maxHeight: 893, text: 92, small: 110, header: 84, buttons: 80 },
  { maxHeight: 1_480, text: 35, small: 42, header: 27, buttons: 34 },
]

/** An estimate from Slack's layout as the sandbox draws it, which test/browser/digest-size.test.ts measures. */
export function fitsScreens(blocks: readonly Block[]): boolean {
  return screens.every((screen) => {
    const heights = blocks.map((block) => heightOf(block, screen) + gap)
    return frameHeight + heights.reduce((sum, height) => sum + height, 0) <= screen.maxHeight
  })
}

/** Pixels for the author's line above and the replies below. */
const frameHeight = 75
const gap = 8

function heightOf(block: Block, screen: Screen): number {
  const rows = (perLine: number) =>
    mrkdwnLines(block).reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / perLine)), 0)
  switch (block.type) {
    case 'header':
      return 27 * rows(screen.header)
    case 'context':
      return 19 * rows(screen.small)
    case 'data_visualization':
      return chartHeight(block.chart)
    case 'actions': {
      const words = block.elements.map((element) =>
        element.type === 'button' ? element.text.text.length + 4 : 0,
      )
      const length = words.reduce((sum, each) => sum + each, 0)
      return 34 + 42 * Math.floor(length / screen.buttons)
    }
    default:
      return 22 * rows(screen.text)
  }
}

function chartHeight({ type, series, axis_config }: Extract<Block, { chart: unknown }>['chart']): number {
  if (type === 'line') return 360
  return axis_config.categories.length * (series.length > 1 ? 42 : 32) + (series.length > 1 ? 125 : 100)
}
