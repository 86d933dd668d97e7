import { describe, expect, it } from 'vitest'
import { PostError, type Poster } from '../../src/slack/port.ts'
import { replyTo } from '../../src/slack/send/reply.ts'

const message = (text: string) => ({ text, blocks: [] })

/** @param failures what Slack answers to the first calls */
function answering(failures: Partial<Record<'post' | 'update', PostError>> = {}) {
  const calls: string[] = []
  const slept: number[] = []
  const wake = Promise.withResolvers<void>()
  const refuse = (method: 'post' | 'update') => {
    const failure = failures[method]
    delete failures[method]
    if (failure !== undefined) throw failure
  }
  const poster: Poster = {
    post: async (channel, { text }, options) => {
      calls.push(`post ${channel} ${options?.threadTs}: ${text}`)
      if (!text.startsWith('Looking')) refuse('post')
      return { channel, ts: '9.1', message: message(text) }
    },
    update: async ({ ts }, { text }) => {
      calls.push(`update ${ts}: ${text}`)
      refuse('update')
    },
  }
  const client = {
    chat: {
      delete: async ({ ts }: { ts: string }) => void calls.push(`delete ${ts}`),
      postEphemeral: async ({ user, thread_ts: thread, text }: Record<string, string>) =>
        void calls.push(`only ${user} ${thread}: ${text}`),
    },
  }
  const clock = {
    now: () => Temporal.Instant.from('2026-11-16T08:00:00Z'),
    sleep: async (ms: number) => {
      slept.push(ms)
      if (ms === 800) await wake.promise
    },
  }
  const place = { channel: 'C1', user: 'U1', threadTs: '1.1' }
  const reply = replyTo(place, client as never, poster, clock)
  const later = async () => {
    wake.resolve()
    await new Promise(setImmediate)
  }
  return { calls, slept, reply, later }
}

describe('an answer in a conversation', () => {
  it('is posted at once if it is there', async () => {
    const { calls, reply, later } = answering()
    reply.working()
    await reply.say(message('all'))
    await later()
    expect(calls).toEqual(['post C1 1.1: all'])
  })

  it('replaces “Looking it up…”, or comes after it where that can’t be changed', async () => {
    const slow = answering()
    slow.reply.working()
    await slow.later()
    await slow.reply.say(message('all'))
    expect(slow.calls).toEqual(['post C1 1.1: Looking it up… one moment.', 'update 9.1: all'])

    const gone = answering({ update: new PostError('refused', 'message_not_found') })
    gone.reply.working()
    await gone.later()
    await gone.reply.say(message('all'))
    expect(gone.calls.slice(1)).toEqual(['update 9.1: all', 'post C1 1.1: all'])
  })

  it('takes the line back where only one person is told', async () => {
    const { calls, reply, later } = answering()
    reply.working()
    await later()
    await reply.privately(message('Not you.'))
    expect(calls.slice(1)).toEqual(['delete 9.1', 'only U1 1.1: Not you.'])
  })

  it('waits as long as Slack wants, and is never posted again where it may be there', async () => {
    const limited = answering({ post: new PostError('rate_limited', 'ratelimited', 7) })
    await limited.reply.say(message('all'))
    expect(limited.calls).toHaveLength(2)
    expect(limited.slept).toEqual([7_000])
    const unknown = answering({ post: new PostError('unknown', 'no_answer') })
    await expect(unknown.reply.say(message('all'))).rejects.toThrow('no_answer')
    expect(unknown.calls).toHaveLength(1)
  })
})
