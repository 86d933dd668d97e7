import { ownerFound, ownerWanted } from '../blocks/digest-owner.ts'
import type { Message } from '../blocks/message.ts'
import { Problem } from '../problem.ts'
import { PostError } from '../slack/port.ts'
import type { DigestDeps, ScheduleDeps } from './deps.ts'
import { postPatiently } from './posting.ts'

/** So many people's channels Slack tells in a minute. */
const peopleAtOnce = 20

/** After its run, a digest whose owner was deactivated, or left its workspace or channel, asks the channel for a new one, once. */
export async function checkOwners(deps: ScheduleDeps, stopped: () => boolean): Promise<void> {
  const { store, clock, log } = deps
  for (const subscription of await store.subscriptions.takeOwnerChecks(clock.now(), peopleAtOnce)) {
    const { team, id, channel, name, owner, state } = subscription
    if (stopped() || owner === null || state !== 'active') continue
    const own = await deps.of(team)
    // What Slack doesn't tell, the next run asks again.
    if (own === null || !(await own.people.hasLeft(owner, channel))) continue
    if (!(await store.subscriptions.askForOwner(team, id, owner))) continue
    try {
      await postPatiently(own, { team, channel }, ownerWanted({ name, gone: owner, subscriptionId: id }))
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      log.warn('a channel could not be asked for a new owner of its digest', {
        team,
        channel,
        code: error.code,
      })
    }
  }
}

/**
 * Somebody takes a digest over whose owner is gone.
 * @returns what stands in the place of the question
 * @throws {Problem} when there is nothing to take over any more
 */
export async function adopt(
  { store, clock }: Pick<DigestDeps, 'store' | 'clock'>,
  {
    team,
    user,
    subscriptionId,
  }: { readonly team: string; readonly user: string; readonly subscriptionId: string },
): Promise<Message> {
  const subscription = await store.subscriptions.get(team, subscriptionId)
  if (subscription === null || subscription.state === 'deleted')
    throw new Problem('digest_gone', 'This digest was deleted, so nobody has to look after it.')
  const { name, channel, owner, ownerAsked } = subscription
  if (ownerAsked !== null && ownerAsked === owner) {
    const adopted = await store.subscriptions.setOwner(team, subscriptionId, { from: owner, to: user })
    await store.audit.record(
      {
        team,
        user,
        channel,
        action: 'digest.adopt',
        subject: subscriptionId,
        outcome: adopted ? 'adopted' : 'somebody else was faster',
        detail: { before: owner },
        reference: null,
      },
      clock.now(),
    )
    if (adopted) return ownerFound({ name, owner: user })
  }
  const now = (await store.subscriptions.get(team, subscriptionId))?.owner ?? user
  return ownerFound({ name, owner: now })
}
