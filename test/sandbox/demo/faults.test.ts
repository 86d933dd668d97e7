/** What each fault of the demo's panel does to the service or to Slack, and when it ends. docs/sandbox.md lists them. */
import { describe, expect, it } from 'vitest'
import { createPanel, type PanelParts } from '../../../sandbox/demo/panel.ts'
import { CHANNELS } from '../../../sandbox/slack/index.ts'
import { frozenClock, opened, paths, send } from '../service/support.ts'
import { started } from '../slack/web-api.ts'

async function open() {
  const sleeps: number[] = []
  const clock = { ...frozenClock(), sleep: async (ms: number) => void sleeps.push(ms) }
  const { service, token } = await opened({ clock })
  const { slack, client } = await started()
  const bot = { digests: async () => [] } as unknown as PanelParts['bot']
  const panel = createPanel({ clock, service, slack, bot })
  const [result = ''] = service.demo.resultIds
  return {
    sleeps,
    turn: panel.setFault,
    isOn: async (id: string) => (await panel.read()).faults.find((fault) => fault.id === id)?.on,
    read: async () => (await send(paths(service).organizations, { token })).status,
    create: () => send<{ sort_order?: number }>(paths(service).tasks(result), { token, method: 'POST' }),
    post: () => client.chat.postMessage({ channel: CHANNELS.brandVisibility, text: 'x' }),
  }
}

describe('until it is turned off', () => {
  it('slow_api makes each answer 3 seconds late', async () => {
    const { turn, isOn, read, sleeps } = await open()
    await turn('slow_api', true)
    expect([await read(), await read(), await isOn('slow_api')]).toEqual([200, 200, true])
    await turn('slow_api', false)
    await read()
    expect(sleeps).toEqual([3_000, 3_000])
  })

  it('api_down answers everything with 503', async () => {
    const { turn, isOn, read, create } = await open()
    await turn('api_down', true)
    expect([await read(), (await create()).status, await isOn('api_down')]).toEqual([503, 503, true])
    await turn('api_down', false)
    expect(await read()).toBe(200)
  })
})

describe('once', () => {
  it('expired_token refuses a token', async () => {
    const { turn, isOn, read } = await open()
    await turn('expired_token', true)
    expect([await read(), await read(), await isOn('expired_token')]).toEqual([401, 200, false])
  })

  it('slack_429 refuses a message for two seconds', async () => {
    const { turn, isOn, post } = await open()
    await turn('slack_429', true)
    await expect(post()).rejects.toMatchObject({ retryAfter: 2 })
    expect([(await post()).ok, await isOn('slack_429')]).toEqual([true, false])
  })

  it('lost_answer cuts off a POST that has done its work', async () => {
    const { turn, isOn, read, create } = await open()
    await turn('lost_answer', true)
    expect([await read(), await isOn('lost_answer')]).toEqual([200, true])
    await expect(create()).rejects.toThrow()
    expect(await isOn('lost_answer')).toBe(false)
    // The recommendation had three tasks.
    expect((await create()).body.sort_order).toBe(5)
  })
})
