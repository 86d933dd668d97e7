import { YieldQueue } from './yield-queue.ts'

/**
 * Shares one pending answer between callers with the same question. Callers that joined continue after the first one, each
 * in its own turn of the event loop (ADR 4). For requests, which can be aborted, use `api/http/shared-requests.ts`.
 *
 * @param keyOf equal for questions with the same answer
 */
export function singleFlight<Owner extends object, Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (owner: Owner, question: Question) => Promise<Answer>,
): (owner: Owner, question: Question) => Promise<Answer> {
  const yieldQueue = new YieldQueue()
  const pendingOf = new WeakMap<Owner, Map<string, Promise<Answer>>>()
  return (owner, question) => {
    const key = keyOf(question)
    const pending = pendingOf.get(owner) ?? new Map<string, Promise<Answer>>()
    pendingOf.set(owner, pending)
    const shared = pending.get(key)
    if (shared !== undefined) {
      const pass = () => yieldQueue.pass()
      return shared.finally(pass)
    }
    const answer = ask(owner, question).finally(() => pending.delete(key))
    pending.set(key, answer)
    return answer
  }
}
