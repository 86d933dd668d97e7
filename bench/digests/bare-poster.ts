/** The baseline for digests: a bare client posts the same number of ready-made messages concurrently. */
import { Pool } from 'undici'
import type { World } from '../apps.ts'

/** The average size of a digest and its reply, percent-encoded. */
const messageBytes = 15_000
const each = 125

/** @returns the milliseconds that a message takes with `atOnce` in flight */
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
  // Warms up connections and code, as in most of a digest run.
  await workers(3)
  const began = performance.now()
  await workers(each)
  const ms = (performance.now() - began) / each
  await pool.close()
  return ms
}
