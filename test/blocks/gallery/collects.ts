import { type CollectsReport, collectsAnswer } from '../../../src/blocks/visibility/collects.ts'
import { collectsReports } from '../answer-fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: 'collects' }

const answer = (name: string, when: string, report: CollectsReport): Exhibit =>
  exhibit({
    name,
    when,
    data: { report, options },
    draw: ({ report, options }) => collectsAnswer(report, options),
  })

export const collectsGroup: ExhibitGroup = {
  title: 'Collects',
  exhibits: [
    answer('collects', 'You asked when data was last collected; some days are missing.', collectsReports.gap),
    answer('collects-cut', 'There are more collects than are read and shown.', collectsReports.cut),
    answer('collects-ahead', 'The service names a day that has not begun here.', collectsReports.ahead),
    answer('collects-none', 'Nothing was collected yet.', collectsReports.none),
    answer('collects-undated', 'The service names no days.', collectsReports.undated),
  ],
}
