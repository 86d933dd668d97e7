import { collectsAnswer } from '../../../src/blocks/visibility/collects.ts'
import type { CollectsReport } from '../../../src/insights/collects.ts'
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
    answer('collects-overdue', 'The newest collect is older than usual.', collectsReports.overdue),
    answer('collects-cut', 'There are more collects than are read and shown.', collectsReports.cut),
    answer('collects-many-gaps', 'Days are missing again and again.', collectsReports.manyGaps),
    answer('collects-few', 'There are too few collects to tell how often they come.', collectsReports.few),
    answer('collects-none', 'Nothing was collected yet.', collectsReports.none),
    answer('collects-undated', 'The service names no days.', collectsReports.undated),
  ],
}
