import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { buttonsOf, closeAll, ephemeralsTo, modalOf, press, taskPosts, textOf } from './slack-screen.ts'
import { afterwards, stage, stageForAll, stageForTest } from './stage.ts'

const { owner, member, guest } = USERS
const channel = CHANNELS.marketing

/** test/e2e/mentions.test.ts runs over the socket, too. */
const http = { mode: 'http', rateLimits: false } as const

const address = (resultId = '') => `https://console.example.com/recommended-actions/${resultId}`

const modal = (user: string, words: RegExp) => modalOf(stage.slack, user, words)

const privately = (user: string) => ephemeralsTo(stage.slack, user, channel)

/** Chooses a shortcut on a message with this text. Returns the person's ephemeral message. */
function chooseShortcut(user: string, callbackId: string, text: string): Promise<ShownMessage> {
  const ts = stage.slack.post({ user: owner, channel, text })
  const choose = () => stage.slack.shortcut({ user, callbackId, channel, ts })
  return afterwards(user, channel, choose, `an answer to ${callbackId}`)
}

describe('shortcuts', () => {
  stageForAll(http)

  it('“Where do we stand?” answers from anywhere, for a chosen channel', async () => {
    const { slack } = stage
    expect(await slack.shortcut({ user: owner, callbackId: 'where_do_we_stand' })).toMatchObject({ ok: true })
    const first = await modal(owner, /Where Northwind stands[\s\S]*points/)
    expect(JSON.stringify(first.view)).toContain(stage.channel)

    const choice = { actionId: 'sl1.form.channel', blockId: 'channel' }
    const choose = (chosen: string) =>
      slack.viewAction({
        user: owner,
        viewId: first.id,
        ...choice,
        selection: { selected_conversation: chosen },
      })
    slack.setMember({ channel: CHANNELS.leads, user: owner, member: true })
    // Slack doesn't take the view at first.
    slack.fail('views.update', { status: 503 }, 1)
    await choose(CHANNELS.leads)
    await modal(owner, new RegExp(`Where Northwind stands[^]*the analysis of <#${CHANNELS.leads}>`))
    slack.setMember({ channel: CHANNELS.leads, user: owner, member: false })
    await choose(CHANNELS.leads)
    await modal(owner, /You’re not in the channel that this is about/)
  })

  it('“Set up a digest” asks for the channel, and opens the form', async () => {
    await stage.slack.shortcut({ user: owner, callbackId: 'set_up_digest' })
    const choice = await modal(owner, /A digest is posted in a channel/)
    const values = { channel: { 'sl1.form.channel': { selected_conversation: channel } } }
    await stage.slack.submitView({ user: owner, viewId: choice.id, values })
    await modal(owner, /Everyone in/)
  })

  it('say that a message holds no recommendation, and what they need', async () => {
    for (const callbackId of ['track_recommendation', 'create_task']) {
      const reply = await chooseShortcut(member, callbackId, 'Great numbers this week!')
      expect(textOf(reply)).toMatch(/no recommendation in this message.*address.*actions add/s)
    }
    expect(taskPosts(stage)).toBe(0)
  })

  it('ask which recommendation when a message has several', async () => {
    const [a, b] = stage.service.demo.resultIds
    const reply = await chooseShortcut(member, 'create_task', `${a} ${b}`)
    expect(buttonsOf(reply.blocks)).toHaveLength(2)
    const [first] = buttonsOf(reply.blocks)
    await press(stage, member, reply, first?.label ?? '')
    await stage.slack.until(
      () => textOf(privately(member).at(-1)).includes('Create a task for this'),
      'the question',
    )
  })

  it('create a message’s task with one more click, once', async () => {
    const [, , id = ''] = stage.service.demo.resultIds
    const question = await chooseShortcut(member, 'create_task', `What about <${address(id)}>?`)
    expect(textOf(question)).toContain('Create a task for this recommendation?')
    expect(taskPosts(stage)).toBe(0)
    const before = privately(member).length
    await stage.slack.redeliver('interactive')
    await press(stage, member, question, 'Create task')
    await stage.slack.until(
      () => taskPosts(stage) === 1 && /Task created: .*Aims at: /s.test(textOf(privately(member).at(-1))),
      'the task, and what it aims at',
    )
    expect(privately(member), 'the repeated delivery had no effect').toHaveLength(before + 1)
  })
})

describe('shortcuts with other settings', () => {
  it('report a failure of the service in a sentence', async () => {
    await stageForTest(http)
    stage.service.addFault({ how: { kind: 'status', status: 503 } })
    const [id] = stage.service.demo.resultIds
    expect(textOf(await chooseShortcut(member, 'create_task', `${id}`))).toMatch(/service/)
    await stage.slack.shortcut({ user: owner, callbackId: 'where_do_we_stand' })
    await modal(owner, /Reference/)
  })

  it('track a message’s recommendations', async () => {
    await stageForTest({ ...http, env: { SIGHTLINE_RECOMMENDATIONS: '' } })
    const [a = '', b = ''] = stage.service.demo.resultIds
    const answer = await chooseShortcut(member, 'track_recommendation', `Look: <${address(a)}|one> and ${b}!`)
    expect(textOf(answer)).toContain('Now tracking 2 more recommendations')
    expect(textOf(answer), 'titles, and no ids').not.toMatch(new RegExp(`${a}|${b}`))
  })

  it('refuse guests without asking the service', async () => {
    await stageForTest({ ...http, env: { SIGHTLINE_DIGEST_CHANNELS: CHANNELS.marketing } })
    const asked = () => stage.service.requests().filter(({ method }) => method === 'GET').length
    const before = asked()
    const words = /Guests can’t use/
    stage.slack.setMember({ channel, user: guest, member: true })
    for (const callbackId of ['track_recommendation', 'create_task']) {
      const refusal = await chooseShortcut(guest, callbackId, `${stage.service.demo.resultIds[0]}`)
      expect(textOf(refusal), callbackId).toMatch(words)
    }
    for (const callbackId of ['where_do_we_stand', 'set_up_digest']) {
      await stage.slack.shortcut({ user: guest, callbackId })
      await modal(guest, words)
      await closeAll(stage.slack, guest)
    }
    expect(asked()).toBe(before)
  })

  it('let members without the right to change read figures, but change nothing', async () => {
    await stageForTest({ ...http, env: { SIGHTLINE_CHANGERS: 'admins' } })
    const [id] = stage.service.demo.resultIds
    for (const callbackId of ['track_recommendation', 'create_task'])
      expect(textOf(await chooseShortcut(member, callbackId, `${id}`))).toMatch(/Only admins/)
    await stage.slack.shortcut({ user: member, callbackId: 'where_do_we_stand' })
    await modal(member, /Where Northwind stands/)
  })
})
