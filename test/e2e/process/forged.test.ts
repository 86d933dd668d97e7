import { createHmac } from 'node:crypto'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../../sandbox/slack/index.ts'
import { type Stage, startStage } from '../../stage.ts'
import { ask, textOf } from '../slack-screen.ts'

const isOurs = (status: unknown) => typeof status === 'number' && status >= 200 && status < 500

/** Requests that reach the public address in HTTP mode but are not from Slack. */
describe('requests that are not Slack’s', () => {
  let stage: Stage
  beforeAll(async () => {
    stage = await startStage({
      mode: 'http',
      now: Temporal.Instant.from('2026-11-18T12:00Z'),
      log: { write: () => {} },
    })
  })
  afterAll(async () => {
    await stage?.stop()
  })

  const command = new URLSearchParams({
    command: '/sightline',
    text: 'help',
    team_id: 'T0SANDBOX',
    user_id: USERS.member,
    channel_id: 'C0BRAND',
    trigger_id: '1.2.forged',
    response_url: 'http://127.0.0.1:9/never',
  }).toString()

  const send = (
    body: string,
    options: {
      secret?: string
      at?: number
      headers?: Record<string, string | undefined>
      path?: string
      method?: string
    } = {},
  ): Promise<{ status: number; body: string }> => {
    const timestamp = String(options.at ?? Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', options.secret ?? stage.slack.signingSecret)
      .update(`v0:${timestamp}:${body}`)
      .digest('hex')
    const headers = Object.fromEntries(
      Object.entries({
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': timestamp,
        'x-slack-signature': `v0=${signature}`,
        ...options.headers,
      }).filter((header): header is [string, string] => header[1] !== undefined),
    )
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: string }>()
    const sent = request(
      `http://127.0.0.1:${stage.bot.port}${options.path ?? '/slack/events'}`,
      { method: options.method ?? 'POST', headers },
      async (response) => {
        let text = ''
        for await (const chunk of response) text += String(chunk)
        resolve({ status: response.statusCode ?? 0, body: text })
      },
    )
    sent.on('error', reject)
    sent.end(body)
    return promise
  }

  it('answers the same request signed by Slack, so the refusals below are no accident', async () => {
    // A known person is answered in the acknowledgement.
    await ask(stage, USERS.member, stage.channel, '/sightline help')
    const { status, body } = await send(command)
    expect(status).toBe(200)
    expect(body).toContain('visibility')
  })

  it.each([
    ['signed with another secret', { secret: 'not-the-secret' }],
    ['ten minutes old', { at: Math.floor(Date.now() / 1000) - 600 }],
    ['without a signature', { headers: { 'x-slack-signature': undefined } }],
    ['without a time', { headers: { 'x-slack-request-timestamp': undefined } }],
    ['with half a signature', { headers: { 'x-slack-signature': 'v0=abc' } }],
    ['of another version of the signature', { headers: { 'x-slack-signature': `v1=${'0'.repeat(64)}` } }],
  ])('%s: are refused without revealing anything', async (_what, options) => {
    const { status, body } = await send(command, options)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toContain('visibility')
  })

  it('are refused if the body was changed after signing', async () => {
    const timestamp = Math.floor(Date.now() / 1000)
    const signature = createHmac('sha256', stage.slack.signingSecret)
      .update(`v0:${timestamp}:${command}`)
      .digest('hex')
    const changed = command.replace('text=help', 'text=digest+now')
    const { status } = await send(changed, {
      at: timestamp,
      headers: { 'x-slack-signature': `v0=${signature}` },
    })
    expect(status).toBe(401)
  })

  it('do no harm if nonsense is properly signed: no server error, and the bot goes on', async () => {
    const nonsense = [
      '',
      'command=%E0%A4%A&text=help',
      'payload=%7Bnot+json',
      'payload=%7B%7D',
      `payload=${encodeURIComponent('{"type":"block_actions","user":{"id":"U1"}}')}`,
      `payload=${encodeURIComponent('{"type":"view_submission","user":{"id":"U1"},"view":{}}')}`,
      'command=%2Fother&text=help&team_id=T0SANDBOX&user_id=U1&channel_id=C1',
    ]
    const answers = await Promise.all(nonsense.map((body) => send(body)))
    expect(answers.map(({ status }) => status)).toEqual(nonsense.map(() => expect.toSatisfy(isOurs)))
    const { answer } = await ask(stage, USERS.member, stage.channel, '/sightline help')
    expect(textOf(answer)).toContain('visibility')
  })

  it('learn nothing from other paths and methods', async () => {
    expect((await send('', { path: '/' })).status).toBe(404)
    expect((await send('', { method: 'GET' })).status).toBe(404)
  })
})
