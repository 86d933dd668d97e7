import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { PostError } from '../port.ts'

/**
 * Posts to a command's or a click's response address (https://docs.slack.dev/interactivity/handling-user-interaction).
 * Uses Node's HTTP client, which costs a fraction of `fetch` when many waiting commands show "Looking it up…" at once.
 *
 * @param timeoutMs after this long without a byte the outcome is unknown
 * @throws {PostError} only the status is known; 400 means blocks that Slack can't show
 */
export async function postToAddress(
  address: string,
  body: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Promise<void> {
  const status = await statusOf(address, JSON.stringify(body), timeoutMs).catch((error: unknown) => {
    throw new PostError('unknown', 'no_answer', null, error)
  })
  if (status >= 200 && status < 300) return
  if (status === 400) throw new PostError('refused', 'invalid_blocks')
  if (status === 404 || status === 410) throw new PostError('refused', addressGone)
  if (status === 429) throw new PostError('rate_limited', 'ratelimited')
  throw new PostError(status >= 500 ? 'unknown' : 'refused', `http_${status}`)
}

/** The address is used up (five times) or has expired (30 minutes). */
export const addressGone = 'response_address_gone'

function statusOf(address: string, body: string, timeoutMs: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const request = address.startsWith('https:') ? requestHttps : requestHttp
  const sent = request(
    address,
    {
      method: 'POST',
      timeout: timeoutMs,
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    },
    (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    },
  )
  sent.on('timeout', () => sent.destroy(new Error(`no answer within ${timeoutMs} ms`)))
  sent.on('error', reject)
  sent.end(body)
  return promise
}
