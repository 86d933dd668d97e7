import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import type { Stage } from '../../stage.ts'
import { buttonsOf, mondayDigest, press, taskPosts, textOf } from '../slack-screen.ts'
import { failureStage } from './stage.ts'

const { owner } = USERS
const { start } = failureStage()

describe('a task', () => {
  const tasksRoute =
    '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'
  const now = (on: Stage, message: ShownMessage) =>
    on.slack.messages(message.channel).find(({ ts }) => ts === message.ts)

  it.each(['before_effect', 'after_effect'] as const)(
    'whose answer was lost (%s) is shown as unknown, never resent automatically, and can be created on purpose',
    async (when) => {
      const on = await start()
      const digest = await mondayDigest(on)
      on.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'reset', when } })
      await press(on, owner, digest, 'Create task')
      const unknown = await on.slack.until(
        () =>
          [now(on, digest)].find(
            (message) =>
              message !== undefined &&
              buttonsOf(message.blocks).some(({ label }) => label === 'Create anyway'),
          ),
        'the unknown outcome',
      )
      expect(taskPosts(on)).toBe(1)
      expect(textOf(unknown)).not.toContain('Task created')
      await press(on, owner, unknown, 'Create anyway')
      await on.slack.until(() => textOf(now(on, digest)).includes('Task created'), 'the task')
      expect(taskPosts(on)).toBe(2)
    },
  )

  it('that the service refuses keeps its button, and the person who clicked reads why', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.service.addFault({ route: tasksRoute, times: 1, how: { kind: 'status', status: 403 } })
    const labels = buttonsOf(digest.blocks).map(({ label }) => label)
    await press(on, owner, digest, 'Create task')
    const reason = await on.slack.until(
      () => on.slack.messages(on.channel, owner).find(({ ephemeralFor }) => ephemeralFor === owner),
      'the reason',
    )
    expect(textOf(reason)).toMatch(/allow|permission|may not|access/i)
    const after = await on.slack.until(() => {
      const shown = now(on, digest)
      return shown !== undefined && buttonsOf(shown.blocks).length === labels.length ? shown : null
    }, 'the button')
    expect(buttonsOf(after.blocks).map(({ label }) => label)).toEqual(labels)
  })

  it('is shown in its message even if Slack delays the update or does not answer', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.slack.fail('chat.update', { retryAfter: 1 })
    on.slack.fail('chat.update', { reset: 'before' })
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => textOf(now(on, digest)).includes('Task created'), 'the task in the digest')
    expect(taskPosts(on)).toBe(1)
  })

  it('is shown in a digest whose post Slack did not confirm', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { reset: 'after' })
    const digest = await mondayDigest(on)
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => textOf(now(on, digest)).includes('Task created'), 'the task in the digest')
  })

  it('that exists is shown in a digest that was being posted when it was created', async () => {
    const on = await start({ rateLimits: false })
    const digest = await mondayDigest(on)
    const { over } = on.slack.fail('chat.postMessage', { delayMs: 400 })
    const second = on.slack.command({
      user: owner,
      channel: CHANNELS.marketing,
      text: '/sightline digest now',
    })
    await over
    await press(on, owner, digest, 'Create task')
    await second
    const copy = await on.slack.until(
      () =>
        on.slack
          .messages(CHANNELS.marketing)
          .find(
            (message) => textOf(message).includes('Weekly brand') && textOf(message).includes('Task created'),
          ),
      'the task in the second digest',
    )
    expect(textOf(copy)).toContain('Created by')
  })

  it('can be created even if the message that was clicked is gone', async () => {
    const on = await start()
    const digest = await mondayDigest(on)
    on.slack.fail('chat.update', { error: 'message_not_found' }, 3)
    await press(on, owner, digest, 'Create task')
    await on.slack.until(() => taskPosts(on) === 1, 'the task')
  })
})
