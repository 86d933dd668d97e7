import { type CollectsReport, collectsAnswer } from '../../../src/blocks/visibility/collects.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const options = { shareable: true, command: 'collects' }
const day = (date: string, total: number | null = 1_204) => ({ date, total })
const monday = Temporal.PlainDate.from('2026-11-16')

/** What was collected, in Paris. */
const report = (
  days: readonly ReturnType<typeof day>[],
  { leftOut = 0, today = `${monday}` }: { readonly leftOut?: number; readonly today?: string } = {},
) => ({ collected: { days, leftOut }, today, timeZone: 'Europe/Paris' })

const answer = (shown: CollectsReport, asked = options) => collectsAnswer(shown, asked)

export const collectsGroup: ExhibitGroup = {
  title: 'Collects',
  exhibits: exhibitsOf(answer, {
    collects: [
      'You asked when data was last collected; some days are missing.',
      report([
        day('2026-11-16'),
        day('2026-11-15', 1_198),
        day('2026-11-14', 1_210),
        day('2026-11-11', null),
        day('2026-11-10', 1_187),
        day('2026-11-10', 12),
        day('2026-11-09', 1_201),
        day('2026-11-08', 1_190),
      ]),
      options,
    ],
    'collects-cut': [
      'There are more collects than are read and shown.',
      report(
        Array.from({ length: 120 }, (_, week) => day(`${monday.subtract({ weeks: week })}`, 900 + week)),
        { leftOut: 880, today: '2026-11-17' },
      ),
    ],
    'collects-ahead': [
      'The service names a day that has not begun here.',
      report([day('2026-11-17', 40), day('2026-11-15', null)]),
    ],
    'collects-none': ['Nothing was collected yet.', report([])],
    'collects-undated': ['The service names no days.', { ...report([]), collected: null }],
  }),
}
