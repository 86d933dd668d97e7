/** The whole table of a visibility answer as a file, and the messages about it. */
import type { Message } from '../../model/message.ts'
import type { BrandStanding, VisibilityReport } from '../../model/reports.ts'
import { type CsvCell, csv, exported } from '../kit/csv.ts'
import { counted, type MetricForm, metricForms, names } from '../kit/numbers.ts'
import { periodInSentence } from '../kit/periods.ts'
import { oneLine } from '../kit/text.ts'
import { allFilterWords } from './scope.ts'

/** The file's name and title state the period. Its columns state everything that the numbers depend on. */
export function visibilityFile(report: VisibilityReport): {
  readonly filename: string
  readonly title: string
  readonly content: string
} {
  const { period, standings } = report
  const header = [
    'Rank',
    'Previous rank',
    'Brand',
    'Yours',
    ...metricForms.flatMap((metric) => {
      const name = `${metric.label}${unitOf(standings, metric)}`
      return [name, `${name}, previous`, `${name}, change`]
    }),
    'Visibility, 95% margin (points)',
    'Visibility, change is news',
    'Answers',
    'Answers, previous',
    'Period start',
    'Period end',
    'Time zone',
    'Engines',
    'Filters',
  ]
  const measured = [
    period.start,
    period.end,
    period.timeZone,
    enginesOf(report),
    allFilterWords(report.filters),
  ]
  // A file may be read in later years, so its title always has the year.
  const { thisYear: _, ...dated } = period
  return {
    filename: `visibility-${fileWords(period.unit)}-${fileWords(period.start)}.csv`,
    title: `Visibility, ${periodInSentence(dated)}`,
    content: csv([header, ...standings.map((standing) => [...numbersOf(standing), ...measured])]),
  }
}

/** Says where the file is. @param permalink the file's address in Slack; `null` if Slack gave none */
export function csvSent(report: VisibilityReport, filename: string, permalink: string | null): Message {
  const { standings, period, brandsLeftOut } = report
  const note = `${counted(brandsLeftOut, 'more brand')} not in the file. Shares of voice count only those in it.`
  return exported(`${counted(standings.length, 'brand')} for ${periodInSentence(period)}`, filename, {
    permalink,
    note: brandsLeftOut === 0 ? null : note,
  })
}

/** Why there is no file, and what to do. The answer itself is unaffected. */
export function csvNotSent({
  outcome,
  code,
}: {
  readonly outcome: 'refused' | 'not_sent' | 'rate_limited' | 'unknown'
  readonly code: string
}): string {
  switch (outcome) {
    case 'refused':
      return `Slack rejected the CSV file (${oneLine(code, 60, 'no reason given')}). Ask your Sightline admin to run /sightline doctor. Your answer is unaffected.`
    case 'not_sent':
      return 'Sightline was delayed, so the CSV file wasn’t sent. Click the button again.'
    case 'rate_limited':
      return 'Slack is limiting requests, so the CSV file wasn’t sent. Click the button again in a minute.'
    case 'unknown':
      return 'Slack didn’t confirm the CSV file. Check your direct messages with Sightline before you click again.'
  }
}

function numbersOf(standing: BrandStanding): CsvCell[] {
  return [
    standing.rank,
    standing.previousRank,
    standing.brand,
    standing.mine ? 'yes' : 'no',
    ...metricForms.flatMap(({ key }) => {
      const { value, previous, delta } = standing[key]
      return [value, previous, delta]
    }),
    rounded(standing.visibility.margin ?? null),
    isNews(standing),
    standing.answers.now,
    standing.answers.before,
  ]
}

function rounded(margin: number | null): number | null {
  return margin === null ? null : Math.round(margin * 100) / 100
}

/** Empty if the sample size is unknown. */
function isNews({ visibility, answers }: BrandStanding): CsvCell {
  return answers.now === null ? null : visibility.isNews ? 'yes' : 'no'
}

/** ` (%)`: the unit that all rows share. */
function unitOf(standings: readonly BrandStanding[], { key }: MetricForm): string {
  const units = new Set(standings.map((standing) => oneLine(standing[key].unit, 20, '')))
  const [unit] = units
  if (units.size > 1) return ' (units differ)'
  return unit === undefined || unit === '' ? '' : ` (${unit})`
}

function enginesOf({ engines }: VisibilityReport): string {
  return engines.length === 0 ? 'all' : names(engines, engines.length)
}

/** Keeps only characters that are valid in file names everywhere. */
function fileWords(text: string): string {
  return text.replace(/[^\w.-]+/gu, '-').slice(0, 40)
}
