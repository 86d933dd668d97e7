import { LogLevel, WebClient, type WebClientOptions } from '@slack/web-api'
import { onTestFinished } from 'vitest'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { type SandboxOptions, startSandbox } from './manifest.ts'

/** A sandbox for one test, and its app's client. */
export async function started(options: SandboxOptions = {}) {
  const slack = await startSandbox(options)
  onTestFinished(() => slack.stop())
  return { slack, client: clientOf(slack) }
}

/** The Web API client for a sandbox. It makes no retries, so that every refusal is visible. */
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
/** The client logs every refusal. Here they are expected. */
const SILENT = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  setLevel: nothing,
  getLevel: () => LogLevel.ERROR,
  setName: nothing,
}

/** The body of a refused call's response. Fails if the call was not refused. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call
  } catch (error) {
    if (error instanceof Error && 'data' in error) return error.data as Record<string, unknown>
    throw error
  }
  throw new Error('the call was not refused')
}
