import type { ServerResponse } from 'node:http'

/**
 * What a load balancer asks on the port that Slack's requests come to, too: `/healthz` and `/readyz`. Anybody can ask
 * there, so that a word is all they learn; reasons and metrics are for the operator's own port.
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
        const told = (isReady: boolean) =>
          answer(response, isReady ? 200 : 503, isReady ? 'ready' : 'not ready')
        ready().then(told, () => told(false))
      },
    },
  ]
}
