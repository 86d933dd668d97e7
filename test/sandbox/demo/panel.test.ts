/** The demo panel, where the page's own test (test/browser/demo-panel.test.ts) doesn't look. */
import { afterEach, expect, it } from 'vitest'
import type { PanelState } from '../../../sandbox/slack/control/panel.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import { ask, messageSaying } from '../../e2e/slack-screen.ts'
import { type Stage, startStage } from '../../stage.ts'
import { act, heard, read } from '../slack/control.ts'

let stage: Stage
afterEach(() => stage.stop())
const start = async (env: Readonly<Record<string, string>> = {}) => {
  stage = await startStage({ minutesBefore: 1, env })
}

const nextDigest = async () => (await read<PanelState>(stage.slack.url, 'panel')).clock.next
const post = (path: string, body: unknown) => act(stage.slack.url, path, body)

it('explains why it can’t jump if no digest is scheduled', async () => {
  await start({ SIGHTLINE_DIGEST_CHANNELS: '' })
  expect(await nextDigest()).toBeNull()
  const refused = await post('jump', {})
  const error = expect.stringContaining('/sightline digest')
  expect([refused.status, await refused.json()]).toEqual([400, { error }])
})

it('notifies the page when the time moves and when the next digest changes', async () => {
  await start()
  const { slack, channel } = stage
  await heard(slack.url, 'panel', () => post('jump', {}))
  await messageSaying(slack, channel, 'brands in the thread')
  await heard(slack.url, 'panel', () => ask(stage, USERS.owner, channel, '/sightline digest pause'))
  expect(await nextDigest()).toBeNull()
})

it('refuses unknown faults, with a list of the existing ones', async () => {
  await start()
  const refused = await post('fault', { id: 'flood', on: true })
  const error = expect.stringMatching(/"flood".*slow_api/)
  expect([refused.status, await refused.json()]).toEqual([400, { error }])
  expect((await post('fault', { id: 'slow_api' })).status).toBe(400)
})
