import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import { howSureModal, howSureTitle } from '../blocks/visibility/how-sure.ts'
import type { ModalButton } from './handler.ts'
import { reloadReport } from './reload-report.ts'

/** The margins of an answer's figures, and how Sightline reads the numbers. */
export const howSureButton: ModalButton<Extract<Action, { kind: 'how_sure' }>> = {
  loading: () => loadingModal(howSureTitle),
  content: async ({ text }, click, workspace) => howSureModal(await reloadReport(text, click, workspace)),
}
