/** The prompts sent to the engines each day, and the dimensions by which answers can be filtered. */
import { at, hash, uuidFrom } from './random.ts'
import { sectionsOf } from './text-file.ts'

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

const NAMES = new Map(sectionsOf('dimensions.txt').map(({ heading, lines }) => [heading, lines]))
const named = (kind: string): readonly Named[] =>
  (NAMES.get(kind) ?? []).map((name) => ({ id: uuidFrom(0, kind, name), name }))

export const TOPICS = named('topic')
export const PERSONAS = named('persona')
export const THEMATICS = named('thematic')
export const STRENGTHS = named('strength')
export const WEAKNESSES = named('weakness')

export const PROMPT_COUNT = 48

/** The prompts of every analysis. They don't depend on the seed, so that ids and shares never change. */
export const PROMPTS = Array.from({ length: PROMPT_COUNT }, (_, i) => {
  const h = (salt: string) => hash(0, 'prompt', salt, i)
  const from = (items: readonly Named[], salt: string) => at(items, h(salt) % items.length).id
  return {
    keywordType: at(KEYWORD_TYPES, i % 4 === 3 ? 1 : 0),
    funnelStage: at(FUNNEL_STAGES, i % 7 < 3 ? 0 : i % 7 < 5 ? 1 : 2),
    topicId: at(TOPICS, i % TOPICS.length).id,
    personaId: from(PERSONAS, 'persona'),
    thematicId: from(THEMATICS, 'thematic'),
    // `null` if the answers to this prompt name none.
    strengthId: h('strong') % 5 < 2 ? from(STRENGTHS, 'strength') : null,
    weaknessId: h('weak') % 3 === 0 ? from(WEAKNESSES, 'weakness') : null,
  }
})

/** A request's filter. A missing or empty dimension matches everything. Dimensions are combined with AND. */
export interface PromptFilter {
  readonly keyword_type?: readonly string[] | null | undefined
  readonly funnel_stages?: readonly string[] | null | undefined
  readonly topic_ids?: readonly string[] | null | undefined
  readonly persona_ids?: readonly string[] | null | undefined
  readonly thematics?: readonly string[] | null | undefined
  readonly strength_ids?: readonly string[] | null | undefined
  readonly weakness_ids?: readonly string[] | null | undefined
  /** `true`: only prompts with neither strength nor weakness; `false` matches everything. */
  readonly get_neutrals?: boolean | null | undefined
}

/** Whether a list includes a value. A missing or empty list includes everything. */
export function wanted(list: readonly string[] | null | undefined, value: string | null): boolean {
  return !list?.length || (value !== null && list.includes(value))
}

/** Per prompt, whether it matches the filter. */
export function matchPrompts(filter: PromptFilter): readonly boolean[] {
  return PROMPTS.map(
    (p) =>
      wanted(filter.keyword_type, p.keywordType) &&
      wanted(filter.funnel_stages, p.funnelStage) &&
      wanted(filter.topic_ids, p.topicId) &&
      wanted(filter.persona_ids, p.personaId) &&
      wanted(filter.thematics, p.thematicId) &&
      wanted(filter.strength_ids, p.strengthId) &&
      wanted(filter.weakness_ids, p.weaknessId) &&
      (!filter.get_neutrals || (p.strengthId === null && p.weaknessId === null)),
  )
}
