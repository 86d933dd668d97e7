/** The digest of a period in which nothing happened: one line. */

import { context, summary } from '../kit/elements.ts'
import { periodInSentence } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { recommendationsCount } from '../tasks/recommendation.ts'
import { headlineSentence } from '../visibility/headline-copy.ts'
import type { DigestData, DigestMessages } from './digest.ts'
import { digestFooter } from './digest-frame.ts'
import { redditHeadlineOf } from './digest-reddit.ts'

/**
 * @param data of a digest in which nothing is new
 * @param figures what to type after `/sightline ` for the figures themselves
 */
export function quietDigest(data: DigestData, figures: string): DigestMessages {
  const { label, reddit, recommendations } = data
  const [first, ...more] = [
    quietSentence(data),
    ...(reddit?.ok ? [redditHeadlineOf(reddit.data)] : []),
    ...(recommendations.length > 0 ? [recommendationsCount(recommendations)] : []),
  ]
  const line: Span[] = [
    { text: first ?? '', style: 'bold' },
    ...more.map((sentence) => ` ${sentence}`),
    ...(data.report === null
      ? []
      : [
          ' The figures: ',
          { text: `/sightline ${oneLine(figures, 500, 'visibility')}`, style: 'code' } as const,
        ]),
  ]
  return {
    main: {
      text: summary([...(label == null ? [] : [mrkdwn([oneLine(label, 200)])]), mrkdwn(line)]),
      blocks: [
        ...(label == null ? [] : [context(label)]),
        richText([line]),
        ...digestFooter(data, data.name),
      ],
    },
    replies: [],
  }
}

function quietSentence({ report }: DigestData): string {
  if (!report?.ok) return 'Nothing has changed since the last digest.'
  if (report.data.headline.kind === 'quiet') return headlineSentence(report.data)
  return `Nothing newer than in the last digest: ${periodInSentence(report.data.period)} is still the newest with data.`
}
