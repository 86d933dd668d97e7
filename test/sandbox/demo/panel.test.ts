/** The demo panel: what a user sees after moving the time or switching on a fault. */
import { afterEach, describe, expect, it } from 'vitest'
import type { PanelState } from '../../../sandbox/slack/control/panel.ts'
import { USERS } from '../../../sandbox/slack/index.ts'
import type { ShownMessage } from '../../../sandbox/slack/model.ts'
import { ask } from '../../e2e/slack-screen.ts'
import { type Stage, startStage } from '../../stage.ts'
import { act, heard, read } from '../slack/control.ts'

const { owner } = USERS
let stage: Stage
afterEach(() => stage.stop())
const start = async (env: Readonly<Record<string, string>> = {}) => {
  stage = await startStage({ minutesBefore: 1, env })
  return stage
}

const panelOf = ({ slack }: Stage) => read<PanelState>(slack.url, 'panel')
const post = ({ slack }: Stage, path: string, body: unknown) => act(slack.url, path, body)
const digests = ({ slack, channel }: Stage): readonly ShownMessage[] =>
  slack.messages(channel).filter(({ thread_ts, user }) => thread_ts === undefined && user === 'U0SIGHTLINE')

describe('the clock', () => {
  it('explains why it can’t jump if no digest is scheduled', async () => {
    const on = await start({ SIGHTLINE_DIGEST_CHANNELS: '' })
    expect((await panelOf(on)).clock.next).toBeNull()
    const refused = await post(on, 'jump', {})
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringContaining('/sightline digest') },
    ])
  })

  it('notifies the page when the time moves and when the next digest changes', async () => {
    const on = await start()
    await heard(on.slack.url, 'panel', () => post(on, 'jump', {}))
    await on.slack.until(() => digests(on)[0], 'the digest')
    await heard(on.slack.url, 'panel', async () => {
      await ask(on, owner, on.channel, '/sightline digest pause')
    })
    expect((await panelOf(on)).clock.next).toBeNull()
  })
})

describe('faults', () => {
  it('with unknown ids are refused, with a list of the existing ones', async () => {
    const on = await start()
    const refused = await post(on, 'fault', { id: 'flood', on: true })
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: expect.stringMatching(/"flood".*slow_api/) },
    ])
    expect((await post(on, 'fault', { id: 'slow_api' })).status).toBe(400)
  })
})
