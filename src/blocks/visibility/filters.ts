import type { InsightsFilters } from '../../api/client.ts'
import { lazy, memoizeFor } from '../../lib/cache.ts'
import type { Block, Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter, context, heading, messageOf } from '../kit/elements.ts'
import { counted, names, numberWords } from '../kit/formats.ts'
import { bold, capital, compact, engineName, oneLine, richText } from '../kit/text.ts'

/** The answer to "what can I ask about in this workspace?". */

/** Characters that the values of one kind may use of a message's 10,000. */
const kindText = 2_000
const longest = 80

// Without it, `list_options` takes 1.32 times as long as the smallest server, with it 1.10.
const answers = memoizeFor<InsightsFilters, Message>()

/** Engines, brands, countries and categories: as many as fit, and the number of the rest. */
export const filtersAnswer = (filters: InsightsFilters, options: AnswerOptions): Message =>
  answers(filters, JSON.stringify(options), () => draw(filters, options))

function draw(filters: InsightsFilters, options: AnswerOptions): Message {
  const { sources, brands, countries, categories } = filters
  const kinds = [
    ['engine', 'engines', sources.map((source) => valueWords(engineName(String(source))))],
    ['brand', 'brands', brands.map(valueWords)],
    ['country', 'countries', countries.map((code) => countryWords(String(code)))],
    [
      'category',
      'categories',
      categories.map(({ value, color }) => `${valueWords(value)}${colorWords(color)}`),
    ],
  ] as const
  const isEmpty = kinds.every(([, , values]) => values.length === 0)
  const headline = isEmpty
    ? 'This workspace has no engines, brands, countries or categories yet.'
    : `This workspace has ${names(
        kinds.map(([one, many, values]) => counted(values.length, one, many)),
        kinds.length,
      )}.`
  const hint = isEmpty ? 'Set up an analysis in the analytics console, then try again.' : hintOf(filters)
  return messageOf([
    heading(headline),
    ...(isEmpty ? [] : kinds.map(([, many, values]) => kindBlock(many, values))),
    hint !== null && context(hint),
    ...answerFooter(options),
  ])
}

/** What the values are for, with an example that works in this workspace. */
function hintOf({ sources, brands }: InsightsFilters): string | null {
  const [engine, brand] = [sources[0], brands[0]]
  if (engine === undefined || brand === undefined) return null
  return `Narrow a question by engine or brand, for example: /sightline visibility ${valueWords(String(engine))} vs "${valueWords(brand).replaceAll('"', '')}"`
}

function kindBlock(many: string, values: readonly string[]): Block {
  const shown = fitting(values)
  const omittedCount = values.length - shown.length
  const lines = compact(
    values.length === 0 ? 'none yet' : shown.join(' · '),
    omittedCount > 0 && `${numberWords(omittedCount)} more not shown.`,
  )
  return richText([
    [bold(`${capital(many)} (${numberWords(values.length)})`)],
    ...lines.map((line) => [line]),
  ])
}

function fitting(values: readonly string[]): readonly string[] {
  let length = 0
  const end = values.findIndex((value) => {
    length += value.length + 3
    return length > kindText
  })
  return end === -1 ? values : values.slice(0, end)
}

function valueWords(value: string): string {
  return oneLine(value, longest, '(unnamed)')
}

const regions = lazy(() => new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' }))

/** `Germany (DE)`; an unknown code stays as it is. */
function countryWords(code: string): string {
  const name = /^[A-Z]{2}$/.test(code) ? regions().of(code) : undefined
  return name === undefined ? valueWords(code) : `${name} (${code})`
}

/** A category's colour in charts, shown after its name. Empty if the service gives none. */
function colorWords(color: string | null): string {
  return color !== null && /^#[\da-f]{3,8}$/i.test(color) ? ` (${color.toLowerCase()})` : ''
}
