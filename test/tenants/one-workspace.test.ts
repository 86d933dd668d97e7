import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { USERS } from '../../sandbox/slack/index.ts'
import { type Bot, startBot } from '../../src/app/bot.ts'
import { readConfig } from '../../src/config/index.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { run } from '../processes.ts'
import { type Stage, startStage } from '../stage.ts'
import { ask as askIn, connect, postsIn } from './world.ts'

const { owner } = USERS

describe('one workspace by its token, with its API key in the database', () => {
  let stage: Stage
  let bot: Bot
  const lines: string[] = []
  const log = { write: (line: string) => void lines.push(line) }
  beforeAll(async () => {
    stage = await startStage({
      minutesBefore: 1,
      rateLimits: false,
      env: { SIGHTLINE_API_KEY: '', SIGHTLINE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') },
      log,
    })
    bot = stage.bot
  })
  afterAll(async () => {
    await bot?.stop()
    await stage?.stop()
  })

  const ask = (text: string, words: RegExp) => askIn(stage.slack, stage.channel, text, words)
  /** The file can be open in only one process at a time. */
  const whileStopped = async (work: () => Promise<void>) => {
    await bot.stop()
    await work()
    bot = await startBot(readConfig(stage.env), { clock: stage.clock, log: createLog('debug', log) })
  }
  it('starts without one, and says who can enter it', async () => {
    expect(await ask('visibility', /no analytics API key/)).toContain('/sightline connect')
  })

  it('accepts one that an operator enters on the command line', async () => {
    const key = stage.service.keys.workspace
    await whileStopped(async () => {
      const words = ['src/cli/operator.ts', 'connect', stage.slack.team.id]
      const { code, output, errors } = await run(words, { env: stage.env, input: `${key}\n` }).ended
      expect(output).toMatch(/^Connected: the key ending in .{4} reaches the organization Northwind/m)
      expect(code).toBe(0)
      expect(output + errors).not.toContain(key)
    })
    await ask('visibility', /How measured/)
    expect(await ask('status', /Organization: /)).toMatch(/Organization: Northwind.* \(default\)/)
  })

  it('lets an admin replace it in Slack, in a form with only the key', async () => {
    const key = stage.service.keys.organization
    const { shown, view } = await connect(stage.slack, stage.channel, { key })
    expect(view).not.toContain('sl1.form.analysis')
    expect(shown).toContain('The key was replaced')
    expect(shown).toContain(key.slice(-4))
    await ask('visibility', /How measured/)
  })

  it('posts its digest with it', async () => {
    stage.clock.advance({ minutes: 1 })
    await bot.scheduler.wake()
    expect(postsIn(stage.slack, stage.channel)).toHaveLength(1)
  })

  it('says in the log why it can’t read it, if the encryption key is another one', async () => {
    await bot.stop()
    const env = { ...stage.env, SIGHTLINE_ENCRYPTION_KEY: Buffer.alloc(32, 8).toString('base64') }
    bot = await startBot(readConfig(env), { clock: stage.clock, log: createLog('debug', log) })
    await ask('collects', /can’t decrypt what it has stored/)
    expect(lines.join('\n')).toContain(`A stored secret of ${stage.slack.team.id} can’t be decrypted`)
    expect(await ask('doctor', /check/)).toContain('Analytics service. The stored API key can’t be decrypted')
  })

  it('keeps it sealed, and never reveals it', async () => {
    const { workspace, organization } = stage.service.keys
    await bot.stop()
    const file = readFileSync(stage.env.SIGHTLINE_DATABASE_FILE ?? '')
    const seen = JSON.stringify(stage.slack.messages(stage.channel, owner)) + lines.join('\n')
    for (const key of [workspace, organization]) {
      expect(file.includes(key)).toBe(false)
      expect(seen).not.toContain(key)
    }
  })
})
