import { reasonAdvice } from '../../blocks/digests/reasons.ts'
import { channelScope } from '../../channels/scope.ts'
import { explain } from '../../lib/problem.ts'
import { PostError } from '../../slack/port.ts'
import type { DigestWorkspace } from '../workspace.ts'

/** A reason why a digest can't be posted or composed. */
export interface Obstacle {
  readonly code: 'not_member' | 'direct' | 'archived' | 'scope' | 'slack' | 'api'
  /** Cause, then fix. */
  readonly sentence: string
}

type PreflightWorkspace = Pick<DigestWorkspace, 'api' | 'store' | 'directory' | 'slack' | 'defaults'>

/** Checks, before a digest is saved, whether it can be posted to the channel and can read its data. */
export async function preflight(
  workspace: PreflightWorkspace,
  { team, channel }: { readonly team: string; readonly channel: string },
): Promise<readonly Obstacle[]> {
  const [scopes, place, api] = await Promise.all([
    slackObstacles(workspace, () => missingScopes(workspace)),
    slackObstacles(workspace, () => placeOf(workspace, channel)),
    apiOf(workspace, team, channel),
  ])
  // Both Slack checks can fail with the same sentence.
  const all = [...scopes, ...place, ...api]
  return all.filter(({ sentence }, index) => all.findIndex((one) => one.sentence === sentence) === index)
}

async function missingScopes({ slack }: PreflightWorkspace): Promise<readonly Obstacle[]> {
  const { scopes } = await slack.check()
  if (scopes === null || scopes.includes('chat:write')) return []
  return [
    {
      code: 'scope',
      sentence:
        'Sightline can’t post in this workspace: it’s missing the permission chat:write. Ask your Sightline admin to reinstall the app with its manifest.',
    },
  ]
}

async function placeOf({ directory }: PreflightWorkspace, channel: string): Promise<readonly Obstacle[]> {
  const state = await directory.state(channel)
  if (state === null) return [{ code: 'not_member', sentence: reasonAdvice('channel_not_found') }]
  if (state.isArchived)
    return [
      {
        code: 'archived',
        sentence: reasonAdvice('is_archived'),
      },
    ]
  if (!state.isMember) return [{ code: 'not_member', sentence: reasonAdvice('not_in_channel') }]
  return []
}

async function apiOf(
  { api, store, defaults }: PreflightWorkspace,
  team: string,
  channel: string,
): Promise<readonly Obstacle[]> {
  const { analysis } = await channelScope({ store, defaults }, { team, channel })
  try {
    await api.collects(analysis, { page_size: 1 }, { fresh: true })
    return []
  } catch (error) {
    const { sentence, foreseen } = explain(error)
    if (!foreseen) throw error
    return [{ code: 'api', sentence }]
  }
}

async function slackObstacles(
  workspace: PreflightWorkspace,
  check: () => Promise<readonly Obstacle[]>,
): Promise<readonly Obstacle[]> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof PostError)) throw error
    if (error.code === 'missing_scope') return scopeObstacle(workspace)
    return [{ code: 'slack', sentence: error.userMessage }]
  }
}

/** If the token has both channel scopes, `missing_scope` means that this is not a channel. */
async function scopeObstacle({ slack }: PreflightWorkspace): Promise<readonly Obstacle[]> {
  const scopes = await slack.check().then(
    (health) => health.scopes,
    () => null,
  )
  if (scopes?.includes('channels:read') && scopes.includes('groups:read'))
    return [
      {
        code: 'direct',
        sentence:
          'Digests belong to a channel, and this is a direct message. Type /sightline digest in the channel you want.',
      },
    ]
  return [
    {
      code: 'scope',
      sentence:
        'Sightline can’t see channels: it’s missing the permissions channels:read and groups:read. Ask your Sightline admin to reinstall the app with its manifest.',
    },
  ]
}
