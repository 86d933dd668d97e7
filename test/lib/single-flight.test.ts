import { describe, expect, it } from 'vitest'
import { singleFlight } from '../../src/lib/cache.ts'

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

  it('are sent once, and every caller gets the answer', async () => {
    const { asked, answers, ask } = asking()
    const client = {}
    const all = Promise.all(['a', 'a', 'b', 'a'].map((question) => ask(client, question)))
    answers[0]?.resolve('first')
    answers[1]?.resolve('second')
    expect(await all).toEqual(['first', 'first', 'second', 'first'])
    expect(asked).toEqual(['a', 'b'])
  })

  it('are sent again after an answer: joining is not caching', async () => {
    const { asked, answers, ask } = asking()
    const client = {}
    const first = ask(client, 'a')
    answers[0]?.resolve('then')
    await first
    const second = ask(client, 'a')
    answers[1]?.resolve('now')
    expect(await second).toBe('now')
    expect(asked).toEqual(['a', 'a'])
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
