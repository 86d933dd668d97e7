/** How sure the figures of a report are, and how Sightline reads the numbers. */
import type { Message, ModalView } from '../../model/message.ts'
import type { BrandStanding, MetricChange, VisibilityReport } from '../../model/reports.ts'
import { answeredReport } from '../answers/answered-report.ts'
import { context, heading, summary } from '../kit/elements.ts'
import { contentModal } from '../kit/modal.ts'
import {
  bandWords,
  changeInSentence,
  counted,
  isNumber,
  numberWords,
  pointWords,
  valueWords,
  visibilityForm,
} from '../kit/numbers.ts'
import { whenWords } from '../kit/periods.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { nameInList } from './headline-copy.ts'
import { withOwn } from './visibility.ts'

export const howSureTitle = 'How sure is this?'

const brandsShown = 5

/** One screen: the first scores with their margins, whether their changes exceed chance, and what counts as news. */
export function howSureModal(report: VisibilityReport): ModalView {
  const { answers, noiseBand, smallestNews } = report
  const { standings } = answeredReport(report).report
  const shown = withOwn(standings.slice(0, brandsShown), report)
  const sample = isNumber(answers.now)
    ? `${counted(answers.now, 'answer')}${isNumber(answers.before) ? `, ${numberWords(answers.before)} before` : ''}.`
    : 'The service gives no answer counts, so only the noise band decides what is news.'
  const needed = isNumber(smallestNews)
    ? ` Your visibility must change by ${pointWords(Math.max(smallestNews, noiseBand))} points to be news.`
    : ''
  return contentModal(howSureTitle, [
    heading(`Visibility ${whenWords(report.period)}`),
    richText([[`${sample}${needed}`]]),
    richText(shown.map((standing): Span[] => [sureLine(standing)])),
    richText([[marginLine], [newsLine(noiseBand)]]),
    context('How Sightline reads the numbers: /sightline help numbers'),
  ])
}

/** `Northwind (you): 41.3% ± 1.7. Up 5.4 points: more than chance.` */
function sureLine(standing: BrandStanding): string {
  const { visibility } = standing
  const value = valueWords(visibility, visibilityForm)
  const margin = isNumber(visibility.margin ?? null) ? ` ± ${pointWords(visibility.margin ?? 0)}` : ''
  return `${nameInList(standing)}: ${value}${margin}. ${sentenceCase(significanceWords(visibility))}`
}

/** `up 5.4 points: more than chance.` */
export function significanceWords(change: MetricChange): string {
  if (!isNumber(change.value)) return 'not measured.'
  if (!isNumber(change.previous)) return 'nothing to compare with.'
  if (change.verdict === 'same') return 'no change.'
  const words = changeInSentence(change, visibilityForm)
  if (change.isNews) return `${words}: more than chance.`
  if (change.beyondChance === true) return `${words}: more than chance, but within the noise band.`
  if (change.beyondChance === false) return `${words}: could be chance.`
  return `${words}: within the noise band.`
}

function sentenceCase(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

const readingTitle = 'How Sightline reads the numbers'

/** The answer to `/sightline help numbers`. */
export function howNumbersAreRead(): Message {
  return {
    text: summary([readingTitle, ...readingLines].map((line) => mrkdwn([line]))),
    blocks: [
      heading(readingTitle),
      richText(readingLines.map((line): Span[] => [`• ${line}`])),
      context('“How sure?” under a visibility answer shows the margins of its figures.'),
    ],
  }
}

const marginLine = '± is the 95% margin. The more competitors there are, the more one has to move to be news.'

/** @param noiseBand the channel's, in points; `null`: no particular channel */
function newsLine(noiseBand: number | null): string {
  const band =
    noiseBand === null
      ? 'the channel’s noise band'
      : `${bandWords(noiseBand)} ${noiseBand === 1 ? 'point' : 'points'}`
  return `News (headlines, alerts, ▲ and ▼) is a change beyond chance and beyond ${band}. If nothing really changes, at most one week in 20 makes news.`
}

const readingLines: readonly string[] = [
  'Scores are averages over the collected answers, from 0 to 100. With few answers they vary by chance.',
  newsLine(null),
  marginLine,
  '“Passed” means clearly behind before and clearly ahead now, both beyond chance. In between, it’s too close to call.',
  'A trend is a climb or slide over weeks that is beyond chance as a whole. Weeks with far fewer answers are skipped.',
  'Average ranking, mentions and share of voice get no ▲ or ▼: how much they vary by chance is unknown.',
  'A running period is compared with the same days of the one before. For dates you choose, we assume the service’s previous value covers as many days before.',
  'Missing numbers are “n/a”, never zero. Share of voice is compared only when every brand’s mentions are known.',
  'Days follow the channel’s time zone.',
]
