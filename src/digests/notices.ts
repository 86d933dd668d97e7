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
  await tellOwner(deps, subscription, digestNotPosted({ name, channel, slot, reason }))
}

/** Where nobody owns it, its channel is asked: whoever looks there knows whether it arrived. */
export async function tellUnknown(
  deps: DigestDeps,
  subscription: Subscription,
  { id, slot }: Pick<Claim, 'id' | 'slot'>,
): Promise<void> {
  const { team, channel, name, owner } = subscription
  const message = deliveryUnknown({ deliveryId: id, name, channel, slot })
  await tell(deps, { team, channel: owner ?? channel }, message)
}

async function tellOwner(deps: DigestDeps, subscription: Subscription, message: Message): Promise<void> {
  const { team, owner } = subscription
  if (owner !== null) await tell(deps, { team, channel: owner }, message)
}

/** A person who can't be told stops nothing else; the history says the same. */
async function tell(
  deps: DigestDeps,
  place: { readonly team: string; readonly channel: string },
  message: Message,
): Promise<void> {
  try {
    await postPatiently(deps, place, message)
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    deps.log.warn('the owner of a digest could not be told', { ...place, code: error.code })
  }
}
