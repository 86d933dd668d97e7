import { WebClient } from '@slack/web-api'
import type { Log } from '../../lib/log.ts'
import type { SlackSettings } from '../app.ts'
import { callTimeoutMs } from '../send/answer.ts'
import { asPostError } from '../send/post-error.ts'
import { boltLogger } from './bolt-logger.ts'

/**
 * Calls `apps.connections.open`, which returns a socket address without opening it. A running bot isn't affected.
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
