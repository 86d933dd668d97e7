/** What people ask for and the analytics service doesn't have: said by name, with what can be asked instead. */
import { countryNames } from './word-lists.ts'

export interface Unavailable {
  readonly sentence: string
  /** Texts to type after `/sightline `. */
  readonly instead: readonly string[]
}

const country: Unavailable = {
  sentence:
    'Sightline has no figures by country. You can ask by engine, funnel stage, keyword type or topic.',
  instead: ['engines', 'gaps'],
}

const assistants =
  '(?:ai|llms?|models?|assistants?|answers?|engines?|chat ?gpt|gpt|claude|gemini|perplexity|copilot|rufus)'

/** The first that fits. */
const all: readonly (readonly [RegExp, Unavailable])[] = [
  [/\b(?:countr(?:y|ies)|regions?|geograph\w*|continents?|europe|emea|apac|latam|cit(?:y|ies))\b/u, country],
  [
    /\bforecasts?\b|\bpredict\w*|\bprojections?\b|\bwill (?:we|our|it|they|i)\b|\bnext (?:week|month|quarter|year)\b|\bgoing to (?:be|rise|fall|drop|grow)\b/u,
    {
      sentence: 'Sightline makes no forecasts. You can ask about any past period, and why something changed.',
      instead: ['visibility last month', 'why'],
    },
  ],
  [
    /\bon (?:track|target)\b|\b(?:goals?|targets?|kpis?)\b/u,
    {
      sentence:
        'Sightline keeps no goals. You can ask how far behind the leader you are, and look back at a quarter.',
      instead: ['visibility leader', 'review'],
    },
  ],
  [
    /\bprompts?\b|\bsearch terms?\b|\bwhat (?:do |are )?(?:people|users|customers) (?:ask|typ|search)/u,
    {
      sentence:
        'Sightline has no figures for single prompts. You can ask where you trail most, by funnel stage and keyword type.',
      instead: ['gaps', 'topics'],
    },
  ],
  [
    /\b(?:sources?|sites?|websites?|domains?|urls?|pages?|links?|articles?)\b.*\b(?:cit\w+|quot\w+|us(?:e|es|ed)|link\w*|rel(?:y|ies)|refer\w*|mention\w*)\b|\b(?:cit(?:e|es|ed|ations?)|quot(?:e|es|ed))\b/u,
    {
      sentence:
        'Sightline doesn’t know which pages AI answers cite. You can ask for one type of site, such as review sites.',
      instead: ['visibility site:product_review_site', 'gaps'],
    },
  ],
  [
    new RegExp(
      `\\b(?:sentiment|tone|opinions?|perception|positive\\w*|negative\\w*|like us|think of us|feel about)\\b.*\\b${assistants}\\b|\\b${assistants}\\b.*\\b(?:sentiment|tone|opinions?|perception|positive\\w*|negative\\w*|like us|think of us|feel about)\\b`,
      'u',
    ),
    {
      sentence:
        'Sightline doesn’t measure the sentiment of AI answers. You can ask what Reddit says, and how often you’re mentioned.',
      instead: ['reddit', 'visibility mentions'],
    },
  ],
]

/** @returns `null`: nothing of it is missing */
export function unavailableIn(text: string): Unavailable | null {
  const words = text.toLowerCase().replace(/[’‘]/gu, "'")
  const found = all.find(([pattern]) => pattern.test(words))?.[1]
  if (found !== undefined) return found
  const isCountry = words.split(/[^\p{L}]+/u).some((word) => word !== 'us' && countryNames.has(word))
  return isCountry ? country : null
}
