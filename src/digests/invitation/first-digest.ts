import { Problem } from '../../lib/problem.ts'
import type { ChannelAndUser } from '../../model/channel.ts'
import type { Workspace } from '../../slack/workspace.ts'
import type { Subscription } from '../../store/index.ts'
import { newDigestSettings } from '../manage/digest-form.ts'
import { createDigest, digestsIn } from '../manage/manage.ts'
import { defaultName } from '../schedule/format.ts'

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
