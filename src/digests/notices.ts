import { deliveryUnknown } from '../blocks/delivery-unknown.ts'
import { digestNotPosted, digestPaused } from '../blocks/digest-trouble.ts'
import type { Message } from '../blocks/message.ts'
import { PostError } from '../slack/port.ts'
import type { Claim, Subscription } from '../store/index.ts'
import type { DigestDeps } from './deps.ts'
import { postPatiently } from './posting.ts'

/**
 * A failure reaches a person who can act: the digest's owner, by direct message. Each answers whether that is done with;
 * `false`: Sightline stops before Slack lets it be said, and the caller leaves things so that the next process meets the
 * same failure, and tells it.
 */

/** @param code Slack's error code */
export async function tellPaused(
  deps: DigestDeps,
  subscription: Subscription,
  { slot }: Claim,
  code: string,
): Promise<boolean> {
  const { team, channel, name } = subscription
  deps.log.error('the digest of this channel is paused: Slack refused it', {
    team,
    channel,
    code,
    detail:
      'Mend the cause (invite the bot, unarchive the channel), then type /sightline digest resume there.',
  })
  return (await tellOwner(deps, subscription, digestPaused({ name, channel, slot, code }))) !== 'stopped'
}

/** @param reason in words */
export async function tellNotPosted(
  deps: DigestDeps,
  subscription: Subscription,
  { slot }: Claim,
  reason: string,
): Promise<boolean> {
  const { channel, name } = subscription
  return tellSomebody(deps, subscription, digestNotPosted({ name, channel, slot, reason }))
}

export async function tellUnknown(
  deps: DigestDeps,
  subscription: Subscription,
  { id, slot, alert }: Pick<Claim, 'id' | 'slot' | 'alert'>,
): Promise<boolean> {
  const { channel } = subscription
  const name = alert === null ? subscription.name : `${subscription.name}, an alert`
  return tellSomebody(deps, subscription, deliveryUnknown({ deliveryId: id, name, channel, slot }))
}

/**
 * - `told`: by all that is known.
 * - `not_told`: it can't be.
 * - `stopped`: Slack asked to wait, and Sightline stops.
 */
type Told = 'told' | 'not_told' | 'stopped'

async function tellOwner(deps: DigestDeps, { team, owner }: Subscription, message: Message): Promise<Told> {
  return owner === null ? 'not_told' : tell(deps, { team, channel: owner }, message)
}

/** Where nobody owns it, or the owner can't be reached, its channel is told: whoever looks there misses it. */
async function tellSomebody(
  deps: DigestDeps,
  subscription: Subscription,
  message: Message,
): Promise<boolean> {
  const { team, channel } = subscription
  let told = await tellOwner(deps, subscription, message)
  if (told === 'not_told') told = await tell(deps, { team, channel }, message)
  return told !== 'stopped'
}

/** A person who can't be told stops nothing else; the history says the same. */
async function tell(
  deps: DigestDeps,
  place: { readonly team: string; readonly channel: string },
  message: Message,
): Promise<Told> {
  try {
    await postPatiently(deps, place, message)
    return 'told'
  } catch (error) {
    if (error === deps.stopping.reason) {
      deps.log.warn(
        'Sightline stops before it could tell somebody about a digest: the next process does',
        place,
      )
      return 'stopped'
    }
    if (!(error instanceof PostError)) throw error
    deps.log.warn('nobody could be told about a digest', { ...place, code: error.code })
    return error.outcome === 'unknown' ? 'told' : 'not_told'
  }
}
