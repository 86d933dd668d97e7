import { Problem } from '../lib/problem.ts'
import type { Workspace } from '../slack/workspace.ts'

/** The person is in them, too. @param how.fresh to read from all of them. @throws {Problem} if Slack doesn't say */
export async function channelsOf(
  { people }: Pick<Workspace, 'people'>,
  user: string,
  how?: { readonly fresh: boolean },
): Promise<ReadonlySet<string>> {
  const channels = await people.channelsOf(user, how)
  if (channels !== null) return channels
  throw new Problem('channels_unknown', 'Slack didn’t say which channels you’re in. Try again in a minute.')
}
