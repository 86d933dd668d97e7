/** The arguments of the tools, described for a language model. */
import * as z from 'zod'
import { filterNames } from '../model/question.ts'
import type { Word } from '../questions/tokenizer.ts'

/** Longer ones are no names. */
const longest = 200
const most = 20

const text = z.string().trim().max(longest)
const texts = z.array(text.min(1)).max(most).default([])

export const channel = text
  .optional()
  .describe(
    'The Slack channel whose analysis is meant: its name, such as #marketing, or its id. Leave it out unless the person names one: then their own choice counts. If they have to choose, the error says between which.',
  )

export const period = text
  .optional()
  .describe(
    'In English: today, last week, last month, last 30 days, october, 2026-10, or two dates such as 2026-10-05..2026-10-18. Default: the last complete week. Translate what the person said.',
  )

const engines = texts.describe(
  'AI assistants and search engines, such as ChatGPT or Perplexity. Leave it out for all of them together.',
)

export const periodInput = z.strictObject({ period, channel })

export const enginesInput = z.strictObject({ engines, period, channel })

export const questionInput = z.strictObject({
  brands: texts.describe(
    'Brands to show beside the own one, spelled as list_options does. Leave it out for all brands. The own brand is always included.',
  ),
  engines,
  period,
  topics: texts.describe('Only prompts about these topics. Names or ids from list_options.'),
  personas: texts.describe('Only prompts of these personas. Names or ids from list_options.'),
  themes: texts.describe('Only prompts about these themes. Names or ids from list_options.'),
  funnel_stages: z
    .array(z.enum(['tofu', 'mofu', 'bofu']))
    .max(3)
    .default([])
    .describe('Only prompts at the top, middle or bottom of the funnel.'),
  keyword_types: z
    .array(z.enum(['brand', 'generic']))
    .max(2)
    .default([])
    .describe('Only prompts that name a brand, or only those that name none.'),
  search: text.optional().describe('Only prompts that contain this text.'),
  channel,
})

/** The name of each argument before its colon in `/sightline visibility`. */
const nameInWords = {
  engines: 'engine',
  brands: 'brand',
  period: 'period',
  topics: filterNames.topics,
  personas: filterNames.personas,
  themes: filterNames.thematics,
  funnel_stages: filterNames.funnelStages,
  keyword_types: filterNames.keywordTypes,
  search: filterNames.search,
} as const satisfies Partial<Record<keyof z.infer<typeof questionInput>, string>>

/** A question in the words that `/sightline visibility` reads. */
export function wordsOf(input: Partial<z.infer<typeof questionInput>>): readonly Word[] {
  return Object.entries(nameInWords).flatMap(([key, name]) => {
    const values = [input[key as keyof typeof nameInWords] ?? []].flat().filter((value) => value !== '')
    if (values.length === 0) return []
    return { text: `${name}:${values.join(',')}`, quoted: false, named: { name, values } }
  })
}
