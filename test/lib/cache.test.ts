import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AnswerCache, Cache, singleFlight } from '../../src/lib/cache.ts'
import { testClock } from '../tasks/world.ts'

describe('a cache', () => {
  it('holds the most recently used values, and never more than its limit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.tuple(fc.constantFrom('get', 'set'), fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'))),
        (max, steps) => {
          const cache = new Cache<string>({ clock: testClock(), ttlMs: null, max })
          let used: string[] = []
          for (const [step, key] of steps) {
            const isCached = used.includes(key)
            if (step === 'get') expect(cache.get(key)).toBe(isCached ? key : undefined)
            else cache.set(key, key)
            if (step === 'set' || isCached) used = [...used.filter((one) => one !== key), key].slice(-max)
            expect(cache.size).toBe(used.length)
          }
        },
      ),
    )
  })

  it('forgets a value when its lifetime is over, even an individual one', () => {
    const clock = testClock()
    const cache = new Cache<number>({ clock, ttlMs: 60_000, max: 9 })
    cache.set('a', 1)
    cache.set('b', 2, 10_000)
    clock.advance({ seconds: 10 })
    expect([cache.get('a'), cache.get('b')]).toEqual([1, undefined])
    clock.advance({ seconds: 50 })
    expect(cache.get('a')).toBeUndefined()
  })

  it('drops expired values when others are added, even if they are never requested', () => {
    const clock = testClock()
    const cache = new Cache<number>({ clock, ttlMs: 60_000, max: 99 })
    cache.set('lasting', 0, 3_600_000)
    for (let minute = 0; minute < 10; minute += 1) {
      for (const key of ['a', 'b', 'c']) cache.set(`${minute}${key}`, minute)
      clock.advance({ minutes: 1 })
    }
    cache.set('newest', 1)
    expect(cache.size).toBe(2)
  })

  it('keeps nothing longer if the clock is set back', () => {
    const clock = testClock()
    const cache = new Cache<number>({ clock, ttlMs: 60_000, max: 9 })
    const lasting = new Cache<number>({ clock, ttlMs: null, max: 9 })
    for (const one of [cache, lasting]) one.set('a', 1)
    clock.advance({ seconds: -3_600 })
    expect([cache.get('a'), lasting.get('a')]).toEqual([undefined, 1])
  })
})

describe('a cache of answers', () => {
  it('sends a request once while it is in progress, and again when the answer is too old', async () => {
    const clock = testClock()
    const cache = new AnswerCache<string | null>({ clock, ttlMs: 60_000, max: 9 })
    const answers = ['first', null, 'last']
    let asked = 0
    const ask = async () => answers[asked++] ?? null
    const get = () => cache.get('key', ask, (answer) => (answer === null ? 5_000 : undefined))
    expect(await Promise.all([get(), get()])).toEqual(['first', 'first'])
    clock.advance({ seconds: 60 })
    expect(await get()).toBeNull()
    clock.advance({ seconds: 5 })
    expect(await get()).toBe('last')
    expect(asked).toBe(3)
  })

  it('can be renewed on request, and keeps the new answer', async () => {
    const cache = new AnswerCache<number>({ clock: testClock(), ttlMs: 60_000, max: 9 })
    let asked = 0
    const ask = async () => ++asked
    expect([await cache.get('key', ask), await cache.renew('key', ask), await cache.get('key', ask)]).toEqual(
      [1, 2, 2],
    )
  })

  it('does not replace a newer answer by an older one', async () => {
    const cache = new AnswerCache<string | null>({ clock: testClock(), ttlMs: 60_000, max: 9 })
    const older = Promise.withResolvers<string | null>()
    const first = cache.get(
      'key',
      () => older.promise,
      () => 0,
    )
    await cache.renew('key', async () => 'newer')
    older.resolve(null)
    expect(await first).toBeNull()
    expect(await cache.get('key', async () => 'asked again')).toBe('newer')
  })

  it('does not keep rejections', async () => {
    const cache = new AnswerCache<string>({ clock: testClock(), ttlMs: 60_000, max: 9 })
    await expect(cache.get('key', () => Promise.reject(new Error('down')))).rejects.toThrow('down')
    expect(await cache.get('key', async () => 'up')).toBe('up')
  })
})

describe('identical requests in progress', () => {
  const asking = () => {
    const asked: string[] = []
    const answers: PromiseWithResolvers<string>[] = []
    const ask = singleFlight(
      (question: string) => question,
      (_owner: object, question: string) => {
        asked.push(question)
        const answer = Promise.withResolvers<string>()
        answers.push(answer)
        return answer.promise
      },
    )
    return { asked, answers, ask }
  }

  it('are sent once, and every caller gets the answer; a later one is sent again, since joining is not caching', async () => {
    const { asked, answers, ask } = asking()
    const client = {}
    const all = Promise.all(['a', 'a', 'b', 'a'].map((question) => ask(client, question)))
    answers[0]?.resolve('first')
    answers[1]?.resolve('second')
    expect(await all).toEqual(['first', 'first', 'second', 'first'])
    expect(asked).toEqual(['a', 'b'])
    const later = ask(client, 'a')
    answers[2]?.resolve('now')
    expect(await later).toBe('now')
  })

  it('fail together, and the next one is sent again', async () => {
    const { answers, ask } = asking()
    const client = {}
    const both = Promise.allSettled([ask(client, 'a'), ask(client, 'a')])
    answers[0]?.reject(new Error('down'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const later = ask(client, 'a')
    answers[1]?.resolve('up again')
    expect(await later).toBe('up again')
  })

  it('are not joined across clients: each has a key of its own', async () => {
    const { asked, answers, ask } = asking()
    const both = Promise.all([ask({}, 'a'), ask({}, 'a')])
    answers[0]?.resolve('mine')
    answers[1]?.resolve('yours')
    expect(await both).toEqual(['mine', 'yours'])
    expect(asked).toEqual(['a', 'a'])
  })
})
