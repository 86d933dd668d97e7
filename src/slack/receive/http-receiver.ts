import type { ServerOptions } from 'node:http'
import { type CustomRoute, HTTPReceiver, type HTTPReceiverOptions, type Logger } from '@slack/bolt'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { withTimeout } from '../../lib/timeout.ts'
import { guardRequests } from './request-guard.ts'

const endpoint = '/slack/events'

/**
 * Slack sends a request within milliseconds and waits 3 seconds for the answer. A slower client is disconnected after
 * at most 4 seconds.
 */
export const requestTimeouts = {
  headersTimeout: 3_000,
  requestTimeout: 3_500,
  connectionsCheckingInterval: 500,
} satisfies ServerOptions

/** Less than the three seconds that Slack waits for an acknowledgement. */
const startWithinMs = 2_500

/** Bolt's installation pages, whose requests carry no signature. */
export type InstallerOptions = Pick<
  HTTPReceiverOptions,
  'clientId' | 'clientSecret' | 'scopes' | 'redirectUri' | 'installationStore' | 'installerOptions'
>

/**
 * Bolt's HTTP receiver behind our request guard. Start it with `requestTimeouts`.
 * @param options.wallClock the real time
 */
export function createHttpReceiver(
  settings: { readonly signingSecret: string; readonly port: number },
  options: {
    readonly wallClock: Clock
    readonly log: Log
    readonly logger: Logger
    /** Public routes besides Slack's. */
    readonly routes: readonly CustomRoute[]
    /** Routes that only Slack may post to. They read the checked body from `rawBody`. */
    readonly signedRoutes: readonly CustomRoute[]
    /** Serves "Add to Slack"; omitted with a fixed token. */
    readonly installer?: InstallerOptions
    /**
     * Settles when the process has started or failed to start. Events wait for it, and are refused if it takes too long or
     * fails: without the database there is no token to answer with. Omitted with a fixed token.
     */
    readonly started?: Promise<unknown>
  },
): HTTPReceiver {
  const { signingSecret, port } = settings
  const receiver = new HTTPReceiver({
    signingSecret,
    port,
    logger: options.logger,
    endpoints: endpoint,
    customRoutes: [...options.routes, ...options.signedRoutes],
    ...options.installer,
    // The request guard has verified it.
    signatureVerification: false,
    // Only malformed requests and questions that can't be recorded end here; errors of our listeners don't.
    processEventErrorHandler: async ({ error, response, logger }) => {
      const isNotRecorded = error.name === 'NotRecordedError' || error.name === 'StoreError'
      logger.warn(`A delivery could not be ${isNotRecorded ? 'recorded' : 'read'}: ${error.message}`)
      if (!response.headersSent) response.writeHead(isNotRecorded ? 503 : 400).end()
      return true
    },
  })
  const { started, ...guarding } = options
  const signedPaths = options.signedRoutes.map(({ path }) => path)
  receiver.requestListener = guardRequests(receiver.requestListener, [endpoint, ...signedPaths], {
    signingSecret,
    ...guarding,
    ...(started === undefined ? {} : { acceptsEvents: onceStarted(started, options.wallClock) }),
  })
  return receiver
}

/** Slack repeats a refused event at once, after one minute and after five (https://docs.slack.dev/apis/events-api). */
function onceStarted(started: Promise<unknown>, wallClock: Clock): () => Promise<boolean> {
  let isStarted = false
  const settled = started.then(
    () => {
      isStarted = true
    },
    () => {},
  )
  return async () => {
    if (!isStarted) await withTimeout(wallClock, startWithinMs, () => settled)
    return isStarted
  }
}
