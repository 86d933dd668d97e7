/** `npm run doctor` as a child process: before a bot exists, beside a running one, and with problems. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import { type Bot, startBot } from '../../../src/app/bot.ts'
import { readConfig } from '../../../src/config/index.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createLog } from '../../../src/lib/telemetry.ts'
import { type Processes, run, startProcesses } from '../../processes.ts'
import { messageSaying } from '../slack-screen.ts'

const channel = CHANNELS.brandVisibility

let processes: Processes
beforeAll(async () => {
  processes = await startProcesses()
})
afterAll(() => processes?.stop())

const newFile = () => join(processes.newPath(), 'sightline.db')
const settings = (env: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  ...processes.settings,
  SIGHTLINE_DATABASE_FILE: newFile(),
  SIGHTLINE_LOG_LEVEL: 'error',
  ...env,
})

/** What the operator reads, and the exit code. */
async function doctor(env: Readonly<Record<string, string>>) {
  const { code, output, errors } = await run(['src/cli/doctor.ts'], { env }).ended
  return { code, lines: output.trimEnd().split('\n'), errors }
}

const line = (lines: readonly string[], name: string) =>
  lines.find((each) => each.includes(`: ${name}. `)) ?? ''

async function running(env: Readonly<Record<string, string>>): Promise<Bot> {
  const bot = await startBot(readConfig(env), { clock: systemClock, log: createLog('error') })
  onTestFinished(() => bot.stop())
  return bot
}

describe('npm run doctor', () => {
  it('prints its usage, and refuses what it doesn’t know', async () => {
    const help = await run(['src/cli/doctor.ts', '--help'], { env: {} }).ended
    expect(help).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: npm run doctor\n/) })
    const errors = expect.stringContaining('--fix')
    expect(await run(['src/cli/doctor.ts', '--fix'], { env: {} }).ended).toMatchObject({ code: 2, errors })
  })

  it('passes before the first start, and creates nothing', async () => {
    const env = settings()
    const { code, lines, errors } = await doctor(env)
    expect(errors).toBe('')
    expect(lines.at(-1)).toBe('7 checks passed, 1 check couldn’t run.')
    expect(code).toBe(0)
    expect(line(lines, 'Slack token')).toMatch(/^✓ Passed: .*bot user .* in workspace T0SANDBOX\.$/)
    expect(line(lines, 'Socket Mode')).toBe('✓ Passed: Socket Mode. Slack accepted the app-level token.')
    expect(line(lines, 'Database')).toBe('✓ Passed: Database. There is none yet; the first start creates it.')
    expect(existsSync(env.SIGHTLINE_DATABASE_FILE ?? '')).toBe(false)
    expect(processes.slack.connections()).toBe(0)
  })

  it('does not disturb the file and socket of a running bot, and asks it for its health', async () => {
    const first = settings({ SIGHTLINE_OPS_PORT: '0' })
    const bot = await running(first)
    const env = { ...first, SIGHTLINE_OPS_PORT: String(bot.opsPort) }
    const { code, lines } = await doctor(env)
    expect(lines.at(-1)).toBe('8 checks passed.')
    expect(code).toBe(0)
    expect(line(lines, 'Database')).toContain('in use by the running Sightline, as it should be')
    expect(line(lines, 'Running Sightline')).toMatch(/^✓ Passed: .*The socket to Slack is open\. .*last ran/)
    const { slack } = processes
    expect(slack.connections()).toBe(1)
    await slack.command({ user: USERS.owner, channel, text: '/sightline status' })
    await messageSaying(slack, channel, 'UTC', USERS.owner)
  })

  it('says what it can’t know without the operator’s port, and reads a database that is not in use', async () => {
    const env = settings()
    const bot = await running(env)
    const beside = await doctor(env)
    expect(beside.code).toBe(0)
    expect(line(beside.lines, 'Running Sightline')).toMatch(
      /^– Not checked: .*One is running here\. .*\/sightline doctor/,
    )
    await bot.stop()
    const file = env.SIGHTLINE_DATABASE_FILE ?? ''
    const before = readdirSync(join(file, '..'))
    const { code, lines } = await doctor(env)
    expect(code).toBe(0)
    expect(line(lines, 'Database')).toContain('SQLite answers, with this version’s schema.')
    expect(readdirSync(join(file, '..'))).toEqual(before)
    // The next process to start finds it free.
    await running(env)
  })

  it('says for each problem what to do, and exits with code 1', async () => {
    const file = processes.newPath()
    const theirs = new DatabaseSync(file)
    theirs.exec('CREATE TABLE tasks (id TEXT)')
    theirs.close()
    const env = settings({
      SLACK_BOT_TOKEN: 'xoxb-revoked',
      SLACK_APP_TOKEN: 'xapp-revoked',
      SIGHTLINE_API_KEY: 'sk-wrong-0123456789',
      SIGHTLINE_DATABASE_FILE: file,
    })
    const { code, lines } = await doctor(env)
    expect(code).toBe(1)
    expect(lines.at(-1)).toBe('5 of 8 checks failed, 3 checks couldn’t run.')
    for (const name of ['Slack token', 'Socket Mode', 'Analytics service', 'Data', 'Database']) {
      const index = lines.findIndex((each) => each.startsWith(`✗ Failed: ${name}. `))
      expect(lines[index + 1], name).toMatch(/^ {4}Fix: [A-Z].*\.$/)
    }
    expect(lines.join('\n')).not.toMatch(/revoked|sk-wrong/)
    expect(line(lines, 'Database')).toContain('belongs to another program')
  })

  it('leaves the checks of each workspace to that workspace when there are many', async () => {
    const { code, lines, errors } = await doctor({
      SIGHTLINE_SLACK_MODE: 'http',
      SIGHTLINE_SLACK_API_URL: processes.slack.apiUrl,
      SIGHTLINE_API_URL: processes.service.baseUrl,
      SIGHTLINE_SEARCH_API_URL: processes.service.searchBaseUrl,
      SIGHTLINE_DATABASE_FILE: newFile(),
      SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
      SIGHTLINE_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      SLACK_SIGNING_SECRET: 'a-signing-secret',
      SLACK_CLIENT_ID: '1234567890.1234567890',
      SLACK_CLIENT_SECRET: 'a-client-secret',
    })
    expect(errors).toBe('')
    expect(line(lines, 'Slack')).toMatch(/^– Not checked: .*\/sightline doctor/)
    expect(line(lines, 'Analytics service')).toMatch(/^– Not checked: .*\/sightline doctor/)
    expect(line(lines, 'Database')).toContain('There is none yet')
    expect(lines.at(-1)).toBe('1 check passed, 3 checks couldn’t run.')
    expect(code).toBe(0)
  })

  it('exits with code 2 and lists every problem when the settings are unusable', async () => {
    const { code, lines, errors } = await doctor({ SLACK_BOT_TOKEN: 'xoxb-test', SIGHTLINE_METRICS: 'on' })
    expect(code).toBe(2)
    expect(lines).toEqual([''])
    expect(errors).toContain('SIGHTLINE_PROJECT_ID')
    expect(errors).toContain('SIGHTLINE_METRICS is on, but there is no port to serve /metrics.')
  })
})
