import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Processes, startProcesses } from '../../processes.ts'

describe('npm start, as a process of its own', () => {
  let processes: Processes
  beforeAll(async () => {
    processes = await startProcesses()
  })
  afterAll(() => processes?.stop())

  /** With a database of its own. */
  const start = (env: Readonly<Record<string, string>> = {}, flags: readonly string[] = []) =>
    processes.start({ SIGHTLINE_DATABASE_FILE: processes.newPath(), ...env }, [...flags, 'src/start.mjs'])

  const oneLine = (errors: string, says: string | RegExp) =>
    expect(errors.trim().split('\n')).toEqual([expect.stringMatching(says)])

  // These processes are independent of each other and mostly wait.
  it.concurrent.each<[string, RegExp, Readonly<Record<string, string>>]>([
    [
      'Slack refuses the bot token',
      /^Slack rejected a token \(invalid_auth\)\. Copy SLACK_BOT_TOKEN and SLACK_APP_TOKEN again/,
      { SLACK_BOT_TOKEN: 'xoxb-revoked' },
    ],
    ['Slack refuses the app token', /Slack rejected a token/, { SLACK_APP_TOKEN: 'xapp-revoked' }],
    [
      'nothing answers at Slack’s address',
      /Slack can’t be reached/,
      { SIGHTLINE_SLACK_API_URL: 'http://127.0.0.1:9/api/' },
    ],
  ])('exits with one clear line and code 1 when %s', async (_, says, env) => {
    const { code, errors } = await start(env).ended
    expect(code).toBe(1)
    oneLine(errors, says)
    expect(errors).not.toContain('revoked')
  })

  it.concurrent('refuses a database file that another process has open, and says so', async () => {
    const file = processes.newPath()
    const first = start({ SIGHTLINE_DATABASE_FILE: file })
    await first.until('Sightline is running')
    const second = await start({ SIGHTLINE_DATABASE_FILE: file }).ended
    expect(second.code).toBe(1)
    oneLine(second.errors, /another process/i)
    expect((await first.end()).code).toBe(0)
  })

  it('exits with one clear line and code 1 when Slack revokes its token while it runs', async () => {
    const { slack } = processes
    const { until, ended } = start()
    await until('Sightline is running')
    slack.fail('apps.connections.open', { error: 'invalid_auth' }, 1)
    slack.disconnectSockets('refresh_requested')
    const { code, errors } = await ended
    expect(code).toBe(1)
    oneLine(errors, 'Slack rejected a token')
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
      const { until, end } = start({}, ['--import', faulty])
      await until('Sightline is running')
      const { code, output, errors } = await end('SIGUSR2')
      expect(code).toBe(1)
      oneLine(errors, 'You can start it again')
      const last = JSON.parse(output.trim().split('\n').at(-1) ?? '')
      expect(last).toMatchObject({ level: 50, msg: 'uncaught error; Sightline stops' })
      expect(last.error).toMatchObject({ name: 'TypeError', code: 'E_ODD' })
      const { botToken, appToken } = processes.slack
      for (const secret of [botToken, appToken]) expect(output + errors).not.toContain(secret)
    },
  )
})
