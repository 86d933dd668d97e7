import { Problem } from '../../lib/problem.ts'
import type { Workspace } from '../../slack/workspace.ts'

/**
 * A button may be shown outside the channel that it is about, and its value may be forged.
 * @throws {Problem} if the person is not in that channel
 */
export async function requireInChannel(
  { people }: Pick<Workspace, 'people'>,
  { user, channel }: { readonly user: string; readonly channel: string | null },
  about: string,
): Promise<void> {
  if (channel === about || (await people.channelsOf(user))?.has(about)) return
  throw new Problem(
    'task_elsewhere',
    'You don’t seem to be in that channel. Join it, wait a minute, then try again.',
  )
}
