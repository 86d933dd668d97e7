import { YieldQueue } from './yield-queue.ts'

/**
 * Makes identical questions that are under way at the same time one: asked, read and computed once. Those who joined go
 * on after the first one, each in a turn of the event loop of its own (ADR 12). Requests have a single-flight of their own
 * (`api/http/shared-requests.ts`): a caller may leave it, the last one aborts it, and what is shared is frozen.
 *
 * @param keyOf the same for questions with the same answer
 */
export function singleFlight<Owner extends object, Question, Answer>(
  keyOf: (question: Question) => string,
  ask: (owner: Owner, question: Question) => Promise<Answer>,
): (owner: Owner, question: Question) => Promise<Answer> {
  const yieldQueue = new YieldQueue()
  const underWay = new WeakMap<Owner, Map<string, Promise<Answer>>>()
  return (owner, question) => {
    const key = keyOf(question)
    const asked = underWay.get(owner) ?? new Map<string, Promise<Answer>>()
    underWay.set(owner, asked)
    const known = asked.get(key)
    if (known !== undefined) {
      const pass = () => yieldQueue.pass()
      return known.finally(pass)
    }
    const answer = ask(owner, question).finally(() => asked.delete(key))
    asked.set(key, answer)
    return answer
  }
}
