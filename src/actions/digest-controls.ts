import { digestFormTitle } from '../blocks/digests/digest-form.ts'
import { digestsCallbackId } from '../blocks/digests/digest-list.ts'
import type { Action } from '../blocks/kit/codec.ts'
import { loadingModal } from '../blocks/kit/modal.ts'
import type { Click } from '../slack/port.ts'
import type { ActionDeps, ActionHandler, ModalButton } from './deps.ts'

type Handler<Kind extends Action['kind']> = ActionHandler<Extract<Action, { kind: Kind }>>

/** What is done to one digest, which its Home tab then shows. */
const changing =
  (
    change: keyof Pick<ActionDeps['digests'], 'pause' | 'resume' | 'remove' | 'alertsOff' | 'postNow'>,
  ): ActionHandler<{ readonly subscriptionId: string }> =>
  async ({ subscriptionId }, click, answer, deps) => {
    await deps.digests[change](click, subscriptionId, answer)
    await deps.home.changed(click.team, click)
  }

export const pauseDigestAction = changing('pause')
export const resumeDigestAction = changing('resume')
export const deleteDigestAction = changing('remove')
/** "Turn alerts off", under an alert. */
export const alertsOffAction = changing('alertsOff')
export const postDigestNowAction = changing('postNow')

/** What the form changes is shown on the Home tab when it is saved. */
export const editDigestModal: ModalButton<Extract<Action, { kind: 'digest_edit' }>> = {
  loading: () => loadingModal(digestFormTitle),
  within: ofList,
  content: ({ subscriptionId }, click, deps) => deps.digests.editForm(click, subscriptionId),
}

export const addDigestModal: ModalButton<Extract<Action, { kind: 'digest_add' }>> = {
  loading: () => loadingModal(digestFormTitle),
  within: ofList,
  content: (_action, click, deps) => deps.digests.newForm(click),
}

export const testDigestAction: Handler<'digest_test'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.test(click, subscriptionId, answer)

export const postTestAction: Handler<'digest_test_post'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.postTest(click, subscriptionId, answer)

export const digestHistoryAction: Handler<'digest_history'> = async (action, click, answer, deps) =>
  deps.digests.history(click, action, answer)

/** The form takes the place of the list in which was clicked. */
function ofList({ view }: Click): string | null {
  return view?.callbackId === digestsCallbackId ? view.id : null
}
