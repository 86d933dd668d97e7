/** The digest of a period in which nothing happened: one line. */

import { context, summary } from '../kit/elements.ts'
import { periodInSentence } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { headlineSentence } from '../visibility/headline-copy.ts'
import type { DigestData, DigestMessages } from './data.ts'
import { digestFooter } from './frame.ts'
import { createdLine, openSentence } from './recommendations.ts'

/**
 * @param data of a digest in which nothing is new
 * @param figures what to type after `/sightline ` to see the figures
 */
export function quietDigest(data: DigestData, figures: string): DigestMessages {
  const { label, reddit } = data
  const open = openSentence(data)
  const created = createdLine(data)
  const [first, ...more] = [
    quietSentence(data),
    ...(reddit?.ok ? ['Nothing new on Reddit.'] : []),
    ...(open === null ? [] : [open]),
  ]
  const line: Span[] = [
    { text: first ?? '', style: 'bold' },
    ...more.map((sentence) => ` ${sentence}`),
    ...(created === null ? [] : [' ', ...created]),
    ...(data.report === null
      ? []
      : [
          ' Figures: ',
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
  return `No new data since the last digest: ${periodInSentence(report.data.period)} is still the newest.`
}
