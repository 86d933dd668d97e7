/** What a promise gives without waiting for anything outside this process, such as a cached answer; `null`: it waits. */
export function atOnce<Value>(promise: Promise<Value>): Promise<Value | null> {
  const { promise: nextTurn, resolve } = Promise.withResolvers<null>()
  setImmediate(resolve, null)
  return Promise.race([promise, nextTurn])
}
