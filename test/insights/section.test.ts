import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { fewAtOnce } from '../../src/lib/queues.ts'

it('a few at a time: every item is tried, and a failure is thrown once nothing is pending', async () => {
  const held = Promise.withResolvers<void>()
  const tried: number[] = []
  let isOver = false
  const all = fewAtOnce([1, 2, 3, 4, 5, 6, 7], async (item) => {
    tried.push(item)
    if (item === 2) await held.promise
    if (item === 1 || item === 6) throw new Error(`no ${item}`)
  })
  const over = all
    .catch(() => {})
    .finally(() => {
      isOver = true
    })
  await setImmediate()
  expect(tried).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(isOver).toBe(false)
  held.resolve()
  await over
  await expect(all).rejects.toThrow('no 1')
})
