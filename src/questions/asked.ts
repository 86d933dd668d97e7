/** What exactly a sentence about figures asks: the figure, and what it wants to know of the brands. */
import type { Asked } from '../model/question.ts'

const change = '(?:drop|fall|decline|rise|change|loss)'
const whys = [
  'why',
  'how come',
  'what (?:(?:has|may have|might have|could have|probably|really) )*(?:made|makes|caused|drove|driven|explains)',
  'what (?:(?:is|was)|(?:may|might|could) be) behind',
  'what (?:may|might|could) explain',
  "what(?:'s|s| is| was| are| (?:may|might|could) be)? (?:the )?(?:main |real )?(?:reasons?|causes?)",
  'reasons? (?:for|of|why|behind)',
  `explain (?:the|our|this|that) ${change}`,
]
const lead = String.raw`(?:(?:so|and|but|ok|hey|any idea|do you know|tell me|explain)\b[\s,]*)*`
const firstWhy = new RegExp(String.raw`^${lead}(?:${whys.join('|')})\b`, 'u')
/** `we dropped on Gemini, why?`. Not beside another question (`who leads and why?`), nor in `that’s why I ask`. */
const anyWhy = new RegExp(
  String.raw`^(?!.*\b(?:how(?! come)|who|which|where)\b).*\b(?<!\b(?:that|this|it)(?:'s| is| was) )(?:${whys.join('|')})\b`,
  'u',
)

/** The first that fits. */
const metrics: readonly (readonly [RegExp, NonNullable<Asked['metric']>])[] = [
  [/\bshare of (?:the )?voice\b|\bsov\b/u, 'shareOfVoice'],
  [/\b(?:how many|share of|percentage of) (?:the |ai )?answers\b.*\b(?:mention|name|appear)/u, 'presence'],
  [/\bpresence\b/u, 'presence'],
  [/\bvisibility\b/u, 'visibility'],
  [/\b(?:average|avg|mean) (?:rank|ranking|position|place)/u, 'averageRanking'],
  [
    /\bhow (?:often|frequently|many times)\b.*\b(?:mention|name|appear|show up|come up|hear|recommend|cite)|\bmentions\b|\b(?:mentioned|named|appears?) (?:the )?most\b|\bmost (?:often )?(?:mentioned|named)\b/u,
    'mentions',
  ],
  [/\b(?:rank(?:ed|ing)?|position)\b/u, 'visibility'],
]

const passing =
  '(?:pass(?:ed|ing)?|overt(?:ake|akes|ook|aken|aking)|outrank(?:s|ed|ing)?|beat(?:s|en|ing)?|leapfrog(?:ged)?)'
/** Somebody else, up to the verb: not “does anyone know why we dropped?”, nor “who did we overtake?” */
const somebody =
  '\\b(?:who|anyone|anybody|someone|somebody|(?:which|what|any|a) (?:of (?:our|the) (?:\\w+ )?)?(?:brands?|competitors?|rivals?))\\b(?:(?!\\b(?:we|our(?! competitor| rival))\\b).)*'
const overtook =
  'pass(?:ed|ing)?|overt(?:ake|akes|ook|aken|aking)|leapfrogged|moved ahead of|got ahead of|went past'
const rose =
  'gr[eo]w\\w*|(?:go(?:es|ing|ne)?|went|is|are) up|rose|ris(?:e|es|en|ing)|climb\\w*|gain\\w*|improv\\w*|(?:catch|caught|clos)\\w* (?:up|in)'
const fell =
  '(?:go(?:es|ing|ne)?|went|is|are) down|fell|fall(?:s|en|ing)?|drop\\w*|los(?:ers?|es?|ing)|lost|declin\\w*|decreas\\w*|slip\\w*|sank|sunk|shr[aiu]nk\\w*'
const leader =
  /\b(?:who|which (?:brands?|competitors?|rivals?)|what brand)\b(?:(?!\bwe\b).)*\b(?:leader|lead(?:s|ing)?|ahead|above|on top|beat(?:s|ing)?|top|number (?:one|1)|first|best|dominat\w+|win(?:s|ning)|won|in front|most (?:often )?(?:mentioned|named|visible)|(?:mentioned|named|appears?) (?:the )?most|(?:most|highest|largest|biggest) (?:mentions|share of voice|visibility|presence)|(?:biggest|main|strongest|toughest|closest) (?:competitor|rival|threat))\b|^(?:what(?:'s| is) )?(?:the |our )?(?:biggest|main|strongest|toughest|closest) (?:competitor|rival|threat)\b|\b(?:(?:behind|to|from) the leader|from (?:number one|first place|the top))\b|\b(?:who|competitors?|rivals?) should (?:i|we) (?:be )?worr/u
/** `the second most mentioned brand` */
const ranked = (place: string) =>
  `^(?:what(?: is| was|'s) )?(?:the )?${place}(?:best|most (?:often )?(?:mentioned|named|visible)) (?:brand|competitor|rival)\\b`
const placed = (place: string) =>
  new RegExp(
    `\\b(?:who|(?:which|what) (?:brand|competitor|rival))\\b(?:(?!\\bwe\\b).)*(?:\\b(?:is|was|comes?|came|ranks?|ranked|in|has)|'s) (?:in )?(?:the )?(?:${place})\\b(?! (?:quarter|half|week|month|year))|${ranked(`(?:${place}) `)}`,
    'u',
  )
/** The same question, to which yes is the other answer. */
const noise = /^(?:is|was|are|were)\b(?!.*\b(?:significan|real|meaning)).*\b(?:noise|chance|random)\b/u
const significance =
  /\bsignifican|\b(?:just|only) (?:noise|chance|random)|\bnoise or\b|\bor (?:just )?(?:noise|chance|random)|\bmeaningful\b|\bstatistical|\b(?<!\b(?:who|competitors?|rivals?|brands?) )(?:should (?:i|we)|do (?:i|we) (?:need|have) to) (?:be )?worr|^(?:is|was|are|were) .*\breal\b|\bby chance\b/u
/** Only if no brand is named. */
const ofAllBrands: readonly (readonly [RegExp, NonNullable<Asked['relation']>])[] = [
  [new RegExp(`${somebody}\\b(?:${overtook})\\b`, 'u'), 'overtakes'],
  [new RegExp(`${somebody}\\b(?:${rose})\\b|\\bfastest.growing\\b`, 'u'), 'up'],
  [new RegExp(`${somebody}\\b(?:${fell})\\b`, 'u'), 'down'],
  [placed('second|2nd|number (?:two|2)|runner.?up'), 'second'],
  [placed('third|3rd|number (?:three|3)'), 'third'],
  [leader, 'leader'],
  [new RegExp(ranked(''), 'u'), 'leader'],
]
/** Only of a brand that is named. */
const relations: readonly (readonly [RegExp, NonNullable<Asked['relation']>])[] = [
  [new RegExp(`\\b(?:${passing}|ahead of|in front of|better than)\\s+us\\b`, 'u'), 'behind'],
  [/\b(?:are|did|do|have|were) we\b.*\b(?:losing|lose|lost|behind|below|trail\w*|worse)\b/u, 'behind'],
  [
    new RegExp(
      `\\b(?:are|did|do|have|has|were|had) we\\b.*\\b(?:${passing}|ahead|above|in front|winning|better)\\b`,
      'u',
    ),
    'ahead',
  ],
  [
    /\bcompar\w+\b|\bvs\b|\bversus\b|\bagainst\b|\b(?:gap|distance|difference) (?:to|between|from)\b/u,
    'against',
  ],
]

/** The brands aren’t compared with it. */
const comparedPeriod = /\b(?:compar\w+ (?:to|with)|vs|versus|against) (?:the )?(?:last|previous|yesterday)\b/u

const fitting = <Kind>(text: string, kinds: readonly (readonly [RegExp, Kind])[]): Kind | undefined =>
  kinds.find(([pattern]) => pattern.test(text))?.[1]

/** @param brands how many competitors the question names. @returns `isWhy`: it asks for the reason of a change */
export function askedInWords(text: string, brands: number): Asked & { readonly isWhy: boolean } {
  const words = text.toLowerCase().replace(/[’‘]/gu, "'").replace(comparedPeriod, '').trim()
  const metric = fitting(words, metrics)
  const ofChange = noise.test(words) ? 'noise' : significance.test(words) ? 'significance' : undefined
  const relation = ofChange ?? fitting(words, brands > 0 ? relations : ofAllBrands)
  return {
    isWhy: firstWhy.test(words) || (ofChange === undefined && anyWhy.test(words)),
    ...(metric === undefined ? {} : { metric }),
    ...(relation === undefined ? {} : { relation }),
  }
}
