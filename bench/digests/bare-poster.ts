/** The baseline for digests: the same number of ready-made messages at once, posted by a bare client. */
import { Pool } from 'undici'
import type { World } from '../apps.ts'

/** As long as a digest and its reply are on average, percent-encoded. */
const messageBytes = 15_000
const each = 125

/** @returns milliseconds that one message takes with `atOnce` in flight */
export async function bareMessageMs(world: World, atOnce: number): Promise<number> {
  const pool = new Pool(world.url, { connections: atOnce })
  const body = new URLSearchParams({ channel: 'C0', text: 'x', blocks: 'x'.repeat(messageBytes) }).toString()
  const post = async () => {
    const answer = await pool.request({ method: 'POST', path: '/api/chat.postMessage', body })
    await answer.body.dump()
  }
  const worker = async (messages: number) => {
    for (let message = 0; message < messages; message += 1) await post()
  }
  const workers = (messages: number) => Promise.all(Array.from({ length: atOnce }, () => worker(messages)))
  // Connections and code are warm, as they are for most of a digest run.
  await workers(3)
  const began = performance.now()
  await workers(each)
  const ms = (performance.now() - began) / each
  await pool.close()
  return ms
}
