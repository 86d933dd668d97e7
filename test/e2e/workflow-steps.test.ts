import { describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { StepRun, StepRunInput } from '../../sandbox/slack/model.ts'
import { ephemeralsTo, labelsOf, taskPosts, textOf } from './slack-screen.ts'
import { answerTo, mainsIn, stage, stageForAll, stageForTest } from './stage.ts'

const { owner, member, guest } = USERS
const channel = CHANNELS.brandVisibility

/** test/e2e/mentions.test.ts runs over the socket, too. */
const http = { mode: 'http', rateLimits: false } as const
stageForAll(http)

/** Runs a workflow with one step, and waits until it ends. */
async function run(input: StepRunInput): Promise<StepRun> {
  const { id, acknowledged } = await stage.slack.runStep(input)
  expect(acknowledged?.ok ?? true).toBe(true)
  return stage.slack.until(
    () => stage.slack.stepRuns().find((one) => one.id === id && one.status !== 'running'),
    `the end of ${id}`,
  )
}

const digests = () => mainsIn(channel)

const unknownId = '5e0c7a1b-83f6-4d29-b4e7-000000000000'

describe('a step is refused', () => {
  it('entirely for guests, without asking the service', async () => {
    const asked = () => stage.service.requests().filter(({ method }) => method === 'GET').length
    const before = asked()
    stage.slack.setMember({ channel, user: guest, member: true })
    for (const callbackId of ['get_visibility', 'post_digest_now', 'create_task']) {
      const [recommendation] = stage.service.demo.resultIds
      const inputs = callbackId === 'create_task' ? { channel, recommendation } : { channel }
      expect((await run({ callbackId, user: guest, inputs })).error).toMatch(/Guests can’t use/)
    }
    expect(asked()).toBe(before)
    expect(digests()).toEqual([])
  })

  it('for a channel that the person is not in, and for a workflow without a person', async () => {
    stage.slack.setMember({ channel: CHANNELS.leads, user: member, member: false })
    const away = await run({
      callbackId: 'get_visibility',
      user: member,
      inputs: { channel: CHANNELS.leads },
    })
    expect(away.error).toContain('You’re not in the channel')
    const alone = await run({ callbackId: 'get_visibility', inputs: { channel } })
    expect(alone.error).toContain('Nobody started this workflow in person')
  })

  it('for input that it can’t read, with a sentence that says what to change', async () => {
    for (const [callbackId, inputs, sentence] of [
      ['get_visibility', { brand: 'Nobody Inc' }, /no figures for “Nobody Inc”/],
      ['get_visibility', { engine: 'Perplexty' }, /Perplexty/],
      ['create_task', { recommendation: 'the one from yesterday' }, /address|id/],
      ['create_task', { recommendation: unknownId }, /isn’t in this channel’s workspace/],
      ['post_digest_now', { digest: 'Board report' }, /no digest “Board report”/],
    ] as const) {
      const { error } = await run({ callbackId, user: owner, inputs: { channel, ...inputs } })
      expect(error).toMatch(sentence)
    }
    expect(taskPosts(stage)).toBe(0)
    expect(digests()).toEqual([])
  })
})

describe('steps of Workflow Builder', () => {
  it('“Get visibility” returns what the command answers', async () => {
    const answer = await answerTo(owner, channel, 'visibility')
    const ownChannel = await run({ callbackId: 'get_visibility', user: owner, inputs: { channel } })
    expect(ownChannel).toMatchObject({
      status: 'completed',
      outputs: {
        headline: expect.stringContaining('Northwind'),
        score: expect.any(Number),
        change: expect.any(Number),
        place: expect.any(Number),
        significance: expect.stringMatching(/ordinary variation|No change/),
        table: expect.stringMatching(/^\d+(st|nd|rd|th) .+: [\d.]+% visibility[\s\S]*\nHow measured: /),
        link: expect.stringContaining(`/archives/${channel}`),
      },
    })
    expect(textOf(answer)).toContain(String(ownChannel.outputs?.headline))
    const inputs = { channel, brand: 'contoso', engine: 'perplexity', period: 'last month' }
    const rival = await run({ callbackId: 'get_visibility', user: member, inputs })
    expect(rival.outputs?.headline).toMatch(/Contoso/)
    expect(rival.outputs?.table).toMatch(/Perplexity/)
  })

  it('“Post a digest now” posts one, however often Slack delivers the step', async () => {
    const posted = await run({ callbackId: 'post_digest_now', user: owner, inputs: { channel } })
    expect(posted).toMatchObject({ status: 'completed', outputs: { summary: 'The digest was posted.' } })
    expect(digests()).toHaveLength(1)
    expect(posted.outputs?.link).toContain(`/archives/${channel}/p${digests()[0]?.ts.replace('.', '')}`)
    for (const how of ['retry', 'again'] as const) await stage.slack.repeatStep(posted.id, how)
    // A second step right afterwards counts as a repetition, as it does for the command.
    const soon = await run({ callbackId: 'post_digest_now', user: owner, inputs: { channel } })
    expect(soon).toMatchObject({ status: 'failed', error: expect.stringContaining('posted just now') })
    expect(digests()).toHaveLength(1)
  })

  it('“Create the task of a recommendation” creates one, in however many runs', async () => {
    const [id = ''] = stage.service.demo.resultIds
    const step = {
      callbackId: 'create_task',
      user: member,
      inputs: { channel, recommendation: `https://console.example.com/recommended-actions/${id}` },
    }
    const first = await run(step)
    expect(first).toMatchObject({ status: 'completed', outputs: { created: true } })
    for (const how of ['retry', 'again'] as const) await stage.slack.repeatStep(first.id, how)
    const second = await run({ ...step, user: owner })
    expect(second.outputs).toMatchObject({ created: false, task: first.outputs?.task })
    expect(taskPosts(stage)).toBe(1)
    const notes = () => ephemeralsTo(stage.slack, member, channel)
    await stage.slack.until(() => notes().length > 0, 'the note to who ran it')
    expect(notes().map(labelsOf)).toEqual([['View brief', 'Change aim']])
    expect(textOf(notes()[0])).toMatch(/Task created: .*Aims at: /s)
    expect(textOf(await answerTo(owner, channel, 'tasks'))).toContain(String(first.outputs?.task))
  })
})

it('a step that changes something is refused to people who may not change things', async () => {
  await stageForTest({ ...http, env: { SIGHTLINE_CHANGERS: 'admins' } })
  const read = await run({ callbackId: 'get_visibility', user: member, inputs: { channel } })
  expect(read.status).toBe('completed')
  const post = await run({ callbackId: 'post_digest_now', user: member, inputs: { channel } })
  expect(post).toMatchObject({ status: 'failed', error: expect.stringContaining('Only admins') })
  expect(digests()).toEqual([])
})
