/** Whether the first sentence of an answer about figures names the question's subject and answers what was asked. */
import { BRANDS, OWN_BRAND } from '../../sandbox/service/data/catalog.ts'
import { answeredReport } from '../../src/blocks/visibility/answer-sentence.ts'
import { whySentence } from '../../src/blocks/visibility/why.ts'
import { visibilityReport } from '../../src/insights/visibility.ts'
import { noFilters } from '../../src/model/question.ts'
import type { VisibilityReport } from '../../src/model/reports.ts'
import { readVisibilityText } from '../../src/questions/read.ts'

export interface FirstSentence {
  readonly question: string
  readonly sentence: string
  readonly isGood: boolean
}

/** A week in which the own brand fell, and a rival passed it. */
async function market(brands: readonly string[], engines: readonly string[]): Promise<VisibilityReport> {
  const metric = (value: number, prev_value: number, unit = '%') => ({ value, prev_value, unit })
  const rows = BRANDS.map((brand, index) => {
    const score = 60 - 4 * index
    const before = brand === OWN_BRAND ? score + 9 : score - (index % 3)
    return {
      brand,
      is_my_brand: brand === OWN_BRAND,
      visibility_score: metric(score, before),
      presence_rate: metric(score, before),
      presence_rate_total: metric(4_000, 4_000, 'answers'),
      presence_rate_occurrences: metric(score * 40, before * 40, ''),
      total_mentions: metric(score * 20, before * 20, ''),
      avg_ranking: metric(index + 1, index + 1.2, ''),
    }
  })
  const period = { unit: 'week', start: '2026-11-09', end: '2026-11-15', timeZone: 'UTC' } as const
  const api = {
    allBrands: async () => ({ rows, total: rows.length, cut: 0 }),
    collects: async () => ({ data: [], pagination: { page: 1, page_size: 100, total: 0 } }),
    insightsFilters: async () => ({ sources: [], brands: [], countries: [], categories: [] }),
  }
  const scope = { organizationId: 'o', workspaceId: 'w', projectId: 'p' }
  return visibilityReport(api, { scope, period, engines, brands, filters: noFilters })
}

/** What a sentence must say, by the words of the question. */
const rubric: readonly (readonly [asked: RegExp, answered: RegExp])[] = [
  [/share of voice/u, /share of voice/u],
  [/how often .*(?:mention|name)|how many mentions/u, /mentioned|share of voice/u],
  [/\b(?:who|anyone|anybody)\b.*\b(?:overt\w+|pass(?:ed)?)\b/u, /passed you|[Nn]obody|Who passed/u],
  [
    /\bwe (?:passed|overtaken|ahead)|\bpassed? us\b|\bovertook us\b|\b(?:losing|behind) to\b/u,
    /^(?:Yes|No|Too close)|passed|ahead|behind/u,
  ],
  [/\bsignifican/u, /^(?:Yes|No)/u],
  [/\bwho\b.*\b(?:ahead|leads|leader|top|first|best)\b/u, /leads/u],
  [/./u, /\d/u],
]

/** @param text the command that a question was certainly read as; `null`: not about the figures of brands */
export async function firstSentenceOf(question: string, text: string): Promise<FirstSentence | null> {
  const read = /^(?:visibility|why)\b/u.test(text) ? readVisibilityText(text) : null
  if (read?.ok !== true) return null
  const report = await market(read.args.brands, read.args.engines)
  const { headline, subject } = answeredReport(report, read.args)
  const sentence =
    text.startsWith('why') && subject !== null
      ? whySentence({ of: subject, splits: [], unsplit: [] }, report)
      : headline
  const asked = question.toLowerCase()
  const named = BRANDS.filter((brand) => brand !== OWN_BRAND && asked.includes(brand.toLowerCase()))
  const isAbout =
    named.length === 0
      ? sentence.includes(OWN_BRAND) || /\byou\b/u.test(sentence)
      : named.every((brand) => sentence.includes(brand))
  const [, answered = /./u] = rubric.find(([pattern]) => pattern.test(asked)) ?? []
  return { question, sentence, isGood: isAbout && answered.test(sentence) }
}
