import { expect, it } from 'vitest'
import { withRetry } from '../../src/lib/async.ts'
import { testClock } from '../tasks/world.ts'

const failing = (times: number) => {
  const clock = testClock()
  const since = clock.now()
  const attempts: number[] = []
  const record = async () => {
    attempts.push(clock.now().since(since).total('seconds'))
    if (attempts.length <= times) throw new Error('the database is away')
    return 'recorded'
  }
  return { attempts, recorded: () => withRetry(clock, record) }
}

it('records what has happened once the database is back, with longer and longer pauses', async () => {
  const { attempts, recorded } = failing(4)
  expect(await recorded()).toBe('recorded')
  expect(attempts).toEqual([0, 1, 3, 7, 15])
})

it('gives up after fifteen seconds with the last error', async () => {
  const { attempts, recorded } = failing(5)
  await expect(recorded()).rejects.toThrow('the database is away')
  expect(attempts).toHaveLength(5)
})
