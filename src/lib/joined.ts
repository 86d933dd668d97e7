import { YieldQueue } from './yield-queue.ts'

/**
 * Makes identical questions that are under way at the same time one: asked, read and computed once. Whoever joined
 * goes on after the one who asked first, and after one another (`turnstile.ts`).
 *
 * @param keyOf the same for questions with the same answer
 */
export function joined<Owner extends object, Question, Answer>(
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
