/**
 * What Slack would reject in a view of the bot. Where Slack's pages and packages disagree on a limit, the sandbox uses the
 * newest figure and the bot stays below the lower one. Both are in sandbox/slack/blockkit/limits.json.
 */
import * as newest from '../../sandbox/slack/blockkit/index.ts'
import file from '../../sandbox/slack/blockkit/limits.json' with { type: 'json' }
import { textLength } from '../../src/blocks/kit/block-text.ts'
import { limits } from '../../src/blocks/kit/limits.ts'
import type { Message } from '../../src/model/message.ts'

/** The lower figure. Throws if the file has none, so that a wrong path can't make a test pass. */
function lower(path: keyof typeof file.limits): number {
  const entry = file.limits[path]
  const limit: { max?: number; maxLength?: number; type?: string } | string =
    'lower' in entry ? entry.lower : ''
  const figure = typeof limit === 'object' ? (limit.max ?? limit.maxLength) : undefined
  if (figure === undefined) throw new Error(`no lower figure for ${path}`)
  return figure
}

type Json = Readonly<Record<string, unknown>>
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const VALUE = lower('option.value')
const ROWS = lower('data_table.rows')
const CELLS = lower('data_table cells text (aggregate)')
const SEGMENTS = lower('data_visualization.chart[type=pie].segments')
const SERIES = lower('data_visualization.chart[type!=pie].series')
const CARD_ACTIONS = lower('card.actions')

function ofObject(one: Json): string[] {
  const beyond: string[] = []
  const tell = (what: string, length: number, most: number) => {
    if (length > most) beyond.push(`${what}: ${length} of ${most}`)
  }
  if (one.type === 'data_table') {
    tell('rows of a data table', listOf(one.rows).length, ROWS)
    tell('characters in a data table', textLength(one.rows), CELLS)
  }
  if (one.type === 'card') tell('buttons of a card', listOf(one.actions).length, CARD_ACTIONS)
  if (one.type === 'data_visualization' && isJson(one.chart)) {
    tell('segments of a pie', listOf(one.chart.segments).length, SEGMENTS)
    tell('series of a chart', listOf(one.chart.series).length, SERIES)
  }
  for (const option of listOf(one.options)) {
    if (!isJson(option)) continue
    tell('characters in an option’s value', String(option.value ?? '').length, VALUE)
    if (isJson(option.description) && option.description.type === 'mrkdwn')
      beyond.push('mrkdwn in an option’s description')
  }
  return beyond
}

/** Everything in a message or a view that is above a lower figure, at any depth. */
function aboveLowerFigures(payload: unknown): string[] {
  if (Array.isArray(payload)) return payload.flatMap(aboveLowerFigures)
  if (!isJson(payload)) return []
  return [...ofObject(payload), ...Object.values(payload).flatMap(aboveLowerFigures)]
}

/** A refusal with its place, or what is above a lower figure. Empty when nothing is. */
type Objection = newest.Problem | string

export const validateMessage = (message: Parameters<typeof newest.validateMessage>[0]): Objection[] => [
  ...newest.validateMessage(message),
  ...aboveLowerFigures(message),
]

/** All violations of Slack's rules, read strictly, and what no message of ours may be. */
export function messageObjections(message: Message): Objection[] {
  const { text, blocks } = message
  return [
    ...validateMessage(message),
    ...(text.trim() === '' ? ['no text'] : []),
    ...(blocks.length === 0 ? ['no blocks'] : []),
    ...(text.length > limits.message.text ? [`text of ${text.length}`] : []),
    ...(text.isWellFormed() ? [] : ['text with half a character']),
    ...(textLength(blocks) > limits.message.allText ? [`${textLength(blocks)} characters in all`] : []),
  ]
}

export const validateView = (view: unknown): Objection[] => [
  ...newest.validateView(view),
  ...aboveLowerFigures(view),
]

export const validateSuggestions = (suggestions: unknown): Objection[] => [
  ...newest.validateSuggestions(suggestions),
  ...aboveLowerFigures(suggestions),
]
