import type { ServerOptions } from 'node:http'
import { type CustomRoute, HTTPReceiver, type HTTPReceiverOptions, type Logger } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { gate } from './http-gate.ts'

const endpoint = '/slack/events'

/**
 * Slack sends a request within milliseconds, and waits 3 seconds for the answer: who takes longer holds a connection in
 * vain, and has lost it after 4 seconds at most.
 */
export const patience = {
  headersTimeout: 3_000,
  requestTimeout: 3_500,
  connectionsCheckingInterval: 500,
} satisfies ServerOptions

/** Bolt's pages for a browser, which no signature protects. */
export type InstallerOptions = Pick<
  HTTPReceiverOptions,
  'clientId' | 'clientSecret' | 'scopes' | 'redirectUri' | 'installationStore' | 'installerOptions'
>

/**
 * Bolt's receiver of HTTP mode behind our own gate. Start it with `patience`.
 * @param deps.wallClock tells the real time
 */
export function createHttpReceiver(
  settings: { readonly signingSecret: string; readonly port: number },
  deps: {
    readonly wallClock: Clock
    readonly log: Log
    readonly logger: Logger
    /** Addresses beside Slack's, which anybody may ask. */
    readonly routes: readonly CustomRoute[]
    /** What serves "Add to Slack"; left out: nobody installs here. */
    readonly installer?: InstallerOptions
  },
): HTTPReceiver {
  const { signingSecret, port } = settings
  const receiver = new HTTPReceiver({
    signingSecret,
    port,
    logger: deps.logger,
    endpoints: endpoint,
    customRoutes: [...deps.routes],
    ...deps.installer,
    // The gate has done it, before anything was parsed.
    signatureVerification: false,
    // What Bolt can't make sense of is the sender's fault: what our listeners throw doesn't come here.
    processEventErrorHandler: async ({ error, response, logger }) => {
      logger.warn(`A delivery could not be read: ${error.message}`)
      if (!response.headersSent) response.writeHead(400).end()
      return true
    },
  })
  receiver.requestListener = gate(receiver.requestListener, endpoint, { signingSecret, ...deps })
  return receiver
}
