/**
 * The bot at its most talkative, with a service that repeats the key and token of each request. Everything that the bot
 * says, shows, logs, stores or sends is searched.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { ask, mondayDigest, press } from '../e2e/slack-screen.ts'
import { tokenFor } from '../sandbox/service/support.ts'
import { type Stage, startStage } from '../stage.ts'
import { temporaryFolder } from '../store/engines.ts'
import { masked, secretsIn } from './shapes.ts'

const TASKS =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'

/** Everything readable from a week with the bot, by place. */
function everything(stage: Stage, lines: readonly string[], folder: string): ReadonlyMap<string, string> {
  const { slack, service } = stage
  const users = [...slack.users.keys()]
  const shown = [...slack.channels.keys()].flatMap((channel) =>
    [undefined, ...users].flatMap((user) => slack.messages(channel, user)),
  )
  const views = users.flatMap((user) => [slack.views(user), slack.home(user)])
  return new Map([
    ['the log', lines.join('\n')],
    ['messages', JSON.stringify(shown)],
    ['modals and Home tabs', JSON.stringify(views)],
    ['requests to Slack', JSON.stringify(slack.requests())],
    ['addresses asked of the service', JSON.stringify(service.requests())],
    ['the bot, inspected', inspect(stage.bot, { depth: Number.POSITIVE_INFINITY, showHidden: true })],
    // A socket has no content.
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }): [string, string] => [`the file ${name}`, readFileSync(join(folder, name), 'latin1')]),
  ])
}

it.each(['socket', 'http'] as const)(
  'nothing that a person can read from the bot (%s) holds a secret',
  async (mode) => {
    const { path: folder, remove } = await temporaryFolder()
    onTestFinished(remove)
    const lines: string[] = []
    const stage = await startStage({
      minutesBefore: 1,
      mode,
      rateLimits: false,
      env: { SIGHTLINE_LOG_LEVEL: 'debug', SIGHTLINE_DATABASE_FILE: join(folder, 'sightline.db') },
      log: { write: (line) => void lines.push(line) },
    })
    onTestFinished(() => stage.stop())
    const { service, slack, channel } = stage
    const digest = await mondayDigest(stage)
    await ask(stage, USERS.owner, channel, '/sightline actions')

    const key = service.keys.workspace
    const token = await tokenFor(service, key)
    const echo = `${key} Bearer ${token} ${token.split('.')[1]}`
    const detail = [{ loc: ['header', echo], msg: echo, type: echo, input: echo, ctx: { echo } }]
    const faults = [
      { kind: 'status', status: 422, body: { detail } },
      { kind: 'status', status: 403, body: echo },
      { kind: 'status', status: 200, body: echo },
      { kind: 'status', status: 200, body: { data: echo, pagination: echo } },
      { kind: 'reset', when: 'after_effect' },
    ] as const
    for (const [index, how] of faults.entries()) {
      service.addFault({ method: 'GET', how })
      // A different week each time, so that no answer comes from the cache.
      const { answer } = await ask(stage, USERS.owner, channel, `/sightline visibility 2026-W${20 + index}`)
      expect(answer.text).not.toMatch(/undefined|\[object/)
      service.clearFaults()
    }
    service.addFault({ route: TASKS, how: { kind: 'status', status: 201, body: { id: null, echo } } })
    await press(stage, USERS.owner, digest, 'Create task')
    await slack.until(() => lines.some((line) => line.includes('/tasks')), 'the task is asked for')

    const all = everything(stage, lines, folder)
    expect([...all.keys()]).toContain('the file sightline.db')
    for (const [place, text] of all) {
      // The lock file is empty.
      if (!place.endsWith('.lock')) expect(text.length, place).toBeGreaterThan(20)
      const secrets = secretsIn(text).map(({ what, text: secret }) => `${what}: ${masked(secret)}`)
      expect(secrets, place).toEqual([])
      for (const secret of [...Object.values(service.keys), token, slack.botToken, slack.appToken])
        expect(text.includes(secret), place).toBe(false)
    }
    // The service did repeat them, and the client replaced them in its message.
    expect(all.get('messages')).toContain('[redacted]')
  },
)
