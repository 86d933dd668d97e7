import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { Bodies } from '../../src/slack/http-body.ts'

const mebibyte = Buffer.alloc(1024 * 1024)

/** A request whose body is on its way. */
const request = () => Object.assign(new PassThrough({ highWaterMark: 4 * mebibyte.length }), { headers: {} })
const twoMebibytes = (sender: PassThrough) => {
  for (let at = 0; at < 2; at += 1) sender.write(mebibyte)
}

it('bodies that arrive at the same time have 64 MiB in all; who comes then is refused, and room is made by who ends or breaks off', async () => {
  const bodies = new Bodies()
  const senders = Array.from({ length: 32 }, request)
  const arriving = senders.map((sender) => {
    const body = bodies.read(sender)
    twoMebibytes(sender)
    return body
  })
  // All of it has been read by now, and nobody has ended.
  await new Promise(setImmediate)
  const refused = request()
  const one = bodies.read(refused)
  refused.end('a')
  expect(await one, 'there is no room for a single byte').toBeNull()

  const [first, second] = senders
  first?.end()
  expect((await arriving[0])?.length).toBe(2 * mebibyte.length)
  second?.destroy()
  await expect(arriving[1]).rejects.toThrow('broke off')
  const late = request()
  const other = bodies.read(late)
  twoMebibytes(late)
  late.end()
  expect((await other)?.length).toBe(2 * mebibyte.length)

  for (const sender of senders.slice(2)) sender.end()
  expect((await Promise.all(arriving.slice(2))).every((body) => body?.length === 2 * mebibyte.length)).toBe(
    true,
  )
})
