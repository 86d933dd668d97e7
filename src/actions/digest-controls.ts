import type { Action } from '../blocks/codec.ts'
import type { ActionHandler } from './deps.ts'

type Handler<Kind extends Action['kind']> = ActionHandler<Extract<Action, { kind: Kind }>>

/** What the form changes is shown on the Home tab when it is saved. */
export const editDigestAction: Handler<'digest_edit'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.edit(click, subscriptionId, answer)

export const pauseDigestAction: Handler<'digest_pause'> = async ({ subscriptionId }, click, answer, deps) => {
  await deps.digests.pause(click, subscriptionId, answer)
  await deps.home.changed(click.team, click)
}

export const resumeDigestAction: Handler<'digest_resume'> = async (
  { subscriptionId },
  click,
  answer,
  deps,
) => {
  await deps.digests.resume(click, subscriptionId, answer)
  await deps.home.changed(click.team, click)
}

export const testDigestAction: Handler<'digest_test'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.test(click, subscriptionId, answer)

export const deleteDigestAction: Handler<'digest_delete'> = async (
  { subscriptionId },
  click,
  answer,
  deps,
) => {
  await deps.digests.remove(click, subscriptionId, answer)
  await deps.home.changed(click.team, click)
}

/** "Turn alerts off", under an alert. */
export const alertsOffAction: Handler<'digest_alerts_off'> = async (
  { subscriptionId },
  click,
  answer,
  deps,
) => {
  await deps.digests.alertsOff(click, subscriptionId, answer)
  await deps.home.changed(click.team, click)
}

export const postTestAction: Handler<'digest_test_post'> = async ({ subscriptionId }, click, answer, deps) =>
  deps.digests.postTest(click, subscriptionId, answer)

export const postDigestNowAction: Handler<'digest_now'> = async ({ subscriptionId }, click, answer, deps) => {
  await deps.digests.postNow(click, subscriptionId, answer)
  await deps.home.changed(click.team, click)
}

export const addDigestAction: Handler<'digest_add'> = async (_action, click, _answer, deps) =>
  deps.digests.add(click)

export const digestHistoryAction: Handler<'digest_history'> = async (action, click, answer, deps) =>
  deps.digests.history(click, action, answer)
