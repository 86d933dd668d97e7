import type { WebClient } from '@slack/web-api'
import { beforeEach, describe, expect, it } from 'vitest'
import { createSandboxClock } from '../../../sandbox/clock.ts'
import type { Exchange } from '../../../sandbox/exchanges.ts'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { createMessages } from '../../../sandbox/slack/world/messages.ts'
import { read } from './control.ts'
import { refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility
const start = Temporal.Instant.from('2026-11-16T09:00:00Z')

let slack: SlackSandbox
let client: WebClient
beforeEach(async () => {
  ;({ slack, client } = await started({ clock: createSandboxClock(start), rateLimits: false }))
})

const post = async (text: string, more: { thread_ts?: string } = {}) =>
  String((await client.chat.postMessage({ channel, text, ...more })).ts)
const error = async (call: Promise<unknown>) => (await refusalOf(call)).error

describe('messages', () => {
  it('have timestamps from the sandbox’s clock, each later than the one before', async () => {
    const stamps = [await post('a'), await post('b'), slack.post({ user: USERS.member, channel, text: 'c' })]
    expect(Number(stamps[0])).toBeGreaterThanOrEqual(start.epochMilliseconds / 1000)
    expect(stamps[0]).toMatch(/^17948\d{5}\.\d{6}$/)
    expect([...stamps].sort()).toEqual(stamps)
    expect(new Set(stamps).size).toBe(3)
  })

  it('never share a timestamp, even within the same microsecond', () => {
    const still = { ...createSandboxClock(start), now: () => start }
    const messages = createMessages(still, () => undefined)
    const stamps = Array.from({ length: 1000 }, () => messages.nextTs())
    expect(stamps[0]).toBe('1794819600.000000')
    expect(stamps.at(-1)).toBe('1794819600.000999')
    expect(new Set(stamps).size).toBe(1000)
  })

  it('keep their text as sent, and their blocks with ids', async () => {
    const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: '*a* &amp; &lt;b&gt;' } }]
    await client.chat.postMessage({ channel, text: '&lt;!channel&gt;', blocks })
    const [shown] = slack.messages(channel)
    expect(shown).toMatchObject({ text: '&lt;!channel&gt;', blocks, user: APP.botUser })
    expect(shown?.blocks[0]?.block_id).toEqual(expect.any(String))
  })

  it('can be sent to a channel by id or name, or to a user’s direct messages', async () => {
    const byName = await client.chat.postMessage({ channel: '#marketing', text: 'x' })
    const toPerson = await client.chat.postMessage({ channel: USERS.owner, text: 'x' })
    const opened = await client.conversations.open({ users: USERS.member })
    await client.chat.postMessage({ channel: String(opened.channel?.id), text: 'x' })
    expect([byName.channel, toPerson.channel]).toEqual([CHANNELS.marketing, CHANNELS.ownerDm])
    expect(slack.channels.get(String(opened.channel?.id))?.members).toContain(USERS.member)
    // The app has no direct messages with itself.
    expect(await error(client.chat.postMessage({ channel: APP.botUser, text: 'x' }))).toBe(
      'channel_not_found',
    )
    expect(slack.messages(CHANNELS.ownerDm)).toHaveLength(1)
  })

  it('are cut after 40,000 characters, with a warning', async () => {
    const sent = await client.chat.postMessage({ channel, text: 'x'.repeat(40_001) })
    expect(sent.response_metadata?.warnings).toEqual(['message_truncated'])
    expect(slack.messages(channel)[0]?.text).toHaveLength(40_000)
  })

  // docs.slack.dev/reference/methods/chat.update
  it('keep what a change doesn’t name, but lose their blocks to a new text', async () => {
    const blocks = [{ type: 'divider' }]
    const attachments = [{ text: 'more' }]
    const metadata = { event_type: 'digest', event_payload: { id: 'a' } }
    const said = { channel, text: 'before', blocks, attachments, metadata }
    const ts = String((await client.chat.postMessage(said)).ts)
    await client.apiCall('chat.update', { channel, ts, attachments: [{ text: 'other' }] })
    expect(slack.messages(channel)).toMatchObject([{ blocks, attachments: [{ text: 'other' }], metadata }])
    await client.chat.update({ channel, ts, text: 'after' })
    expect(slack.messages(channel)).toMatchObject([{ text: 'after', blocks: [], metadata, edited: {} }])
    await client.apiCall('chat.update', { channel, ts, text: 'bare', attachments: [], metadata: {} })
    const [bare] = slack.messages(channel)
    expect([bare?.attachments, bare?.metadata]).toEqual([undefined, undefined])
  })

  it('are seen only by their user if they are ephemeral, and can’t be changed later', async () => {
    const sent = await client.chat.postEphemeral({ channel, user: USERS.member, text: 'psst' })
    const ts = String(sent.message_ts)
    expect(slack.messages(channel, USERS.member)).toHaveLength(1)
    expect(slack.messages(channel, USERS.owner)).toEqual([])
    expect((await client.conversations.history({ channel })).messages).toEqual([])
    expect(await error(client.chat.update({ channel, ts, text: 'x' }))).toBe('message_not_found')
  })

  it('in a thread are only ephemeral if it has replies, and are none themselves', async () => {
    const parent = await post('parent')
    const psst = { channel, user: USERS.member, text: 'psst', thread_ts: parent }
    await client.chat.postEphemeral(psst)
    expect(slack.messages(channel, USERS.member)).toHaveLength(1)
    await post('reply', { thread_ts: parent })
    await client.chat.postEphemeral(psst)
    expect(slack.messages(channel, USERS.member)).toHaveLength(3)
    expect((await client.conversations.history({ channel })).messages).toMatchObject([{ reply_count: 1 }])
  })

  it('form threads', async () => {
    const parent = await post('parent')
    const reply = await post('reply', { thread_ts: parent })
    const history = await client.conversations.history({ channel })
    expect(history.messages).toMatchObject([
      { ts: parent, thread_ts: parent, reply_count: 1, latest_reply: reply },
    ])
    const thread = await client.conversations.replies({ channel, ts: parent })
    expect(thread.messages?.map(({ text }) => text)).toEqual(['parent', 'reply'])
    expect(await error(post('nested', { thread_ts: reply }))).toBe('cannot_reply_to_message')
  })

  it('can be found by their metadata, from a given time on', async () => {
    const ofDigest = (id: string) => ({ event_type: 'digest', event_payload: { id } })
    await client.chat.postMessage({ channel, text: 'old', metadata: ofDigest('a') })
    const between = await post('between')
    const metadata = ofDigest('b')
    await client.chat.postMessage({ channel, text: 'new', metadata })
    const asked = { channel, oldest: between, limit: 15 }
    const history = await client.conversations.history({ ...asked, include_all_metadata: true })
    expect(history.messages).toMatchObject([{ text: 'new', metadata }])
    const inclusive = await client.conversations.history({ ...asked, inclusive: true })
    expect(inclusive.messages?.map(({ text }) => text)).toEqual(['new', 'between'])
    expect(inclusive.messages?.[0]?.metadata).toBeUndefined()
  })

  it('are paged, newest first, or from the oldest if only `oldest` is given', async () => {
    const oldest = await post('0')
    for (const text of ['1', '2', '3']) await post(text)
    const pages = async (range: { oldest?: string; latest?: string }) => {
      const asked = { channel, limit: 2, ...range }
      const first = await client.conversations.history(asked)
      const cursor = first.response_metadata?.next_cursor ?? ''
      const rest = await client.conversations.history({ ...asked, cursor })
      expect([first.has_more, rest.has_more]).toEqual([true, false])
      return [first, rest].map(({ messages }) => messages?.map(({ text }) => text).join())
    }
    expect(await pages({})).toEqual(['3,2', '1,0'])
    expect(await pages({ oldest })).toEqual(['2,1', '3'])
    expect(await pages({ oldest, latest: '9999999999.999999' })).toEqual(['3,2', '1'])
  })

  it('have a permalink', async () => {
    const ts = await post('x')
    const { permalink } = await client.chat.getPermalink({ channel, message_ts: ts })
    expect(permalink).toBe(`${slack.url}archives/${channel}/p${ts.replace('.', '')}`)
  })
})

describe('uploaded files', () => {
  const fileIn = (place: string) =>
    slack.until(() => slack.messages(place).find(({ files }) => files), `the file in ${place}`)

  it('appear in the thread a moment after filesUploadV2 is done', async () => {
    const parent = await post('report')
    const csv = 'brand,score\nNorthwind,61\n'
    await client.filesUploadV2({
      channel_id: channel,
      thread_ts: parent,
      initial_comment: 'All rows',
      file: Buffer.from(csv),
      filename: 'ranking.csv',
      title: 'Ranking',
    })
    const shown = await fileIn(channel)
    expect(shown).toMatchObject({
      text: 'All rows',
      thread_ts: parent,
      files: [{ name: 'ranking.csv', title: 'Ranking', mimetype: 'text/csv', size: csv.length }],
    })
    const [file] = shown.files ?? []
    const read = await fetch(String(file?.url_private), {
      headers: { authorization: `Bearer ${slack.botToken}` },
    })
    expect(await read.text()).toBe(csv)
    expect((await fetch(String(file?.url_private))).status).toBe(404)
    expect(await client.files.info({ file: String(file?.id) })).toMatchObject({ file: { title: 'Ranking' } })
  })

  it('are shared some time after the response to their completion, not together with it', async () => {
    await client.filesUploadV2({ channel_id: channel, filename: 'a.csv', content: 'a,b' })
    const shown = await fileIn(channel)
    const { exchanges } = await read<{ exchanges: Exchange[] }>(slack.url, 'exchanges')
    const completion = exchanges.find(({ title }) => title === 'files.completeUploadExternal')
    expect(JSON.parse(completion?.response ?? '')).toEqual({
      ok: true,
      files: [{ id: shown.files?.[0]?.id, title: 'a.csv' }],
    })
    // Both use the sandbox's time; `at` is truncated to whole milliseconds.
    expect(Number(shown.ts) * 1000 - Date.parse(completion?.at ?? '')).toBeGreaterThan(38)
  })

  it('have a comment or blocks', async () => {
    const blocks = [{ type: 'divider' }]
    const upload = { channel_id: channel, filename: 'a.csv', content: 'a,b', initial_comment: 'All rows' }
    await client.filesUploadV2({ ...upload, blocks })
    const shown = await fileIn(channel)
    expect(shown).toMatchObject({ text: 'All rows', blocks: [] })
  })

  it('don’t exist before they are complete, then appear in each of several channels', async () => {
    const { upload_url, file_id } = await client.files.getUploadURLExternal({ filename: 'a.csv', length: 3 })
    await fetch(String(upload_url), { method: 'POST', body: 'a,b' })
    expect(await error(client.files.info({ file: String(file_id) }))).toBe('file_not_found')
    const both = [channel, CHANNELS.leads]
    const completion = { files: [{ id: file_id }], channels: both.join() }
    await client.apiCall('files.completeUploadExternal', completion)
    for (const one of both) await fileIn(one)
  })
})
