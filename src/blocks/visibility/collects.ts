/** The answer to "when was data last collected, and how much?". */
import type { CollectGap, CollectRow, CollectsReport } from '../../insights/collects.ts'
import type { Block, Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter } from '../kit/answer.ts'
import { textOf } from '../kit/block-text.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/data-table.ts'
import { context, heading } from '../kit/elements.ts'
import { counted, isNumber, names, notAvailable, numberWords } from '../kit/numbers.ts'
import { dateWords, periodWords } from '../kit/periods.ts'
import { richText } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

/** The newest collect, then gaps, then a list with as many collects as fit in a table. */
export function collectsAnswer(report: CollectsReport, options: AnswerOptions): Message {
  const { collects, leftOut } = report
  const headline = collectsHeadline(report)
  const notes = notesOf(report)
  const table = dataTable({
    caption: 'When data was collected, newest first',
    header: ['Date', 'Collected', 'Since previous'],
    rows: collects
      .slice(0, rowsShown)
      .map((collect, index) =>
        rowOf(collect, leftOut === 0 && index === collects.length - 1, thisYear(report)),
      ),
  })
  const omittedCount = collects.length - (table?.shown ?? 0)
  const more = [
    ...(omittedCount > 0 ? [`${counted(omittedCount, 'older one')} not shown.`] : []),
    ...(leftOut > 0 ? [`${numberWords(leftOut)} more not loaded.`] : []),
  ]
  const about = `Today is ${dateWords(report.today)} in ${oneLine(report.timeZone, 40, 'an unknown time zone')}. Dates are the service’s own.`
  const blocks: Block[] = [
    heading(headline),
    ...(notes.length === 0 ? [] : [richText(notes.map((note) => [note]))]),
    ...(table === null ? [] : [table.block]),
    context(...more, about),
    ...answerFooter(options),
  ]
  return { text: textOf(blocks), blocks }
}

/** A month of daily collects. Gaps are reported for all collects. */
const rowsShown = 31
const gapsShown = 5

function thisYear({ today }: CollectsReport): number {
  return Number(today.slice(0, 4))
}

/** `Data was last collected 2 days ago, on Mon 16 Nov (1,204 collected).` */
function collectsHeadline(report: CollectsReport): string {
  const { collects, undated, daysAgo } = report
  if (undated) return 'Data has been collected, but the service gives no dates.'
  const [newest] = collects
  if (newest === undefined) return 'No data collected yet.'
  return `Data was last collected ${agoWords(daysAgo)}${dateWords(newest.date, thisYear(report))} (${totalWords(newest)}).`
}

function agoWords(daysAgo: number | null): string {
  if (daysAgo === 0) return 'today, '
  if (daysAgo === 1) return 'yesterday, '
  return daysAgo === null || daysAgo < 0 ? 'on ' : `${counted(daysAgo, 'day')} ago, on `
}

function notesOf(report: CollectsReport): string[] {
  const { collects, usualDays, overdue, daysAgo, gaps, undated, leftOut } = report
  if (undated) return ['Check the analytics console. If it shows dates, tell your Sightline admin.']
  if (collects.length === 0)
    return ['The first collection will show here. The analytics console says when it is due.']
  if (usualDays === null) return [volumeWords(report), 'Not enough data to say how often.']
  const usually = `Data is usually collected ${usualDays === 1 ? 'every day' : `every ${numberWords(usualDays)} days`}.`
  const where = leftOut > 0 ? ' among the newest' : ''
  const gapWords = gaps.length === 0 ? `No gaps${where}` : `⚠ ${gapsWords(gaps, thisYear(report))}${where}`
  return [
    volumeWords(report),
    ...(overdue
      ? [`⚠ Nothing for ${counted(daysAgo ?? 0, 'day')} now. ${usually}`, `${gapWords} before that.`]
      : [`${gapWords}. ${usually}`]),
  ]
}

/** `Collected 731 times since Tue 18 Nov 2025: 880,123 in total.` */
function volumeWords(report: CollectsReport): string {
  const { collects, leftOut } = report
  const totals = collects.map(({ total }) => total).filter(isNumber)
  const sum = numberWords(totals.reduce((all, one) => all + one, 0))
  const oldest = collects.at(-1)
  const count = `Collected ${leftOut > 0 ? 'at least ' : ''}${counted(collects.length + leftOut, 'time')}`
  const since = oldest === undefined ? '' : ` since ${dateWords(oldest.date, thisYear(report))}`
  if (totals.length === 0) return `${count}${since}. The service gives no amounts.`
  if (totals.length === collects.length && leftOut === 0) return `${count}${since}: ${sum} in total.`
  return `${count}${since}. Amount known for ${numberWords(totals.length)}: ${sum} in total.`
}

/** `Nothing for 2 days (12 – 13 Nov)`, `2 gaps: 3 days (…) and 1 day (…)`. */
function gapsWords(gaps: readonly CollectGap[], thisYear: number): string {
  const gapTexts = gaps.map(
    ({ start, end, days }) =>
      `${counted(days, 'day')} (${periodWords({ unit: 'day', start, end, timeZone: '', thisYear })})`,
  )
  const [only] = gapTexts
  if (gaps.length === 1) return `Nothing for ${only}`
  return `${counted(gaps.length, 'gap')}: ${names(gapTexts, gapsShown, 80)}`
}

function totalWords({ total }: CollectRow): string {
  return isNumber(total) ? `${numberWords(total)} collected` : 'amount unknown'
}

function rowOf(collect: CollectRow, isOldest: boolean, thisYear: number): Cell[] {
  const { date, total, daysSince } = collect
  return [
    // Slack sorts the column by the number.
    numberCell(dayNumber(date), dateWords(date, thisYear)),
    isNumber(total) ? numberCell(total, numberWords(total)) : textCell(notAvailable),
    daysSince === null
      ? textCell(isOldest ? 'first' : notAvailable)
      : numberCell(daysSince, daysSince === 0 ? 'same day' : counted(daysSince, 'day')),
  ]
}

/** Days since 1970; `null` if it isn't a date. */
function dayNumber(date: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return null
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) ? null : Math.round(time / 86_400_000)
}
