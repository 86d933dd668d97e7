import { rounded } from '../../lib/rounded.ts'
import type { Message } from '../../model/message.ts'
import type { BrandStanding, MetricName, VisibilityReport } from '../../model/reports.ts'
import { isUnjudged } from '../kit/change-copy.ts'
import { type Column, type CsvCell, csvOf, exported } from '../kit/figures.ts'
import { counted, metricForms, names, periodInSentence } from '../kit/formats.ts'
import { oneLine } from '../kit/text.ts'
import { allFilterWords } from './scope.ts'

/** The file's name and title state the period. Its columns state everything that the numbers depend on. */
export function visibilityFile(report: VisibilityReport) {
  const { engines, period, standings } = report
  const columns: readonly Column<BrandStanding>[] = [
    ['Rank', ({ rank }) => rank],
    ['Previous rank', ({ previousRank }) => previousRank],
    ['Brand', ({ brand }) => brand],
    ['Yours', ({ mine }) => (mine ? 'yes' : 'no')],
    ...metricForms.flatMap(({ key, label }): Column<BrandStanding>[] => {
      const name = `${label}${unitOf(standings, key)}`
      return [
        [name, (standing) => standing[key].value],
        [`${name}, previous`, (standing) => standing[key].previous],
        [`${name}, change`, (standing) => standing[key].delta],
      ]
    }),
    [
      'Visibility, 95% margin (points)',
      ({ visibility: { margin = null } }) => margin && rounded(margin, true),
    ],
    ['Visibility, change is news', (standing) => isNews(standing, report)],
    ['Answers', ({ answers }) => answers.now],
    ['Answers, previous', ({ answers }) => answers.before],
    ['Period start', () => period.start],
    ['Period end', () => period.end],
    ['Time zone', () => period.timeZone],
    ['Engines', () => (engines.length === 0 ? 'all' : names(engines, engines.length))],
    ['Filters', () => allFilterWords(report.filters)],
  ]
  // A file may be read in later years, so its title always has the year.
  const { thisYear: _, ...dated } = period
  return {
    filename: `visibility-${fileWords(period.unit)}-${fileWords(period.start)}.csv`,
    title: `Visibility, ${periodInSentence(dated)}`,
    content: csvOf(columns, standings, new Map()),
  }
}

export function csvSent(report: VisibilityReport, filename: string, permalink: string | null): Message {
  const { standings, period, brandsLeftOut } = report
  const note = `${counted(brandsLeftOut, 'more brand')} not in the file. Shares of voice count only those in it.`
  const what = `${counted(standings.length, 'brand')} for ${periodInSentence(period)}`
  return exported(what, filename, permalink, brandsLeftOut === 0 ? null : note)
}

export function csvNotSent(
  outcome: 'refused' | 'not_sent' | 'rate_limited' | 'unknown',
  code: string,
): string {
  return {
    refused: `Slack rejected the CSV file (${oneLine(code, 60, 'no reason given')}). Ask your Sightline admin to run /sightline doctor.`,
    not_sent: 'Sightline was delayed, so the CSV file wasn’t sent. Try again.',
    rate_limited: 'Slack is limiting requests, so the CSV file wasn’t sent. Try again in a minute.',
    unknown:
      'Slack didn’t confirm the CSV file. Check your direct messages with Sightline before you try again.',
  }[outcome]
}

/** Empty if the sample size is unknown, or if data is missing. */
function isNews({ visibility, answers }: BrandStanding, report: VisibilityReport): CsvCell {
  if (answers.now === null || (!visibility.isNews && isUnjudged(report))) return null
  return visibility.isNews ? 'yes' : 'no'
}

/** ` (%)`: the unit that all rows share. */
function unitOf(standings: readonly BrandStanding[], key: MetricName): string {
  const units = new Set(standings.map((standing) => oneLine(standing[key].unit, 20, '')))
  const [unit] = units
  if (units.size > 1) return ' (units differ)'
  return unit === undefined || unit === '' ? '' : ` (${unit})`
}

/** Keeps only characters that are valid in file names everywhere. */
function fileWords(text: string): string {
  return text.replace(/[^\w.-]+/gu, '-').slice(0, 40)
}
