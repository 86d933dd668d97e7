import { deliveryUnknown } from '../blocks/delivery-unknown.ts'
import { digestNotPosted, digestPaused } from '../blocks/digest-trouble.ts'
import type { Message } from '../blocks/message.ts'
import { PostError } from '../slack/port.ts'
import type { Claim, Subscription } from '../store/index.ts'
import type { DigestDeps } from './deps.ts'
import { postPatiently } from './posting.ts'

/** A failure reaches a person who can act: the digest's owner, by direct message. */

/** @param code Slack's error code */
export async function tellPaused(
  deps: DigestDeps,
  subscription: Subscription,
  { slot }: Claim,
  code: string,
): Promise<void> {
  const { team, channel, name } = subscription
  deps.log.error('the digest of this channel is paused: Slack refused it', {
    team,
    channel,
    code,
    detail:
      'Mend the cause (invite the bot, unarchive the channel), then type /sightline digest resume there.',
  })
  await tellOwner(deps, subscription, digestPaused({ name, channel, slot, code }))
}

/** @param reason in words */
export async function tellNotPosted(
  deps: DigestDeps,
  subscription: Subscription,
  { slot }: Claim,
  reason: string,
): Promise<void> {
  const { channel, name } = subscription
  await tellSomebody(deps, subscription, digestNotPosted({ name, channel, slot, reason }))
}

export async function tellUnknown(
  deps: DigestDeps,
  subscription: Subscription,
  { id, slot, alert }: Pick<Claim, 'id' | 'slot' | 'alert'>,
): Promise<void> {
  const { channel } = subscription
  const name = alert === null ? subscription.name : `${subscription.name}, an alert`
  await tellSomebody(deps, subscription, deliveryUnknown({ deliveryId: id, name, channel, slot }))
}

async function tellOwner(
  deps: DigestDeps,
  { team, owner }: Subscription,
  message: Message,
): Promise<boolean> {
  return owner !== null && tell(deps, { team, channel: owner }, message)
}

/** Where nobody owns it, or the owner can't be reached, its channel is told: whoever looks there misses it. */
async function tellSomebody(deps: DigestDeps, subscription: Subscription, message: Message): Promise<void> {
  const { team, channel } = subscription
  if (!(await tellOwner(deps, subscription, message))) await tell(deps, { team, channel }, message)
}

/** A person who can't be told stops nothing else; the history says the same. `false`: surely not told. */
async function tell(
  deps: DigestDeps,
  place: { readonly team: string; readonly channel: string },
  message: Message,
): Promise<boolean> {
  try {
    await postPatiently(deps, place, message)
    return true
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    deps.log.warn('nobody could be told about a digest', { ...place, code: error.code })
    return error.outcome === 'unknown'
  }
}
