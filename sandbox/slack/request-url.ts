/**
 * The URL of the app's own HTTP server, as in an app's settings.
 * @throws {Error} if it isn't a URL or doesn't point to this machine: the sandbox connects only to this machine
 */
export function readRequestUrl(text: string): string {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Error(`"${text}" is not an HTTP URL. Example: http://127.0.0.1:3000/slack/events`)
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname))
    throw new Error(`${url.host} is another machine; the sandbox delivers only to 127.0.0.1 and localhost.`)
  return url.href
}
