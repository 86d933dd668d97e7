import { reasonAdvice } from '../../blocks/digests/reasons.ts'
import { channelScope } from '../../channels/settings.ts'
import { explain } from '../../lib/problem.ts'
import { PostError } from '../../slack/port.ts'
import type { DigestWorkspace } from '../workspace.ts'

type PreflightWorkspace = Pick<DigestWorkspace, 'api' | 'store' | 'directory' | 'slack' | 'defaults'>

/**
 * Checks, before a digest is saved, whether it can be posted to the channel and can read its data.
 * @returns what stands in its way: for each obstacle the cause, then the fix
 */
export async function preflight(
  workspace: PreflightWorkspace,
  { team, channel }: { readonly team: string; readonly channel: string },
): Promise<readonly string[]> {
  const obstacles = await Promise.all([
    slackObstacle(workspace, () => missingScope(workspace)),
    slackObstacle(workspace, () => channelObstacle(workspace, channel)),
    apiObstacle(workspace, team, channel),
  ])
  // Both Slack checks can fail with the same sentence.
  return [...new Set(obstacles.filter((sentence) => sentence !== null))]
}

async function missingScope({ slack }: PreflightWorkspace): Promise<string | null> {
  const { scopes } = await slack.check()
  return scopes === null || scopes.includes('chat:write')
    ? null
    : 'Sightline can’t post in this workspace: it’s missing the permission chat:write. Ask your Sightline admin to reinstall the app with its manifest.'
}

async function channelObstacle({ directory }: PreflightWorkspace, channel: string): Promise<string | null> {
  const state = await directory.state(channel)
  if (state === null) return reasonAdvice('channel_not_found')
  if (state.isArchived) return reasonAdvice('is_archived')
  return state.isMember ? null : reasonAdvice('not_in_channel')
}

async function apiObstacle(
  { api, store, defaults }: PreflightWorkspace,
  team: string,
  channel: string,
): Promise<string | null> {
  const { analysis } = await channelScope({ store, defaults }, { team, channel })
  try {
    await api.collects(analysis, { page_size: 1 }, { fresh: true })
    return null
  } catch (error) {
    const { sentence, foreseen } = explain(error)
    if (!foreseen) throw error
    return sentence
  }
}

async function slackObstacle(
  workspace: PreflightWorkspace,
  check: () => Promise<string | null>,
): Promise<string | null> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    return error.code === 'missing_scope' ? scopeObstacle(workspace) : error.userMessage
  }
}

/** If the token has both channel scopes, `missing_scope` means that this is not a channel. */
async function scopeObstacle({ slack }: PreflightWorkspace): Promise<string> {
  const scopes = await slack.check().then(
    (health) => health.scopes,
    () => null,
  )
  return scopes?.includes('channels:read') && scopes.includes('groups:read')
    ? 'Digests belong to a channel, and this is a direct message. Type /sightline digest in the channel you want.'
    : 'Sightline can’t see channels: it’s missing the permissions channels:read and groups:read. Ask your Sightline admin to reinstall the app with its manifest.'
}
