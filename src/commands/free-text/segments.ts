import { valueNamed } from '../../insights/question/filters.ts'
import type { Token } from './tokens.ts'

/** A part of the answers, as the value of a filter. */
export interface Segment {
  readonly filter: 'competitorTypes' | 'keywordTypes' | 'funnelStages'
  readonly value: string
  readonly words: number
}

const stages: Readonly<Record<string, readonly string[]>> = {
  ToFu: [
    'tofu',
    'top of funnel',
    'top of the funnel',
    'top funnel',
    'upper funnel',
    'awareness stage',
    'awareness phase',
  ],
  MoFu: [
    'mofu',
    'middle of funnel',
    'middle of the funnel',
    'mid funnel',
    'middle funnel',
    'consideration stage',
    'consideration',
    'consideration phase',
  ],
  BoFu: [
    'bofu',
    'bottom of funnel',
    'bottom of the funnel',
    'bottom funnel',
    'lower funnel',
    'decision stage',
    'purchase stage',
    'decision phase',
    'buying stage',
  ],
}

const queries = 'keywords keyword queries query searches search prompts prompt questions terms term'.split(
  ' ',
)
const kinds: Readonly<Record<string, readonly string[]>> = {
  Brand: ['branded', 'brand', 'brand name'],
  Generic: ['generic', 'unbranded', 'non branded', 'nonbranded', 'non brand', 'nonbrand', 'not branded'],
}

const sites: Readonly<Record<string, readonly string[]>> = {
  BRANDED_WEBSITE: ['branded websites', 'branded sites', 'brand websites', 'brand sites', 'company websites'],
  COMMUNITY_HELP_CENTER: [
    'help centers',
    'help centres',
    'help center',
    'community sites',
    'community help centers',
  ],
  COMPARISON_SITE: [
    'comparison sites',
    'comparison site',
    'comparison websites',
    'comparison pages',
    'comparison portals',
  ],
  GOVERNMENT_ACADEMIC: ['government sites', 'academic sites', 'government websites', 'university sites'],
  INFLUENCER_CREATOR_BLOG: [
    'influencer blogs',
    'creator blogs',
    'influencers',
    'creators',
    'influencer sites',
  ],
  NEWS_MEDIA: [
    'news sites',
    'news media',
    'news websites',
    'the media',
    'media sites',
    'the news',
    'the press',
    'news outlets',
  ],
  PRODUCT_REVIEW_SITE: [
    'review sites',
    'review site',
    'review websites',
    'product review sites',
    'product reviews',
    'review portals',
    'review platforms',
    'reviews',
  ],
  QA_FORUM: ['forums', 'forum', 'q and a forums', 'qa forums', 'q&a forums', 'q&a sites', 'forum sites'],
  RETAIL_ECOMMERCE: [
    'retail sites',
    'ecommerce sites',
    'e commerce sites',
    'online shops',
    'shops',
    'retailers',
    'ecommerce',
    'retail',
  ],
  SPECIALIST_BLOG: ['specialist blogs', 'expert blogs', 'niche blogs', 'specialist sites'],
  WIKI_ENCYCLOPEDIA: ['wikis', 'wiki', 'encyclopedias', 'wiki sites', 'wiki pages'],
}

const byText = new Map<string, Pick<Segment, 'filter' | 'value'>>()
for (const [value, texts] of Object.entries(stages))
  for (const text of texts) byText.set(text, { filter: 'funnelStages', value })
for (const [value, texts] of Object.entries(kinds)) {
  for (const text of texts) {
    if (value === 'Generic') byText.set(text, { filter: 'keywordTypes', value })
    for (const query of queries) byText.set(`${text} ${query}`, { filter: 'keywordTypes', value })
  }
}
byText.set('branded', { filter: 'keywordTypes', value: 'Brand' })
for (const [value, texts] of Object.entries(sites))
  for (const text of texts) byText.set(text, { filter: 'competitorTypes', value })

const longest = 4

/** The words that name segments, for the correction of typos. */
export const segmentWords: readonly string[] = [
  ...new Set([...byText.keys()].flatMap((text) => text.split(' '))),
]

/** The longest segment that starts at a word. */
export function segmentAt(tokens: readonly Token[], at: number): Segment | null {
  for (let words = longest; words >= 1; words -= 1) {
    const parts = tokens.slice(at, at + words)
    if (parts.length < words || parts.some(({ kind }) => kind !== 'word')) continue
    const segment = byText.get(parts.map(({ text }) => text).join(' '))
    if (segment !== undefined && valueNamed(segment.filter, segment.value) === segment.value)
      return { ...segment, words }
  }
  return null
}
