import { describe, expect, it } from 'vitest'
import {
  answerMark,
  type History,
  type MessageAddress,
  PostError,
  type Poster,
} from '../../src/slack/port.ts'
import { replyTo } from '../../src/slack/send/reply.ts'

const message = (text: string) => ({ text, blocks: [] })

type Method = 'post' | 'update' | 'line' | 'look'

/**
 * @param failures Slack's errors for the first calls
 * @param lookup where a line with an unknown outcome is found
 */
function answering(
  failures: Partial<Record<Method, PostError | readonly PostError[]>> = {},
  lookup: Awaited<ReturnType<History['find']>> = 'absent',
) {
  const calls: string[] = []
  const marks: unknown[] = []
  const slept: number[] = []
  const wake = Promise.withResolvers<void>()
  const left = new Map(Object.entries(failures).map(([method, all]) => [method, [all].flat()]))
  const refuse = (method: Method) => {
    const failure = left.get(method)?.shift()
    if (failure !== undefined) throw failure
  }
  const poster: Poster = {
    post: async (channel, { text }, options) => {
      marks.push(options?.deliveryId)
      calls.push(`post ${channel} ${options?.threadTs}: ${text}`)
      refuse(text.startsWith('Looking') ? 'line' : 'post')
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
      if (ms === 1_500) await wake.promise
    },
  }
  const place = { channel: 'C1', user: 'U1', threadTs: '1.1', question: '1.2' }
  const look = async () => {
    refuse('look')
    return lookup
  }
  const history: History = { find: look, findReply: look }
  const reply = replyTo(place, client as never, { poster, history }, clock)
  const line = {
    posted: ({ ts }: MessageAddress) => void calls.push(`record ${ts}`),
    replaced: async ({ ts }: MessageAddress) => void calls.push(`forget ${ts}`),
  }
  const later = async () => {
    wake.resolve()
    await new Promise(setImmediate)
  }
  return { calls, marks, slept, reply, later, line }
}

describe('an answer in a conversation', () => {
  it('is posted at once if it is ready', async () => {
    const { calls, marks, reply, later, line } = answering()
    reply.working(line)
    await reply.say(message('all'))
    await later()
    expect(calls).toEqual(['post C1 1.1: all'])
    expect(marks, 'by which it is found').toEqual([answerMark('1.2')])
  })

  it('replaces “Looking it up…”, or follows it if that can’t be changed', async () => {
    const slow = answering()
    slow.reply.working(slow.line)
    await slow.later()
    await slow.reply.say(message('all'))
    expect(slow.calls).toEqual([
      'post C1 1.1: Looking it up… one moment.',
      'record 9.1',
      'forget 9.1',
      'update 9.1: all',
    ])

    const gone = answering({ update: new PostError('refused', 'message_not_found') })
    gone.reply.working(gone.line)
    await gone.later()
    await gone.reply.say(message('all'))
    expect(gone.calls.slice(3)).toEqual(['update 9.1: all', 'post C1 1.1: all'])
  })

  it('removes the line if only one person is told', async () => {
    const { calls, reply, later, line } = answering()
    reply.working(line)
    await later()
    await reply.ephemeral(message('Not you.'))
    const elsewhere = answering()
    elsewhere.reply.working(elsewhere.line)
    await elsewhere.later()
    await elsewhere.reply.removeLine()
    expect(elsewhere.calls.slice(2)).toEqual(['forget 9.1', 'delete 9.1'])
    expect(calls.slice(3)).toEqual(['delete 9.1', 'only U1 1.1: Not you.'])
  })

  it('replaces the line even if Slack didn’t confirm it, wherever it is found', async () => {
    const { calls, reply, later, line } = answering(
      { line: new PostError('unknown', 'no_answer') },
      { ts: '9.7' },
    )
    reply.working(line)
    await later()
    await reply.say(message('all'))
    expect(calls.slice(1)).toEqual(['record 9.7', 'forget 9.7', 'update 9.7: all'])
    const lost = answering({ line: new PostError('unknown', 'no_answer') }, 'not_permitted')
    lost.reply.working(lost.line)
    await lost.later()
    await lost.reply.say(message('all'))
    expect(lost.calls.slice(1)).toEqual(['post C1 1.1: all'])
  })

  it('leaves the line on record if it can’t be sent, but not if it may be there', async () => {
    for (const [outcome, isOnRecord] of [
      ['not_sent', true],
      ['unknown', false],
    ] as const) {
      const update = Array.from({ length: 7 }, () => new PostError(outcome, 'x'))
      const { calls, reply, later, line } = answering({ update })
      reply.working(line)
      await later()
      await expect(reply.say(message('all'))).rejects.toMatchObject({ outcome })
      expect(calls.at(-1) === 'record 9.1').toBe(isOnRecord)
    }
    const limited = answering({ update: new PostError('rate_limited', 'ratelimited', 7) })
    limited.reply.working(limited.line)
    await limited.later()
    await limited.reply.say(message('all'))
    expect(limited.calls.slice(3)).toEqual(['update 9.1: all', 'update 9.1: all'])
  })

  it('waits as long as Slack wants', async () => {
    const limited = answering({ post: new PostError('rate_limited', 'ratelimited', 7) })
    await limited.reply.say(message('all'))
    expect(limited.calls).toHaveLength(2)
    expect(limited.slept).toEqual([7_000])
  })

  it('is looked for if Slack didn’t confirm it, and posted again only if it isn’t found', async () => {
    const post = new PostError('unknown', 'no_answer')
    const lost = answering({ post })
    expect(await lost.reply.say(message('all'))).toMatchObject({ ts: '9.1' })
    expect(lost.calls).toEqual(['post C1 1.1: all', 'post C1 1.1: all'])
    const there = answering({ post }, { ts: '9.7' })
    expect(await there.reply.say(message('all'))).toMatchObject({ ts: '9.7' })
    expect(there.calls).toHaveLength(1)
    const again = answering({ post: [post, post, post] })
    await again.reply.say(message('all'))
    expect(again.calls).toHaveLength(4)
    expect(again.slept).toEqual([2_000, 4_000, 8_000])
    const unreadable = new PostError('unknown', 'http_503')
    const later = answering({ post, look: [unreadable, unreadable] }, { ts: '9.7' })
    expect(await later.reply.say(message('all'))).toMatchObject({ ts: '9.7' })
    expect(later.calls).toHaveLength(1)
    const never = answering({ post, look: Array.from({ length: 6 }, () => unreadable) })
    await expect(never.reply.say(message('all'))).rejects.toThrow('no_answer')
    expect(never.calls).toHaveLength(1)
    const unseen = answering({ post }, 'not_permitted')
    await expect(unseen.reply.say(message('all'))).rejects.toThrow('no_answer')
    expect(unseen.calls).toHaveLength(1)
  })

  it('is written into the line again if Slack didn’t confirm it', async () => {
    const { calls, reply, later, line } = answering({ update: new PostError('unknown', 'no_answer') })
    reply.working(line)
    await later()
    await reply.say(message('all'))
    expect(calls.slice(3)).toEqual(['update 9.1: all', 'update 9.1: all'])
  })
})
