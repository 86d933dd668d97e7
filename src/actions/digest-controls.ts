import type { Action } from '../blocks/codec.ts'
import type { ActionDeps, ActionHandler } from './deps.ts'

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
export const editDigestAction: Handler<'digest_edit'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.edit(click, subscriptionId, answer)

export const testDigestAction: Handler<'digest_test'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.test(click, subscriptionId, answer)

export const postTestAction: Handler<'digest_test_post'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.postTest(click, subscriptionId, answer)

export const addDigestAction: Handler<'digest_add'> = async (_action, click, _answer, deps) =>
  deps.digests.add(click)

export const digestHistoryAction: Handler<'digest_history'> = async (action, click, answer, deps) =>
  deps.digests.history(click, action, answer)
