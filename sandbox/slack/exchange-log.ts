/** Records the requests between the app and Slack. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Exchanges } from '../exchanges.ts'
import { recordHttp, shownBody, shownTitle } from '../exchanges-http.ts'
import type { Envelope, Outcome, Retry } from './delivery/envelope.ts'
import { isJson, type Json, objects, text } from './json.ts'

/** The title of an app's call, from its route. Other routes belong to the page. */
function whatOf(request: FastifyRequest): string | null {
  switch (request.routeOptions.url) {
    case '/api/:method':
      return text((request.params as Json).method) ?? ''
    case '/response/:id':
      return 'response_url'
    case '/upload/v1/:ticket':
      return 'file upload'
    default:
      return null
  }
}

/** Slack answers most errors with status 200. The error's name comes first in the body. */
const ANSWER = /^\{"ok":(true|false)(?:,"error":"(\w+)")?/

export function recordExchanges(app: FastifyInstance, exchanges: Exchanges): void {
  recordHttp(app, exchanges, {
    describe: (request) => {
      const title = whatOf(request)
      return title === null ? null : { to: 'slack', title }
    },
    judge: (status, body) => {
      const [, ok, error = ''] = ANSWER.exec(body) ?? []
      const word = ok === 'true' ? 'ok' : error
      return { status: `${status} ${word}`.trim(), failed: status >= 400 || ok === 'false' }
    },
  })
}

/** An envelope's title for display. */
function titleOf({ kind, payload }: Envelope): string {
  if (kind === 'slash_commands') return `${text(payload.command)} ${text(payload.text) ?? ''}`.trim()
  if (kind === 'events_api') return text(isJson(payload.event) ? payload.event.type : payload.type) ?? kind
  const [action] = objects(payload.actions)
  const view = isJson(payload.view) ? text(payload.view.callback_id) : undefined
  const about = text(payload.action_id) ?? text(action?.action_id) ?? view ?? text(payload.callback_id) ?? ''
  return `${text(payload.type)} ${about}`.trim()
}

/** Records a delivery; the returned function records its outcome. */
export function recordDelivery(
  exchanges: Exchanges,
  method: 'socket' | 'POST',
  envelope: Envelope,
  retry: Retry | undefined,
): (outcome: Outcome) => void {
  const again = retry === undefined ? '' : ` (again, ${retry.attempt})`
  const end = exchanges.begin({
    from: 'slack',
    to: 'bot',
    method,
    title: shownTitle(`${titleOf(envelope)}${again}`),
    request: () => shownBody(envelope.payload),
  })
  return (outcome) => {
    if (outcome.ok)
      end({
        status: 'acknowledged',
        failed: false,
        ackMs: outcome.ms,
        response: () => shownBody(outcome.body),
      })
    else end({ status: outcome.failure, failed: true, response: () => '' })
  }
}

/** Records a socket message that needs no answer: `hello`, `disconnect`. */
export function recordSocketMessage(exchanges: Exchanges, message: Json): void {
  const reason = text(message.reason)
  const end = exchanges.begin({
    from: 'slack',
    to: 'bot',
    method: 'socket',
    title: `${text(message.type)}${reason === undefined ? '' : ` (${reason})`}`,
    request: () => shownBody(message),
  })
  end({ status: 'sent', failed: false, response: () => '' })
}
