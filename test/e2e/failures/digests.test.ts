import { describe, expect, it } from 'vitest'
import { mondayDigest, textOf } from '../slack-screen.ts'
import { logLines, pass, stageForTest } from '../stage.ts'

const start = () => stageForTest({ minutesBefore: 1 })

describe('a digest', () => {
  it('arrives in simpler blocks, with the same numbers, when Slack refuses its own', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' })
    const digest = await mondayDigest(on)
    expect(digest.blocks.map(({ type }) => type)).not.toContain('table')
    expect(textOf(digest)).toMatch(/Globex/)
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
  })

  it('arrives as plain text when Slack refuses those too', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'invalid_blocks' }, 2)
    const digest = await mondayDigest(on)
    expect(new Set(digest.blocks.map(({ type }) => type))).toEqual(new Set(['section']))
    expect(textOf(digest)).toMatch(/Northwind.*of 12/)
  })

  it('does not delay a shutdown when Slack asks to delay its notice', async () => {
    const on = await start()
    on.slack.fail('chat.postMessage', { error: 'cannot_post_today' })
    on.slack.fail('chat.postMessage', { retryAfter: 3_600 })
    const passed = pass({ minutes: 1 })
    await on.slack.until(
      () => on.slack.requests().filter(({ method }) => method === 'chat.postMessage').length === 2,
      'that Slack asks to wait',
    )
    await on.bot.stop()
    await passed
    const messages = logLines.map(({ msg }) => msg)
    expect(messages.filter((one) => one === 'a message was not posted')).toHaveLength(2)
    expect(messages).not.toContain('stopped with work still in flight')
  })
})
