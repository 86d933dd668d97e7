import type { KnownBlock, PlainTextElement } from '@slack/types'

/** Not in @slack/types 3.2.0. https://docs.slack.dev/reference/block-kit/blocks/data-visualization-block */
export interface DataVisualizationBlock {
  type: 'data_visualization'
  block_id?: string
  /** 1 to 50 characters. Screen readers read it as the label. */
  title: string
  chart: {
    type: 'bar' | 'line'
    /** Every series has one point for each category, in the categories' order. */
    series: { name: string; data: { label: string; value: number }[] }[]
    axis_config: { categories: string[]; x_label?: string; y_label?: string }
  }
}

export type Block = KnownBlock | DataVisualizationBlock

/**
 * What every view returns. Blocks are Slack's, typed by @slack/types if it knows them. `text`, for notifications and
 * screen readers: the headline's numbers, at most 4,000 characters of mrkdwn.
 */
export interface Message {
  readonly text: string
  readonly blocks: readonly Block[]
}

/** A Home tab for `views.publish` (https://docs.slack.dev/surfaces/app-home). */
export interface HomeView {
  readonly type: 'home'
  readonly callback_id: string
  /** Our own data, at most 3,000 characters. */
  readonly private_metadata?: string
  readonly blocks: readonly Block[]
}

export interface ModalView extends Omit<HomeView, 'type'> {
  readonly type: 'modal'
  readonly title: PlainTextElement
  readonly close: PlainTextElement
  readonly submit?: PlainTextElement
}
