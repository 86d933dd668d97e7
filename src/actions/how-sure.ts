import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { howSureModal, howSureTitle } from '../blocks/visibility/how-sure.ts'
import { channelScope } from '../channels/scope.ts'
import { marketOfReport } from '../weeks/market.ts'
import type { ModalButton } from './handler.ts'
import { reloadReport } from './reload-report.ts'

export const howSureButton: ModalButton<Extract<Action, { kind: 'how_sure' }>> = {
  loading: () => loadingModal(howSureTitle),
  content: async ({ text }, click, workspace) => {
    const report = await reloadReport(text, click, workspace)
    const { analysis } = await channelScope(
      workspace.store,
      workspace.defaults,
      click.team,
      click.channel ?? '',
    )
    const market = await marketOfReport(workspace, { scope: analysis, ...report }, report.period)
    const known = market && { weeks: market.weeks.length, readings: [...market.brands.values()] }
    return howSureModal(report, known)
  },
}
