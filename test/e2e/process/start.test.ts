import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { startService } from '../../../sandbox/service/index.ts'
import { CHANNELS, startSlack, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { botSettings } from '../../bot-settings.ts'
import { ackTimeoutMs } from '../../patience.ts'
import { textOf } from '../slack-screen.ts'

const root = join(import.meta.dirname, '../../..')
const channel = CHANNELS.brandVisibility

describe('npm start, as a process of its own', () => {
  let service: AnalyticsService
  let slack: SlackSandbox
  const children: ChildProcess[] = []

  beforeAll(async () => {
    service = await startService()
    slack = await startSlack({ manifest: join(root, 'manifest.yml'), ackTimeoutMs })
  })
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await slack?.stop()
    await service?.stop()
  })

  const folder = () => mkdtempSync(join(tmpdir(), 'sightline-start-'))

  function start(env: Record<string, string> = {}, flags: readonly string[] = []) {
    const child = spawn(process.execPath, [...flags, 'src/start.mjs'], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        ...botSettings(slack, service),
        SIGHTLINE_DATABASE_FILE: join(folder(), 'sightline.db'),
        ...env,
      },
    })
    children.push(child)
    let output = ''
    let errors = ''
    const lines = Promise.withResolvers<void>()
    child.stdout.on('data', (chunk) => {
      output += chunk
      if (output.includes('Sightline is running')) lines.resolve()
    })
    child.stderr.on('data', (chunk) => {
      errors += chunk
    })
    // With everything that it wrote.
    const exit = once(child, 'close').then(([code]) => ({ code: code as number | null, output, errors }))
    return { child, running: Promise.race([lines.promise, exit]), exit }
  }

  // These processes are independent of each other and mostly wait.
  it.concurrent('exits with one clear line and code 1 when Slack refuses the bot token', async () => {
    const { exit } = start({ SLACK_BOT_TOKEN: 'xoxb-revoked' })
    const { code, errors } = await exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^Slack rejected a token \(invalid_auth\)\. Copy SLACK_BOT_TOKEN and SLACK_APP_TOKEN again/,
      ),
    ])
    expect(errors).not.toContain('xoxb-revoked')
  })

  it.concurrent('exits with one clear line and code 1 when Slack refuses the app token', async () => {
    const { exit } = start({ SLACK_APP_TOKEN: 'xapp-revoked' })
    const { code, errors } = await exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('Slack rejected a token')])
  })

  it.concurrent('exits with one clear line and code 1 when nothing answers at Slack’s address', async () => {
    const { exit } = start({ SIGHTLINE_SLACK_API_URL: 'http://127.0.0.1:9/api/' })
    const { code, errors } = await exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('Slack can’t be reached')])
  })

  it.concurrent('refuses a database file that another process has open, and says so', async () => {
    const file = join(folder(), 'sightline.db')
    const first = start({ SIGHTLINE_DATABASE_FILE: file })
    await first.running
    const second = await start({ SIGHTLINE_DATABASE_FILE: file }).exit
    expect(second.code).toBe(1)
    expect(second.errors.trim().split('\n')).toEqual([expect.stringMatching(/another process/i)])
    first.child.kill('SIGTERM')
    expect((await first.exit).code).toBe(0)
  })

  it.concurrent('says that a database belongs to another program', async () => {
    const file = join(folder(), 'theirs.db')
    const theirs = new DatabaseSync(file)
    theirs.exec('CREATE TABLE tasks (id TEXT)')
    theirs.close()
    const { code, errors } = await start({ SIGHTLINE_DATABASE_FILE: file }).exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('belongs to another program')])
  })

  it('exits with one clear line and code 1 when Slack revokes its token while it runs', async () => {
    const { running, exit } = start()
    await running
    slack.fail('apps.connections.open', { error: 'invalid_auth' }, 1)
    slack.disconnectSockets('refresh_requested')
    const { code, errors } = await exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('Slack rejected a token')])
  })

  it('exits with one clear line and code 1 when the operator’s port is taken', async () => {
    const { code, errors } = await start({ SIGHTLINE_OPS_PORT: new URL(slack.url).port }).exit
    expect(code).toBe(1)
    expect(errors.trim().split('\n')).toEqual([
      expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 can’t be used \(EADDRINUSE\)/),
    ])
  })

  it.each([
    ['thrown', 'throw error'],
    ['rejected', 'Promise.reject(error)'],
  ])(
    'exits with code 1 when an error is %s and not caught, without revealing its content',
    async (_how, fault) => {
      const error =
        "Object.assign(new TypeError(), { code: 'E_ODD' }, { message: process.env.SLACK_BOT_TOKEN, body: process.env.SLACK_APP_TOKEN })"
      const faulty = `data:text/javascript,${encodeURIComponent(`process.on('SIGUSR2', () => { const error = ${error}; ${fault} })`)}`
      const { child, running, exit } = start({}, ['--import', faulty])
      await running
      child.kill('SIGUSR2')
      const { code, output, errors } = await exit
      expect(code).toBe(1)
      expect(errors.trim().split('\n')).toEqual([expect.stringContaining('You can start it again')])
      const last = JSON.parse(output.trim().split('\n').at(-1) ?? '')
      expect(last).toMatchObject({ level: 50, msg: 'uncaught error; Sightline stops' })
      expect(last.error).toMatchObject({ name: 'TypeError', code: 'E_ODD' })
      for (const secret of [slack.botToken, slack.appToken]) expect(output + errors).not.toContain(secret)
    },
  )

  it('finishes a running answer at SIGTERM, then exits with code 0', async () => {
    const { child, running, exit } = start()
    await running
    service.addFault({ method: 'GET', times: 2, how: { kind: 'latency', ms: 1_200 } })
    const { ok } = await slack.command({ user: USERS.owner, channel, text: '/sightline visibility' })
    expect(ok).toBe(true)
    child.kill('SIGTERM')
    await slack.until(
      () => slack.messages(channel, USERS.owner).find((message) => textOf(message).includes('How measured')),
      'the answer that was under way',
    )
    const { code, output } = await exit
    expect(code).toBe(0)
    for (const secret of [service.keys.workspace, slack.botToken, slack.appToken])
      expect(output).not.toContain(secret)
  })
})
