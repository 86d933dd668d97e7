/** Requests as Slack sends them. */
import { createHmac } from 'node:crypto'

export const form = 'application/x-www-form-urlencoded'

export const nowSeconds = () => Math.floor(Temporal.Now.instant().epochMilliseconds / 1000)

/** The headers of a request that Slack signs. @param how.at seconds since 1970 */
export function slackHeaders(
  secret: string,
  body: string | Buffer,
  how: { readonly at?: number; readonly type?: string } = {},
): Readonly<Record<string, string>> {
  const at = how.at ?? nowSeconds()
  const signature = createHmac('sha256', secret).update(`v0:${at}:`).update(body).digest('hex')
  return {
    'content-type': how.type ?? form,
    'x-slack-request-timestamp': String(at),
    'x-slack-signature': `v0=${signature}`,
  }
}

/** The body of a click, a form or a menu. */
export const payload = (json: unknown) => `payload=${encodeURIComponent(JSON.stringify(json))}`
