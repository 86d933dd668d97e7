/** Messages that grow while the app writes them: docs.slack.dev/reference/methods/chat.startStream */
import type { WebClient } from '@slack/web-api'
import { beforeEach, expect, it } from 'vitest'
import { createSandboxClock, type SandboxClock } from '../../../sandbox/clock.ts'
import { CHANNELS, TEAM, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { refusalOf, started } from './web-api.ts'

const channel = CHANNELS.brandVisibility

let clock: SandboxClock
let slack: SlackSandbox
let client: WebClient
/** The thread and the person that it is for. */
let to: { channel: string; thread_ts: string; recipient_team_id: string; recipient_user_id: string }
beforeEach(async () => {
  clock = createSandboxClock()
  ;({ slack, client } = await started({ rateLimits: false, clock }))
  const thread_ts = slack.post({ user: USERS.member, channel, text: 'How are we doing?' })
  to = { channel, thread_ts, recipient_team_id: TEAM.id, recipient_user_id: USERS.member }
})

const shown = () => slack.messages(channel).find((one) => one.thread_ts === to.thread_ts)

it('Slack’s own helper streams text into one message of a thread', async () => {
  const stream = client.chatStream({ ...to, buffer_size: 4 })
  await stream.append({ markdown_text: '**Northwind** ' })
  expect(shown()?.blocks).toMatchObject([{ type: 'markdown', text: '**Northwind** ' }])
  await stream.append({ markdown_text: 'is at 41.3%.' })
  const footer = { type: 'context', elements: [{ type: 'mrkdwn', text: '9–15 Nov' }] }
  await stream.stop({ blocks: [footer] })
  expect(shown()?.blocks).toMatchObject([{ type: 'markdown', text: '**Northwind** is at 41.3%.' }, footer])
  expect(shown()?.edited).toBeUndefined()
})

const card = (id: string, title: string, status: 'pending' | 'in_progress' | 'complete' | 'error') =>
  ({ type: 'task_update', id, title, status }) as const
const said = (text: string) => ({ type: 'markdown_text', text }) as const
const titled = (title: string) => ({ type: 'plan_update', title }) as const

it('a timeline has a card for each task, between the texts; an update changes its card', async () => {
  const begun = { ...card('1', 'Read visibility', 'in_progress'), details: 'Asked for ' }
  const { ts = '' } = await client.chat.startStream({ ...to, chunks: [said('First, the figures.'), begun] })
  const done = { ...card('1', 'Read visibility', 'complete'), details: '12 brands', output: 'Done' }
  await client.chat.appendStream({ channel, ts, chunks: [said('Then Reddit.'), done] })
  await client.chat.stopStream({ channel, ts })
  expect(shown()?.blocks).toMatchObject([
    { type: 'markdown', text: 'First, the figures.' },
    { type: 'task_card', task_id: '1', title: 'Read visibility', status: 'complete' },
    { type: 'markdown', text: 'Then Reddit.' },
  ])
  expect(JSON.stringify(shown()?.blocks)).toContain('Asked for 12 brands')
})

it('a plan has all tasks, where the first of them came', async () => {
  const begun = [titled('Thinking'), card('1', 'Read visibility', 'complete')]
  const { ts = '' } = await client.chat.startStream({ ...to, task_display_mode: 'plan', chunks: begun })
  const more = [card('2', 'Read Reddit', 'pending'), titled('Done')]
  await client.chat.stopStream({ channel, ts, chunks: more, markdown_text: '' })
  const tasks = [{ task_id: '1' }, { task_id: '2', status: 'pending' }]
  expect(shown()?.blocks).toMatchObject([{ type: 'plan', title: 'Done', tasks }])
})

it('in direct messages needs no recipient, and ends by itself after five minutes', async () => {
  const direct = CHANNELS.ownerDm
  const thread_ts = slack.post({ user: USERS.owner, channel: direct, text: 'hello' })
  const { ts = '' } = await client.chat.startStream({ channel: direct, thread_ts, markdown_text: 'Hel' })
  clock.advance({ minutes: 4 })
  await client.chat.appendStream({ channel: direct, ts, markdown_text: 'lo' })
  clock.advance({ minutes: 2 })
  const late = await refusalOf(client.chat.stopStream({ channel: direct, ts }))
  expect(late.error).toBe('message_not_in_streaming_state')
})
