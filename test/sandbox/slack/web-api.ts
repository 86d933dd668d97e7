/** The Web API client against a sandbox: no retries, so that each refusal is seen as it came. */
import { LogLevel, WebClient, type WebClientOptions } from '@slack/web-api'
import type { SlackSandbox } from '../../../sandbox/slack/model.ts'

export function clientOf(
  slack: SlackSandbox,
  options: WebClientOptions & { token?: string | null } = {},
): WebClient {
  const { token = slack.botToken, ...rest } = options
  return new WebClient(token ?? undefined, {
    slackApiUrl: slack.apiUrl,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
    logLevel: LogLevel.ERROR,
    logger: SILENT,
    ...rest,
  })
}

const nothing = () => undefined
/** The client logs every refusal; here they are wanted. */
const SILENT = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
}

/** What a refused call was answered with; fails when it was not refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    if (error instanceof Error && 'data' in error) return error.data as Record<string, unknown>
    throw error
  }
  throw new Error('the call was not refused')
}
