import { type ZoneChange, zoneChanged } from '../blocks/settings/zone-change.ts'
import { PostError } from '../slack/port.ts'
import { awaitTurn } from '../slack/send/pace.ts'
import type { Workspace } from '../slack/workspace.ts'

/** Announces a channel's new time zone in the channel. @returns why that failed; `null` if it was posted */
export async function announceZone(
  workspace: Pick<Workspace, 'store' | 'clock' | 'paces' | 'poster' | 'log'>,
  { team, channel, user }: { readonly team: string; readonly channel: string; readonly user: string },
  change: ZoneChange,
): Promise<string | null> {
  try {
    await awaitTurn(workspace, { team, channel })
    await workspace.poster.post(channel, zoneChanged(change, user))
    return null
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    workspace.log.warn('could not announce a channel’s new time zone', { team, channel, code: error.code })
    return error.userMessage
  }
}
