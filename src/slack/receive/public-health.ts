import type { ServerResponse } from 'node:http'

/**
 * `/healthz` and `/readyz` for load balancers, on the public port. Anyone can read them, so they answer with one word;
 * reasons and metrics are on the operator's port.
 */
export function healthRoutes(ready: () => Promise<boolean>) {
  const answer = (response: ServerResponse, status: number, word: string) => {
    response.writeHead(status, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    response.end(`${word}\n`)
  }
  return [
    {
      path: '/healthz',
      method: ['GET', 'HEAD'],
      handler: (_request: unknown, response: ServerResponse) => answer(response, 200, 'ok'),
    },
    {
      path: '/readyz',
      method: ['GET', 'HEAD'],
      handler: (_request: unknown, response: ServerResponse) => {
        const answerReady = (isReady: boolean) =>
          answer(response, isReady ? 200 : 503, isReady ? 'ready' : 'not ready')
        ready().then(answerReady, () => answerReady(false))
      },
    },
  ]
}
