import type { Message } from '../../model/message.ts'
import type { TaskState } from '../../model/recommendation.ts'
import type { RecommendationRef } from '../kit/codec.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { taskName } from './task-elements.ts'
import { recommendationBlockId, taskBlocks } from './task-state.ts'

/** Announces a task. @param task its name, and the channel where it was created */
export function newTask(
  ref: RecommendationRef,
  state: TaskState,
  { name, channel }: { readonly name: string | null; readonly channel: string },
): Message {
  const about = taskName(name ?? '')
  const body: Span[] = [{ text: 'New task', style: 'bold' }, ' from ', { channel }]
  return {
    text: mrkdwn([`New task: ${about}`]),
    blocks: [
      richText([body], recommendationBlockId(ref, 0, 'body')),
      ...taskBlocks(ref, state, { copy: 0, revision: 0, canViewBrief: true, about }),
    ],
  }
}
