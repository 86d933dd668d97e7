import type { Clock } from '../lib/clock.ts'
import { currentReference, type Log } from '../lib/log.ts'
import type { Store } from '../store/index.ts'

/** Slack changed a channel's id because it was shared with another organization. */
export interface ChannelMoved {
  readonly team: string
  readonly from: string
  readonly to: string
}

/** @param configured channels named in SIGHTLINE_DIGEST_CHANNELS */
export async function channelMoved(
  {
    store,
    clock,
    log,
  }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock; readonly log: Log },
  move: ChannelMoved,
  configured: readonly string[],
): Promise<void> {
  const { team, from, to } = move
  if (await store.channels.move({ ...move, reference: currentReference() }, clock.now()))
    log.info('Slack changed a channel id; its settings and digests were moved', { team, channel: to })
  if (configured.includes(from))
    log.error('Slack changed the id of a configured channel', {
      team,
      channel: from,
      detail: `Replace it with ${to} in SIGHTLINE_DIGEST_CHANNELS before the next start.`,
    })
}
