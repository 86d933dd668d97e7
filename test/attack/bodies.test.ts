import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Bodies } from '../../src/slack/receive/http-body.ts'

const mebibyte = 1024 * 1024
const most = 2 * mebibyte

/** A request whose body is still arriving. */
const request = () => Object.assign(new PassThrough({ highWaterMark: 2 * most }), { headers: {} })
/** After this turn, everything written has been read. */
const turn = () => new Promise(setImmediate)

it('a body that arrives byte by byte is refused long before it has many bytes', async () => {
  const bodies = new Bodies()
  const senders = Array.from({ length: 8 }, request)
  const ended = senders.map((sender) => bodies.read(sender))
  for (const sender of senders) for (let at = 0; at < 4_000; at += 1) sender.write(Buffer.from('a'))
  await turn()
  const [first, ...others] = senders
  first?.end()
  expect(String(await ended[0])).toBe('a'.repeat(4_000))
  for (const sender of others) for (let at = 0; at < 200; at += 1) sender.write(Buffer.from('a'))
  expect(await Promise.all(ended.slice(1))).toEqual(others.map(() => 'too-long'))
  // Anything after a refusal, even the end, changes nothing.
  for (const sender of others) sender.end('a')
  await turn()
})

it.each([33, 300])(
  'of %i bodies that stall below the limit, seven stay, and no new body waits for them',
  async (count) => {
    let now = 0
    const bodies = new Bodies(() => now)
    const stalled = Array.from({ length: count }, request)
    const refused: number[] = []
    for (const [index, sender] of stalled.entries()) {
      now += 1
      void bodies.read(sender).then(
        (body) => body === 'no-room' && refused.push(index),
        () => {},
      )
      sender.write(Buffer.alloc(most - 1))
      await turn()
      const small = request()
      const one = bodies.read(small)
      small.end('command=%2Fsightline')
      expect(String(await one)).toBe('command=%2Fsightline')
    }
    // Among equally large ones, the oldest goes first.
    expect(refused).toEqual(Array.from({ length: count - 7 }, (_, index) => index))
    for (const sender of stalled) sender.destroy()
  },
)

it('of two large bodies, a quick one and a slow one, the slow one is refused', async () => {
  let now = 0
  const bodies = new Bodies(() => now)
  const slow = Array.from({ length: 8 }, request)
  const ended = slow.map((sender) => bodies.read(sender))
  for (const sender of slow) sender.write(Buffer.alloc(most - 1))
  await turn()
  now += 1_000
  const quick = request()
  const whole = bodies.read(quick)
  quick.end(Buffer.alloc(most))
  expect((await whole).length).toBe(most)
  expect(await ended[0]).toBe('no-room')
  // A body that ends or breaks off makes room too.
  slow[1]?.end()
  expect((await ended[1])?.length).toBe(most - 1)
  slow[2]?.destroy()
  await expect(ended[2]).rejects.toThrow('closed before the body was complete')
  for (const sender of slow.slice(3)) sender.end()
  for (const body of await Promise.all(ended.slice(3))) expect(body.length).toBe(most - 1)
})
