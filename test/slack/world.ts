/** The sandbox's Slack for the ports that call it. */
import { onTestFinished } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { startSlack } from '../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../sandbox/slack/model.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'

export const morning = Temporal.Instant.from('2026-11-16T08:00:00Z')

/** Starts it without rate limits, until the test is over. */
export async function testSlack(options: SlackSandboxOptions = {}) {
  const clock = createSandboxClock(morning)
  const slack = await startSlack({ clock, rateLimits: false, ...options })
  onTestFinished(() => slack.stop())
  return { clock, slack, client: clientOf(slack) }
}
