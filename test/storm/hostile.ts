/** Strangers at the public address. Their requests must never be accepted as Slack's. */
import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Chance } from '../chance.ts'
import { form, slackHeaders } from '../slack-request.ts'
import { pause, type StormClock } from './time.ts'

interface Target {
  readonly url: string
  readonly secret: string
  readonly team: string
  readonly clock: StormClock
}

interface Attack {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

function attackOn({ secret, team, clock }: Target, chance: Chance): Attack {
  const seconds = Math.floor(clock.ms() / 1_000)
  const body = new URLSearchParams({
    command: '/sightline',
    text: 'digest delete',
    team_id: team,
    channel_id: 'C0BRAND',
    user_id: 'U0OLIVIA',
    api_app_id: 'A0SIGHTLINE',
    response_url: 'http://127.0.0.1:9/',
    trigger_id: randomBytes(8).toString('hex'),
  }).toString()
  const signed = (at: number, key: string, text: string) => slackHeaders(key, text, { at })
  const path = '/slack/events'
  const slack = { user_id: 'U0OLIVIA', team_id: team }
  const params = { name: 'get_visibility', arguments: {}, _meta: { slack } }
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  const forged = { ...signed(seconds, 'guessed', call), 'content-type': 'application/json' }
  return chance.weighted<Attack>([
    [4, { name: 'a wrong secret', path, headers: signed(seconds, 'guessed', body), body }],
    [3, { name: 'an old signature', path, headers: signed(seconds - 3_600, secret, body), body }],
    [2, { name: 'no signature', path, headers: { 'content-type': form }, body }],
    [2, { name: 'another body', path, headers: signed(seconds, secret, `${body}x`), body }],
    [2, { name: 'a call with a wrong secret', path: '/mcp', headers: forged, body: call }],
    [1, { name: 'noise', path, headers: { 'content-type': 'application/json' }, body: randomBytes(2_000) }],
    [
      1,
      { name: 'a large body', path, headers: signed(seconds, 'guessed', ''), body: Buffer.alloc(3_000_000) },
    ],
    [1, { name: 'a forged state', path: '/slack/oauth_redirect?code=x&state=y', headers: {}, body: '' }],
  ])
}

export class Strangers {
  /** How often each attack was tried. */
  readonly tried: Record<string, number> = {}
  readonly accepted: string[] = []
  #busy = true
  readonly #done: Promise<void>

  constructor(target: Target, chance: Chance, everyMs: number) {
    this.#done = this.#run(target, chance, everyMs)
  }

  async end(): Promise<void> {
    this.#busy = false
    await this.#done
  }

  async #run(target: Target, chance: Chance, everyMs: number): Promise<void> {
    while (this.#busy) {
      const attack = attackOn(target, chance)
      this.tried[attack.name] = (this.tried[attack.name] ?? 0) + 1
      const status = await send(target.url, attack)
      if (status !== null && status < 300) this.accepted.push(`${attack.name}: answered with ${status}`)
      await pause(everyMs)
    }
  }
}

/** `null`: the connection was cut. */
function send(url: string, { path, headers, body }: Attack): Promise<number | null> {
  return new Promise((resolve) => {
    const method = path.includes('?') ? 'GET' : 'POST'
    const sent = request(new URL(path, url), { method, headers, agent: false, timeout: 10_000 }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? null)
    })
    sent.on('error', () => resolve(null))
    sent.on('timeout', () => sent.destroy())
    sent.end(method === 'GET' ? undefined : body)
  })
}
