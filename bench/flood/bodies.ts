import { PassThrough } from 'node:stream'
import { Bodies } from '../../src/slack/receive/http-body.ts'
import { heapMb } from './heap.ts'

const longest = 2 * 1024 * 1024

/** A request whose body is still arriving. */
const request = () => Object.assign(new PassThrough({ highWaterMark: 2 * longest }), { headers: {} })
/** After this turn, everything written has been read. */
const turn = () => new Promise(setImmediate)

/** MB that these bodies hold while they arrive. */
async function heldBy(count: number, write: (sender: PassThrough) => void): Promise<number> {
  const bodies = new Bodies()
  const senders = Array.from({ length: count }, request)
  for (const sender of senders) bodies.read(sender).catch(() => {})
  await turn()
  const before = heapMb()
  for (const sender of senders) {
    write(sender)
    await turn()
  }
  const held = heapMb() - before
  for (const sender of senders) sender.destroy()
  return held
}

/** Bodies that stall one byte below the limit. */
export const heldByStalled = (count: number): Promise<number> =>
  heldBy(count, (sender) => sender.write(Buffer.alloc(longest - 1)))

/** Bodies that arrive byte by byte, up to the number of chunks that is refused. */
export const heldByBytewise = (count: number): Promise<number> =>
  heldBy(count, (sender) => {
    for (let at = 0; at < 4_000; at += 1) sender.write(Buffer.from('a'))
  })

/** The same bytes, kept as they arrive. */
export async function heldByChunks(count: number): Promise<number> {
  const kept: Buffer[] = []
  const before = heapMb()
  for (let at = 0; at < 4_000 * count; at += 1) kept.push(Buffer.from('a'))
  const held = heapMb() - before
  kept.length = 0
  return held
}
