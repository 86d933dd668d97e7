import { WebClient } from '@slack/web-api'
import type { Log } from '../../lib/log.ts'
import type { SlackSettings } from '../app.ts'
import { callTimeoutMs } from '../send/answer.ts'
import { asPostError } from '../send/post-error.ts'
import { boltLogger } from './bolt-logger.ts'

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
