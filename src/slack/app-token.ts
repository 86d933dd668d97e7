import { WebClient } from '@slack/web-api'
import type { Log } from '../log.ts'
import { callTimeoutMs } from './answer.ts'
import type { SlackSettings } from './app.ts'
import { boltLogger } from './bolt-logger.ts'
import { asPostError } from './post-error.ts'

/**
 * `apps.connections.open`: asks for the address of a socket, and opens none. It takes nothing from a bot that runs.
 * @throws {PostError}
 */
export async function checkAppToken({ appToken, apiUrl }: SlackSettings, log: Log): Promise<void> {
  const client = new WebClient(appToken, {
    slackApiUrl: apiUrl,
    logger: boltLogger(log),
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  })
  await asPostError(() => client.apps.connections.open({}))
}
