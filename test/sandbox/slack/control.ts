/** The control interface (docs/sandbox.md), as the page and other programs use it. @param url the sandbox's address */

export const read = async <T>(url: string, path: string): Promise<T> =>
  (await fetch(`${url}control/${path}`)).json() as Promise<T>

export const act = (url: string, name: string, input: unknown = {}): Promise<Response> =>
  fetch(`${url}control/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })

/** The page's events, as text. */
export async function listenTo(url: string) {
  const stream = await fetch(`${url}control/events`)
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
  return { next: async () => (await reader?.read())?.value ?? '', end: () => reader?.cancel() }
}

/** Resolves when the page is told about an event of this type, which `cause` brings about. */
export async function heard(url: string, type: string, cause: () => Promise<unknown>): Promise<void> {
  const events = await listenTo(url)
  await events.next()
  await cause()
  let received = ''
  while (!received.includes(`"${type}"`)) received += await events.next()
  await events.end()
}
