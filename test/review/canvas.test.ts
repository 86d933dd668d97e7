/** The bot's canvases against the sandbox, which implements Slack's documentation independently. */
import { afterEach, expect, it } from 'vitest'
import { CHANNELS, startSlack } from '../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { canvasWords, reviewCanvas } from '../../src/blocks/review/canvas.ts'
import { createCanvases } from '../../src/slack/send/ports.ts'
import { crowdedReview, quarterReview } from '../blocks/review-fixtures.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'

let slack: SlackSandbox
afterEach(() => slack.stop())

it('canvases are created in a channel’s tabs and replaced as a whole; a deleted canvas is reported', async () => {
  slack = await startSlack()
  const canvases = createCanvases(clientOf(slack))
  const channel = CHANNELS.brandVisibility
  const id = await canvases.create(channel, 'Brand review', reviewCanvas(crowdedReview))
  await canvases.replace(id, reviewCanvas(quarterReview))
  expect(slack.canvases(channel)).toMatchObject([{ id, title: 'Brand review' }])
  const [{ markdown } = { markdown: '' }] = slack.canvases(channel)
  expect(markdown).toMatch(/^# Brand review: Northwind/)
  expect(markdown).toContain('## Moved more than ordinary variation')
  slack.deleteCanvas(id)
  await expect(canvases.replace(id, 'x')).rejects.toMatchObject({
    code: 'canvas_not_found',
    outcome: 'refused',
  })
})

it('a canvas is found by its text if Slack didn’t confirm its creation, and no other canvas is mistaken for it', async () => {
  slack = await startSlack()
  const canvases = createCanvases(clientOf(slack))
  const [channel, other] = [CHANNELS.brandVisibility, CHANNELS.marketing]
  await canvases.create(channel, 'Brand review', '# Brand review\n\nWhat we wrote ourselves.')
  expect(await canvases.find(channel, canvasWords)).toBeNull()
  slack.fail('canvases.create', { reset: 'after' })
  await expect(canvases.create(channel, 'Brand review', reviewCanvas(quarterReview))).rejects.toMatchObject({
    outcome: 'unknown',
  })
  const [, lost] = slack.canvases(channel)
  expect(await canvases.find(channel, canvasWords)).toBe(lost?.id)
  expect(await canvases.find(other, canvasWords)).toBeNull()
  slack.fail('canvases.sections.lookup', { error: 'missing_scope' }, 9)
  expect(await canvases.find(channel, canvasWords), 'it may not look').toBeNull()
  slack.fail('conversations.info', { reset: 'before' })
  await expect(canvases.find(channel, canvasWords)).rejects.toMatchObject({ outcome: 'unknown' })
})
