/** The prompts sent to the engines each day, and the dimensions by which answers can be filtered. */
import { at, hash, uuidFrom } from './random.ts'

export const COMPETITOR_TYPES = [
  'BRANDED_WEBSITE',
  'COMMUNITY_HELP_CENTER',
  'COMPARISON_SITE',
  'GOVERNMENT_ACADEMIC',
  'INFLUENCER_CREATOR_BLOG',
  'NEWS_MEDIA',
  'PRODUCT_REVIEW_SITE',
  'QA_FORUM',
  'RETAIL_ECOMMERCE',
  'SPECIALIST_BLOG',
  'WIKI_ENCYCLOPEDIA',
  'UNKNOWN',
] as const

/** Share of the answers whose leading citation is a page of each type; sums to 1. */
export const TYPE_SHARES = [0.2, 0.09, 0.15, 0.02, 0.07, 0.09, 0.14, 0.08, 0.04, 0.06, 0.04, 0.02] as const

export const KEYWORD_TYPES = ['Generic', 'Brand'] as const
export const FUNNEL_STAGES = ['ToFu', 'MoFu', 'BoFu'] as const

export interface Named {
  readonly id: string
  readonly name: string
}

const named = (kind: string, names: readonly string[]): readonly Named[] =>
  names.map((name) => ({ id: uuidFrom(0, kind, name), name }))

export const TOPICS = named('topic', [
  'Automation',
  'Contact management',
  'Email campaigns',
  'Integrations',
  'Pricing',
  'Reporting',
])
export const PERSONAS = named('persona', ['Agency owner', 'Founder', 'Marketing lead', 'Sales manager'])
export const THEMATICS = named('thematic', [
  'Choosing a CRM',
  'Customer retention',
  'Lead generation',
  'Migration',
  'Small teams',
])
export const STRENGTHS = named('strength', [
  'Clear pricing',
  'Deliverability',
  'Ease of use',
  'Fast onboarding',
  'Integrations',
  'Support quality',
])
export const WEAKNESSES = named('weakness', [
  'Contact limits',
  'Learning curve',
  'Mobile app',
  'Reporting depth',
  'Slow import',
])

export interface Prompt {
  readonly keywordType: (typeof KEYWORD_TYPES)[number]
  readonly funnelStage: (typeof FUNNEL_STAGES)[number]
  readonly topicId: string
  readonly personaId: string
  readonly thematicId: string
  /** `null` if the answers to this prompt name no strength. */
  readonly strengthId: string | null
  readonly weaknessId: string | null
}

export const PROMPT_COUNT = 48

/** The prompts of every analysis. They don't depend on the seed, so that ids and shares never change. */
export const PROMPTS: readonly Prompt[] = Array.from({ length: PROMPT_COUNT }, (_, i) => {
  const h = (salt: string) => hash(0, 'prompt', salt, i)
  const from = (items: readonly Named[], salt: string) => at(items, h(salt) % items.length).id
  return {
    keywordType: at(KEYWORD_TYPES, i % 4 === 3 ? 1 : 0),
    funnelStage: at(FUNNEL_STAGES, i % 7 < 3 ? 0 : i % 7 < 5 ? 1 : 2),
    topicId: at(TOPICS, i % TOPICS.length).id,
    personaId: from(PERSONAS, 'persona'),
    thematicId: from(THEMATICS, 'thematic'),
    strengthId: h('strong') % 5 < 2 ? from(STRENGTHS, 'strength') : null,
    weaknessId: h('weak') % 3 === 0 ? from(WEAKNESSES, 'weakness') : null,
  }
})

/** A request's filter. A missing or empty dimension matches everything. Dimensions are combined with AND. */
export interface PromptFilter {
  readonly keywordTypes?: readonly string[] | null | undefined
  readonly funnelStages?: readonly string[] | null | undefined
  readonly topicIds?: readonly string[] | null | undefined
  readonly personaIds?: readonly string[] | null | undefined
  readonly thematicIds?: readonly string[] | null | undefined
  readonly strengthIds?: readonly string[] | null | undefined
  readonly weaknessIds?: readonly string[] | null | undefined
  /** `true`: only prompts with neither strength nor weakness; `false` matches everything. */
  readonly neutralsOnly?: boolean | null | undefined
}

/** Whether a list includes a value. A missing or empty list includes everything. */
export function wanted(list: readonly string[] | null | undefined, value: string | null): boolean {
  return !list?.length || (value !== null && list.includes(value))
}

/** Per prompt, whether it matches the filter. */
export function matchPrompts(filter: PromptFilter): readonly boolean[] {
  return PROMPTS.map(
    (p) =>
      wanted(filter.keywordTypes, p.keywordType) &&
      wanted(filter.funnelStages, p.funnelStage) &&
      wanted(filter.topicIds, p.topicId) &&
      wanted(filter.personaIds, p.personaId) &&
      wanted(filter.thematicIds, p.thematicId) &&
      wanted(filter.strengthIds, p.strengthId) &&
      wanted(filter.weaknessIds, p.weaknessId) &&
      (!filter.neutralsOnly || (p.strengthId === null && p.weaknessId === null)),
  )
}
