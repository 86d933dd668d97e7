import { withPreface } from '../blocks/digests/notice-preface.ts'
import { evaluationDone, evaluationGone, watchGivenUp } from '../blocks/evaluations/watch-messages.ts'
import type { Evaluation } from '../model/evaluation.ts'
import type { Message } from '../model/message.ts'
import { endOf, type MessageKind, type OutboxWorkspace, resendAfterMs } from '../outbox/kind.ts'
import type { EvaluationWatch } from '../store/index.ts'
import { codeOf } from '../store/reason.ts'
import { watchDays } from './watch.ts'

export interface WatchEnd {
  readonly watch: Pick<EvaluationWatch, 'evaluationId' | 'channel' | 'createdAt'>
  readonly how:
    | { readonly kind: 'done'; readonly evaluation: Evaluation }
    | { readonly kind: 'gone' }
    /** `why`: the state at the last check, as a sentence. */
    | { readonly kind: 'given_up'; readonly why: string }
}

/** Tells a person, by direct message, how a watched evaluation ended. If that fails, only the log says so. */
export const evaluationKind: MessageKind<OutboxWorkspace> = {
  resendAfterMs,
  compose: async (_, { about, unknowns }) => ({
    message: withPreface(messageOf(JSON.parse(about)), { again: unknowns > 0, insteadOf: null }),
  }),
  unsent: async ({ log }, { team, id }, unsent) => {
    const code = codeOf(unsent.reason)
    log.warn('a watched evaluation could not be reported', { team, delivery: id, code })
    return { ending: endOf(unsent) }
  },
}

export function messageOf({ watch, how }: WatchEnd): Message {
  switch (how.kind) {
    case 'done':
      return evaluationDone(how.evaluation, watch)
    case 'gone':
      return evaluationGone(watch)
    case 'given_up':
      return watchGivenUp(watch, watchDays, how.why)
  }
}
