import type { Message } from '../model/message.ts'
import type { Recommendation } from '../model/recommendation.ts'
import type { MessageAddress } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow } from '../store/index.ts'
import { syncTaskMessages } from './message-sync.ts'
import { taskState } from './state.ts'

export type ShownRecommendation = Pick<Recommendation, 'organizationId' | 'workspaceId' | 'resultId' | 'task'>

/** Stores a message that shows recommendations, so that it is updated when their tasks change. May be repeated. */
export async function trackMessage(
  workspace: Pick<Workspace, 'poster' | 'store' | 'clock' | 'log'>,
  { team, threadTs }: Pick<OutboxRow, 'team' | 'threadTs'>,
  { channel, message, ts }: MessageAddress & { readonly message: Message },
  recommendations: readonly ShownRecommendation[],
): Promise<void> {
  const { store, clock } = workspace
  if (recommendations.length === 0) return
  const blocks = JSON.stringify(message.blocks)
  const shown = recommendations.filter(({ resultId }) =>
    blocks.includes(JSON.stringify(resultId).slice(1, -1)),
  )
  if (shown.length === 0) return
  await store.messages.remember(
    { team, channel, ts, kind: 'digest', threadTs, text: message.text, blocks: message.blocks },
    shown,
    clock.now(),
  )
  // A task may have been created since the message was composed.
  for (const { organizationId, workspaceId, resultId, task } of shown) {
    const ref = { team, organizationId, workspaceId, resultId }
    const current = taskState(await store.tasks.latest(ref))
    if (JSON.stringify(current) !== JSON.stringify(task))
      await syncTaskMessages(workspace, ref, { channel, ts })
  }
}
