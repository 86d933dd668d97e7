/** How the minimal Slack reads a request and answers it. */
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Answers {
  ok(body: object): void
  answer(status: number, body: object | string, headers?: Record<string, string>): void
  drop(): void
}

export function answersTo(request: IncomingMessage, response: ServerResponse): Answers {
  const answer: Answers['answer'] = (status, body, headers = {}) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }
  return {
    answer,
    ok: (body) => answer(200, { ok: true, ...body }),
    drop: () => void request.socket.resetAndDestroy(),
  }
}

export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}

/** The delivery's id in a post's metadata. */
export function deliveryIn(metadata: unknown): string | null {
  const payload: unknown = Reflect.get(Object(metadata), 'event_payload')
  const id: unknown = Reflect.get(Object(payload), 'delivery_id')
  return typeof id === 'string' ? id : null
}

export function deliveryOf(form: URLSearchParams): string | null {
  const metadata = form.get('metadata')
  return metadata === null ? null : deliveryIn(JSON.parse(metadata))
}
