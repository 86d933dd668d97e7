import { expect, it, onTestFinished } from 'vitest'
import { createSandboxClock } from '../../sandbox/clock.ts'
import { CHANNELS, startSlack } from '../../sandbox/slack/index.ts'
import type { SlackSandboxOptions } from '../../sandbox/slack/model.ts'
import { isShared } from '../../src/slack/send/ports.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'

async function world(options: SlackSandboxOptions = {}) {
  const clock = createSandboxClock()
  const slack = await startSlack({ clock, rateLimits: false, ...options })
  onTestFinished(() => slack.stop())
  return { slack, clock, isShared: (channel: string) => isShared(clientOf(slack), clock, channel) }
}

it('a channel is shared if another organization is in it or invited', async () => {
  const { slack, isShared } = await world()
  const pending = slack.addChannel({ name: 'launch', shared: 'pending' })
  expect(await isShared(CHANNELS.marketing), 'somebody of another organization is in it').toBe(true)
  expect(await isShared(pending.id)).toBe(true)
  expect(await isShared(CHANNELS.brandVisibility)).toBe(false)
  expect(await isShared(slack.shareChannel(CHANNELS.brandVisibility)), 'since a moment ago').toBe(true)
})

it('one failed request is tried again; what Slack doesn’t say is unknown', async () => {
  const { slack, isShared } = await world()
  slack.fail('conversations.info', { status: 503 }, 1)
  expect(await isShared(CHANNELS.marketing)).toBe(true)
  slack.fail('conversations.info', { error: 'missing_scope' }, 1)
  expect(await isShared(CHANNELS.marketing)).toBeNull()
})
