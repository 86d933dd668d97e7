import { decode } from '../blocks/kit/codec.ts'
import type { Block, Message } from '../model/message.ts'
import type { MessageAddress } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { RecommendationRef } from '../store/index.ts'

/** Remembers a public answer's recommendations, so that a task created for one is also shown in that answer. */
export async function rememberRecommendations(
  { team, store, clock, log }: Pick<Workspace, 'team' | 'store' | 'clock' | 'log'>,
  { channel, ts, message }: MessageAddress & { readonly message: Message },
): Promise<void> {
  const copies = recommendationsIn(message.blocks)
  if (copies.length === 0) return
  try {
    await store.messages.remember(
      { team, channel, ts, kind: 'answer', threadTs: null, text: message.text, blocks: message.blocks },
      copies,
      clock.now(),
    )
  } catch (error) {
    // The answer is posted. A click on it carries its content, so it is remembered then.
    log.warn('an answer could not be remembered', { team, channel, error })
  }
}

export function recommendationsIn(blocks: readonly Block[]): readonly Omit<RecommendationRef, 'team'>[] {
  const recommendations = new Map<string, Omit<RecommendationRef, 'team'>>()
  for (const block of blocks)
    for (const element of block.type === 'actions' ? block.elements : []) {
      if (element.type !== 'button' || element.action_id === undefined) continue
      const decoded = decode(element.action_id, element.value ?? '')
      if (!decoded.ok || !('resultId' in decoded.action)) continue
      const { organizationId, workspaceId, resultId } = decoded.action
      const ref = { organizationId, workspaceId, resultId }
      recommendations.set(JSON.stringify(ref), ref)
    }
  return [...recommendations.values()]
}
