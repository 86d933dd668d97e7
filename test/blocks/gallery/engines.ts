import { enginesAnswer } from '../../../src/blocks/visibility/engines.ts'
import type { EngineReport } from '../../../src/model/engine-report.ts'
import { engineReports } from '../answer-fixtures.ts'
import { type Exhibit, type ExhibitGroup, exhibit } from './exhibit.ts'

const options = { shareable: true, command: 'engines' }

const answer = (name: string, when: string, report: EngineReport): Exhibit =>
  exhibit({
    name,
    when,
    data: { report, options },
    draw: ({ report, options }) => enginesAnswer(report, options),
  })

export const enginesGroup: ExhibitGroup = {
  title: 'Engines',
  exhibits: [
    answer('engines', 'You asked where your brand does best, and where worst.', engineReports.all),
    answer(
      'engines-some-failing',
      'Some engines could not be read; the others are compared.',
      engineReports.someFailing,
    ),
    answer('engines-all-failing', 'No engine could be read.', engineReports.allFailing),
    answer(
      'engines-an-older-week',
      'The week that you asked for has no data yet, and there are more engines than Sightline reads at once.',
      engineReports.anOlderWeek,
    ),
    answer('engines-no-data', 'Nothing was measured, in that week or any other.', engineReports.noData),
    answer('engines-no-engines', 'The workspace has no engines yet.', engineReports.noEngines),
    answer('engines-no-own-brand', 'No brand is marked as yours.', engineReports.noOwnBrand),
    answer(
      'engines-gone',
      'One engine no longer names your brand, and another never did.',
      engineReports.gone,
    ),
    answer('engines-gone-from-all', 'No engine names your brand anymore.', engineReports.goneFromAll),
    answer('engines-gone-by-chance', 'The same, but it may be chance.', engineReports.goneByChance),
    answer('engines-beyond', 'Your brand ranks below the brands that Sightline reads.', engineReports.beyond),
    answer('engines-impossible', 'The service returned impossible numbers.', engineReports.impossible),
    answer('engines-unmeasured', 'Your brand has no score on any engine.', engineReports.unmeasured),
    answer('engines-one', 'Only one engine has a score.', engineReports.one),
    answer(
      'engines-alike',
      'No engine stands out, one was not collected, and changes of earlier weeks became news.',
      engineReports.alike,
    ),
    answer(
      'engines-nothing-matches',
      'Nothing matches the filters on two engines.',
      engineReports.nothingMatches,
    ),
    answer('engines-equal', 'Your brand is equally visible everywhere.', engineReports.equal),
    answer('engines-ties', 'Several engines share the best and the worst score.', engineReports.ties),
    answer(
      'engines-first-month',
      'The first month, with nothing before it to compare with.',
      engineReports.firstMonth,
    ),
    answer(
      'engines-own-brands',
      'Engines list different brands of yours, and one lists more brands than Sightline reads.',
      engineReports.ownBrands,
    ),
  ],
}
