/** The answer to "when was data last collected, and how much?". */
import type { CollectDay, Collected } from '../../insights/collected.ts'
import type { Message } from '../../model/message.ts'
import { type AnswerOptions, answerFooter, context, heading, messageOf } from '../kit/elements.ts'
import { type Cell, dataTable, numberCell, textCell } from '../kit/figures.ts'
import { counted, dateWords, daysBetween, isNumber, notAvailable, numberWords } from '../kit/formats.ts'
import { oneLine, richText } from '../kit/text.ts'

export interface CollectsReport {
  /** `null`: there are collects, but none has a date. */
  readonly collected: Collected | null
  /** The day in `timeZone`. */
  readonly today: string
  readonly timeZone: string
}

/** A month of daily collects. */
const rowsShown = 31

export function collectsAnswer(
  { collected, today, timeZone }: CollectsReport,
  options: AnswerOptions,
): Message {
  const { days, leftOut } = collected ?? { days: [], leftOut: 0 }
  const year = Number(today.slice(0, 4))
  const table = dataTable({
    caption: 'When data was collected, newest first',
    header: ['Date', 'Collected', 'Since previous'],
    rows: days.slice(0, rowsShown).map((day, index) => rowOf(day, days[index + 1], leftOut === 0, year)),
  })
  const olderCount = days.length - (table?.shown ?? 0)
  const next = collected === null ? undated : days.length === 0 ? notYet : null
  return messageOf([
    heading(headlineOf(collected, today, year)),
    next && richText([[next]]),
    table?.block ?? null,
    context(
      olderCount > 0 && `${counted(olderCount, 'older one')} not shown.`,
      leftOut > 0 && `${numberWords(leftOut)} more not loaded.`,
      `Today is ${dateWords(today)} in ${oneLine(timeZone, 40, 'an unknown time zone')}. Dates are the service’s own.`,
    ),
    ...answerFooter(options),
  ])
}

const undated = 'Check the analytics console. If it shows dates, tell your Sightline admin.'
const notYet = 'The first collection will show here. The analytics console says when it is due.'

/** `Data was last collected 2 days ago, on Mon 16 Nov (1,204 collected).` */
function headlineOf(collected: Collected | null, today: string, year: number): string {
  if (collected === null) return 'Data has been collected, but the service gives no dates.'
  const [newest] = collected.days
  if (newest === undefined) return 'No data collected yet.'
  const total = isNumber(newest.total) ? `${numberWords(newest.total)} collected` : 'amount unknown'
  const ago = agoWords(daysBetween(newest.date, today))
  return `Data was last collected ${ago}${dateWords(newest.date, year)} (${total}).`
}

function agoWords(days: number): string {
  if (days === 0) return 'today, '
  if (days === 1) return 'yesterday, '
  return days < 0 ? 'on ' : `${counted(days, 'day')} ago, on `
}

function rowOf(day: CollectDay, before: CollectDay | undefined, isAllRead: boolean, year: number): Cell[] {
  const since = before === undefined ? null : daysBetween(before.date, day.date)
  return [
    // Slack sorts the column by the number.
    numberCell(daysBetween('1970-01-01', day.date), dateWords(day.date, year)),
    isNumber(day.total) ? numberCell(day.total, numberWords(day.total)) : textCell(notAvailable),
    since === null
      ? textCell(isAllRead ? 'first' : notAvailable)
      : numberCell(since, since === 0 ? 'same day' : counted(since, 'day')),
  ]
}
