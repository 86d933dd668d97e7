/** What a form about a task stores in its modal: the task, and where the form was opened. */
import type { RecommendationRef } from '../kit/codec.ts'
import { limits } from '../kit/limits.ts'

export interface TaskFormPlace extends RecommendationRef {
  /** `null`: the form is about the recommendation. */
  readonly taskId: string | null
  /** Slack's id; `null`: the Home tab. */
  readonly channel: string | null
  /** The message's `ts`; `null`: not opened from a message. */
  readonly messageTs: string | null
  /** Response address of the ephemeral message, which is redrawn afterwards; `null`: no such message. */
  readonly privateAddress: string | null
  /** The page of the task list that the message shows; `null`: it isn't a task list. */
  readonly page: number | null
}

/** If the ids are too long for a modal, the result is empty and `parsePlace` returns `null`. */
export function serializePlace(place: TaskFormPlace): string {
  const { privateAddress: address } = place
  const fields = {
    o: place.organizationId,
    w: place.workspaceId,
    r: place.resultId,
    t: place.taskId,
    c: place.channel?.slice(0, 40) ?? null,
    m: place.messageTs?.slice(0, 40) ?? null,
    p: place.page,
  }
  const written = [JSON.stringify({ ...fields, a: address }), JSON.stringify(fields)]
  return written.find(({ length }) => length <= limits.modal.metadata) ?? ''
}

/** `null`: it can't be read. */
export function parsePlace(metadata: string): TaskFormPlace | null {
  try {
    const { o, w, r, t, c, m, a, p }: Readonly<Record<string, unknown>> = JSON.parse(metadata)
    if (typeof o !== 'string' || typeof w !== 'string' || typeof r !== 'string') return null
    const textOf = (value: unknown) => (typeof value === 'string' ? value : null)
    return {
      organizationId: o,
      workspaceId: w,
      resultId: r,
      taskId: textOf(t),
      channel: textOf(c),
      messageTs: textOf(m),
      privateAddress: textOf(a),
      page: typeof p === 'number' && Number.isSafeInteger(p) && p > 0 ? p : null,
    }
  } catch {
    return null
  }
}
