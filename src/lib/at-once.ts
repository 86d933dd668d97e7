/** The promise's value if that needs no I/O, for example because it is cached; otherwise `null`. */
export function atOnce<Value>(promise: Promise<Value>): Promise<Value | null> {
  const { promise: nextTurn, resolve } = Promise.withResolvers<null>()
  setImmediate(resolve, null)
  return Promise.race([promise, nextTurn])
}
