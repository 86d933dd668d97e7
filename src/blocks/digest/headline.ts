/** News that a digest puts before the report's own headline. */
import type { RedditItem } from '../../model/reddit.ts'
import { turnInSentence } from '../reddit/reddit-item.ts'
import type { DigestData } from './data.ts'
import { turnedFirst } from './reddit.ts'

type News = Pick<DigestData, 'report' | 'reddit'>

/** News bigger than the report's own: a sentiment that turned; `null`: none. */
export function biggerNews(data: News): string | null {
  const turned = turnInHeadline(data)
  return turned === null ? null : `${turnInSentence(turned)}.`
}

/**
 * A sentiment that turned negative comes before a rival's move, and any that turned comes before a quiet period. News of
 * the own brand comes before all of these.
 */
export function turnInHeadline({ report, reddit }: News): RedditItem | null {
  const turned = turnedFirst(reddit)
  if (turned === null || !report?.ok || isQuiet(report.data.headline.kind)) return turned
  const isNegative = turned.turned === 'worse' && turned.sentiment?.toLowerCase() === 'negative'
  return isNegative && report.data.headline.kind === 'rival_change' ? turned : null
}

function isQuiet(kind: string): boolean {
  return kind === 'quiet' || kind === 'no_data'
}
