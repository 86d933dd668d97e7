import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { StepRun, StepRunInput } from '../../sandbox/slack/model.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'
import { ask, ephemeralsTo, labelsOf, publicIn, taskPosts, textOf } from './slack-screen.ts'

const { owner, member, guest } = USERS
const channel = CHANNELS.brandVisibility

/** test/e2e/mentions.test.ts runs over the socket, too. */
const start = async (env: StageOptions['env'] = {}) => {
  stage = await startStage({ mode: 'http', rateLimits: false, env })
}
let stage: Stage
beforeAll(() => start())
afterAll(() => stage?.stop())

const ended = (id: string): Promise<StepRun> =>
  stage.slack.until(
    () => stage.slack.stepRuns().find((run) => run.id === id && run.status !== 'running'),
    `the end of ${id}`,
  )

/** Runs a workflow with one step, and waits until it ends. */
async function run(input: StepRunInput): Promise<StepRun> {
  const { id, acknowledged } = await stage.slack.runStep(input)
  expect(acknowledged?.ok ?? true).toBe(true)
  return ended(id)
}

const digests = () => publicIn(stage.slack, channel).filter(({ thread_ts }) => thread_ts === undefined)

describe('a step is refused', () => {
  it('entirely for guests, without asking the service', async () => {
    const asked = () => stage.service.requests().filter(({ method }) => method === 'GET').length
    const before = asked()
    stage.slack.setMember({ channel, user: guest, member: true })
    for (const callbackId of ['get_visibility', 'post_digest_now', 'create_task']) {
      const [recommendation] = stage.service.demo.resultIds
      const inputs = callbackId === 'create_task' ? { channel, recommendation } : { channel }
      expect(await run({ callbackId, user: guest, inputs }), callbackId).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/Guests can’t use/),
      })
    }
    expect(asked()).toBe(before)
    expect(digests()).toEqual([])
  })

  it('for a channel that the person is not in, and for a workflow without a person', async () => {
    stage.slack.setMember({ channel: CHANNELS.leads, user: member, member: false })
    const away = { callbackId: 'get_visibility', inputs: { channel: CHANNELS.leads } }
    expect(await run({ ...away, user: member })).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('You’re not in the channel'),
    })
    expect(await run({ callbackId: 'get_visibility', inputs: { channel } })).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/Nobody started this workflow in person/),
    })
  })

  it('for input that it can’t read, with a sentence that says what to change', async () => {
    const get = (inputs: Readonly<Record<string, string>>) =>
      run({ callbackId: 'get_visibility', user: owner, inputs: { channel, ...inputs } })
    expect((await get({ brand: 'Nobody Inc' })).error).toMatch(/no figures for “Nobody Inc”/)
    expect((await get({ engine: 'Perplexty' })).error).toMatch(/Perplexty/)
    const inputs = { channel, recommendation: 'the one from yesterday' }
    const task = await run({ callbackId: 'create_task', user: owner, inputs })
    expect(task.error).toMatch(/address|id/)
    const unknown = { channel, recommendation: '5e0c7a1b-83f6-4d29-b4e7-000000000000' }
    expect((await run({ callbackId: 'create_task', user: owner, inputs: unknown })).error).toMatch(
      /isn’t in this channel’s workspace/,
    )
    const digest = await run({
      callbackId: 'post_digest_now',
      user: owner,
      inputs: { channel, digest: 'Board report' },
    })
    expect(digest.error).toMatch(/no digest “Board report”/)
    expect(taskPosts(stage)).toBe(0)
    expect(digests()).toEqual([])
  })
})

describe('steps of Workflow Builder', () => {
  it('“Get visibility” returns what the command answers', async () => {
    const { answer } = await ask(stage, owner, channel, '/sightline visibility')
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
    expect(posted).toMatchObject({ status: 'completed', outputs: { posted: true } })
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
    const { answer } = await ask(stage, owner, channel, '/sightline tasks')
    expect(textOf(answer)).toContain(String(first.outputs?.task))
  })
})

it('a step that changes something is refused to people who may not change things', async () => {
  await stage.stop()
  await start({ SIGHTLINE_CHANGERS: 'admins' })
  const read = await run({ callbackId: 'get_visibility', user: member, inputs: { channel } })
  expect(read.status).toBe('completed')
  const post = await run({ callbackId: 'post_digest_now', user: member, inputs: { channel } })
  expect(post).toMatchObject({ status: 'failed', error: expect.stringContaining('Only admins') })
  expect(digests()).toEqual([])
})
