import { channelScope } from '../channels/scope.ts'
import { outOfDate } from '../commands/visibility-file.ts'
import { readPeriod } from '../insights/periods.ts'
import type { VisibilityReport } from '../model/reports.ts'
import { withNames } from '../questions/filter-names.ts'
import { readVisibilityText } from '../questions/read.ts'
import type { Click } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { standingReport } from '../weeks/report.ts'

/** For an answer's buttons. @throws {Problem} if the question can no longer be parsed */
export async function reloadReport(
  text: string,
  { team, channel }: Pick<Click, 'team' | 'channel'>,
  workspace: Parameters<typeof standingReport>[0] & Pick<Workspace, 'defaults'>,
): Promise<VisibilityReport> {
  const parsed = readVisibilityText(text)
  if (!parsed.ok) throw outOfDate()
  const scope = await channelScope(workspace.store, workspace.defaults, team, channel ?? '')
  const { engines, brands, filters, unit, when } = withNames(parsed.args, scope.filterNames)
  const period = readPeriod(when ?? '', unit, workspace.clock.now(), scope.timeZone)
  if (!period.ok) throw outOfDate()
  const { report } = await standingReport(workspace, {
    scope: scope.analysis,
    period: period.period,
    engines,
    brands,
    filters,
  })
  return report
}
