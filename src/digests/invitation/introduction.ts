import { invitation, invitationAccepted } from '../../blocks/invitation/invitation.ts'
import { Problem } from '../../lib/problem.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import type { Message } from '../../model/message.ts'
import type { MessageKind } from '../../outbox/kind.ts'
import { PostError } from '../../slack/port.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { Owed, Subscription } from '../../store/index.ts'
import { newDigestSettings } from '../manage/digest-form.ts'
import { createDigest, digestsIn } from '../manage/manage.ts'
import { defaultName, formatSchedule } from '../schedule/slots.ts'

/** Sightline introduces itself once in each channel that it was invited to. */
export function introductionTo(
  { team, channel }: { readonly team: string; readonly channel: string },
  now: Temporal.Instant,
  graceHours: number,
): Owed {
  // Later, people wouldn't expect it.
  const lateAt = now.add({ hours: graceHours })
  return { team, kind: 'introduction', key: channel, channel, since: now, lateAt }
}

type IntroductionWorkspace = Pick<Workspace, 'store' | 'apiKey' | 'isShared'>
type ChannelPlace = Pick<ChannelAndUser, 'team' | 'channel'>

export const introductionKind: MessageKind = {
  compose: async (workspace, { team, channel }) => {
    const digests = await workspace.store.subscriptions.forChannel(team, channel)
    if (digests.length > 0) return { skip: 'no_longer_so' }
    return { message: await invitationTo(workspace, { team, channel }) }
  },
}

async function invitationTo(
  { store, apiKey, isShared }: IntroductionWorkspace,
  { team, channel }: ChannelPlace,
): Promise<Message> {
  const isConnected = apiKey.configured || (await store.connections.get(team)) !== null
  return invitation({ channel, isConnected, isShared: (await isShared(channel)) === true })
}

/** After the channel’s digests changed: says who set up the first one and when it comes, or offers one again. */
export async function redrawInvitation(
  workspace: IntroductionWorkspace & Pick<Workspace, 'poster' | 'log'>,
  { team, channel }: ChannelPlace,
): Promise<void> {
  const { store, poster, log } = workspace
  const [posted] = await store.outbox.list({ team, channel }, ['introduction'], { limit: 1 })
  if (posted?.state !== 'sent' || posted.ts === null) return
  const [first, ...others] = await store.subscriptions.forChannel(team, channel)
  const message =
    first === undefined
      ? await invitationTo(workspace, { team, channel })
      : invitationAccepted({
          by: first.createdBy,
          schedule: formatSchedule(first.schedule),
          isPaused: first.state === 'paused',
          others: others.length,
        })
  try {
    await poster.update({ channel, ts: posted.ts }, message)
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    log.warn('could not update an invitation', { team, channel, error })
  }
}

/**
 * Sets up a channel's first digest, with what the form of a new one starts with. Repeated and concurrent requests create
 * only one. If the channel has digests already, returns the first of them.
 * @throws {Problem} if it can't be posted there, or its data can't be read
 */
export async function setUpFirstDigest(workspace: Workspace, place: ChannelAndUser): Promise<Subscription> {
  const [present] = await digestsIn(workspace, place)
  if (present !== undefined) return present
  const settings = await newDigestSettings(workspace, place)
  const named = { ...settings, name: defaultName(settings.schedule) }
  const { team, channel } = place
  // After one was deleted, the next one needs another id.
  for (let earlier = 0; ; earlier += 1) {
    const saved = await createDigest(workspace, place, named, `first of ${team} ${channel} ${earlier}`)
    if (!saved.ok)
      throw new Problem('digest_obstacle', saved.problems.map(({ sentence }) => sentence).join(' '))
    if (saved.subscription.state !== 'deleted') return saved.subscription
  }
}
