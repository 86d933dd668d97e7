/** Weekly subreddit summaries (specification, part 2.6): one per subreddit for each Monday of the last twelve weeks. */
import { BRANDS, DEMO_WORKSPACE, OWN_BRAND } from './catalog.ts'
import { dateFromDay } from './days.ts'
import { at, hash, mix, pick, pickSeveral, unit, uuidFrom } from './random.ts'
import { sectionsOf } from './text-file.ts'

export const DEMO_SUBREDDITS = ['crm', 'emailmarketing', 'saas', 'smallbusiness'] as const
const OTHER_SUBREDDITS = ['newsletters', 'startups'] as const

const WEEKS_KEPT = 12

const SENTIMENTS = ['positive', 'mixed', 'neutral', 'negative'] as const

/** `{own}`, `{rival}` and `{other}` are brands; `{theme}` is the week's topic. */
const TEXTS = new Map(sectionsOf('reddit.txt').map(({ heading, lines }) => [heading, lines]))
const textsOf = (heading: string) => TEXTS.get(heading) ?? []

const subredditsOf = (workspaceId: string): readonly string[] =>
  workspaceId === DEMO_WORKSPACE.id ? DEMO_SUBREDDITS : OTHER_SUBREDDITS

/** `214K`, `1.3M`, `860`. */
function short(count: number): string {
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)}M`
  return count >= 1000 ? `${Math.round(count / 1000)}K` : String(count)
}

/** The specification doesn't show the type of `key_themes`, so it varies by week: a list, a text or an object. */
function themesAs(shape: number, themes: readonly string[], h: number): unknown {
  if (shape === 0) return themes
  if (shape === 1) return themes.join(', ')
  return Object.fromEntries(themes.map((theme, i) => [theme, 2 + (mix(h, i) % 17)]))
}

/** Most weeks keep the sentiment of the week before. */
function sentimentOf(key: number, week: number) {
  let turn = week
  while (turn > week - 6 && mix(key, turn) % 5 < 2) turn--
  return pick(SENTIMENTS, mix(mix(key, turn), 1))
}

function summaryOf(seed: number, workspaceId: string, subreddit: string, monday: number) {
  const key = hash(seed, 'reddit', workspaceId, subreddit)
  const h = mix(key, monday)
  const sentiment = sentimentOf(key, Math.floor(monday / 7))
  const [rival = OWN_BRAND, other = OWN_BRAND] = pickSeveral(BRANDS.slice(1, 7), 2, mix(h, 1))
  const themes = pickSeveral(textsOf('themes'), 2 + (mix(h, 2) % 3), mix(h, 3))
  const words: Record<string, string> = { own: OWN_BRAND, rival, other, theme: at(themes, 0) }
  const sentences = [
    pick(textsOf(sentiment), mix(h, 4)),
    pick(textsOf('details'), mix(h, 5)),
    ...(mix(h, 6) % 3 > 0 ? [pick(textsOf('closings'), mix(h, 7))] : []),
  ]
  const visitors = (40_000 + 900_000 * unit(mix(key, 1)) ** 2) * (0.9 + 0.2 * unit(mix(h, 8)))
  return {
    id: uuidFrom(seed, 'reddit', workspaceId, subreddit, monday),
    subreddit_name: subreddit,
    creation_date: dateFromDay(monday).toString(),
    description: sentences.join(' ').replaceAll(/\{(\w+)\}/g, (_, word: string) => words[word] ?? ''),
    weekly_visitors: short(visitors),
    weekly_contributors: short(Math.round(visitors * (0.004 + 0.02 * unit(mix(h, 9))))),
    overall_sentiment: sentiment,
    key_themes: themesAs(mix(h, 10) % 3, themes, h),
  }
}

/** Newest first; on the same day, by subreddit name. */
export function redditSummaries(seed: number, workspaceId: string, today: number) {
  const monday = today - ((today + 3) % 7)
  const names = subredditsOf(workspaceId).toSorted()
  return Array.from({ length: WEEKS_KEPT }, (_, i) => monday - 7 * i).flatMap((day) =>
    names.map((name) => summaryOf(seed, workspaceId, name, day)),
  )
}
