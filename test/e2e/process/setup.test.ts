/** `npm run setup` as a child process, against the sandbox: as a new person answers it, and with everything wrong. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import { APP, CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { inherited } from '../../inherited-environment.ts'
import { follow, type Processes, type Running, root, run, startProcesses } from '../../processes.ts'
import { publicIn, textOf } from '../slack-screen.ts'

const setup = join(root, 'src/cli/setup.ts')
const channel = CHANNELS.brandVisibility
const nowhere = 'http://127.0.0.1:9'

let processes: Processes
let service: AnalyticsService
let slack: SlackSandbox
let folder: string
const children: ChildProcess[] = []

beforeAll(async () => {
  processes = await startProcesses()
  service = processes.service
  slack = processes.slack
  leaveAllChannels()
  setMember(channel, true)
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await processes?.stop()
})

const newFolder = () => {
  folder = processes.newPath()
  mkdirSync(folder)
  return folder
}
const env = () => parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
const setMember = (id: string, member: boolean) =>
  slack.setMember({ channel: id, user: APP.botUser, member, inviter: USERS.owner })
const leaveAllChannels = () => {
  for (const { id, members } of slack.channels.values()) if (members.has(APP.botUser)) setMember(id, false)
}

/** Answers each question once it is asked; the last one is followed by the end of standard input. */
async function answer(
  { child, ended }: Running,
  dialogue: readonly (readonly [question: RegExp, answer: string])[],
) {
  children.push(child)
  let output = ''
  let unread = ''
  const left = [...dialogue]
  const read = (chunk: Buffer) => {
    output += chunk
    unread += chunk
    const [next] = left
    if (next === undefined || !next[0].test(unread)) return
    left.shift()
    unread = ''
    child.stdin?.write(`${next[1]}\n`)
    if (left.length === 0) child.stdin?.end()
  }
  child.stdout?.on('data', read)
  child.stderr?.on('data', read)
  if (left.length === 0) child.stdin?.end()
  const { code } = await ended
  return { code, output, unanswered: left.length }
}

const start = (args: readonly string[]) =>
  run([setup, '--slack-api-url', slack.apiUrl, ...args], { cwd: folder })

/** Runs it on a pseudo-terminal. */
function onTerminal(args: readonly string[]): Running {
  const command = [process.execPath, setup, ...args]
  const script =
    process.platform === 'linux' ? ['-qec', command.join(' '), '/dev/null'] : ['-q', '/dev/null', ...command]
  return follow(spawn('script', script, { cwd: folder, env: inherited }))
}

/** All that setup asks, as options. */
const options = (changed: Readonly<Record<string, string>> = {}) =>
  Object.entries({
    'api-url': service.baseUrl,
    'search-api-url': service.searchBaseUrl,
    'api-key': service.keys.workspace,
    analysis: service.demo.projectId,
    'bot-token': slack.botToken,
    'app-token': slack.appToken,
    ...changed,
  }).flatMap(([name, value]) => [`--${name}`, value])

describe('npm run setup', () => {
  it('asks, lists what the key reaches, waits for the invitation, and writes a .env that works', async () => {
    newFolder()
    setMember(channel, false)
    const dialogue = [
      [/core API/, service.baseUrl],
      [/search-analytics API/, service.searchBaseUrl],
      [/API key .*not shown/, service.keys.user],
      [/1 {2}Northwind Group\n {2}2 {2}Northwind Labs\nWhich organization/, '1'],
      [/Which workspace/, '1'],
      [/Id of the analysis/, service.demo.projectId],
      [/Bot User OAuth Token .*not shown/, slack.botToken],
      [/App-level token .*not shown/, slack.appToken],
      [/\/invite @Sightline/, ''],
      [/Start Sightline now/, 'n'],
    ] as const
    const running = start([])
    void running.until('/invite @Sightline').then(() => setMember(channel, true))
    const { code, output, unanswered } = await answer(running, dialogue)
    expect(unanswered).toBe(0)
    expect(code, output).toBe(0)
    expect(output).toContain('7 checks passed')
    expect(output).toContain('#brand-visibility gets a digest on Mondays at 9:00')
    for (const secret of [service.keys.user, slack.botToken, slack.appToken])
      expect(output).not.toContain(secret)
    expect(env()).toMatchObject({
      SIGHTLINE_API_KEY: service.keys.user,
      SIGHTLINE_ORGANIZATION_ID: service.demo.organizationId,
      SIGHTLINE_WORKSPACE_ID: service.demo.workspaceId,
      SIGHTLINE_DIGEST_CHANNELS: channel,
    })
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['.env'])
  })

  it('shows on a terminal what is typed, but no secret, and Ctrl-C leaves nothing behind', async () => {
    newFolder()
    const { code, output } = await answer(onTerminal(['--slack-api-url', slack.apiUrl]), [
      [/core API/, service.baseUrl],
      [/search-analytics API/, service.searchBaseUrl],
      [/API key .*not shown/, service.keys.organization],
      [/Which workspace/, '1'],
      [/Id of the analysis/, service.demo.projectId],
      [/Bot User OAuth Token .*not shown/, slack.botToken],
      [/App-level token .*not shown/, '\x03'],
    ])
    expect(output).toContain(service.searchBaseUrl)
    expect(output).toContain('workspace Northwind CRM')
    for (const secret of [service.keys.organization, slack.botToken]) expect(output).not.toContain(secret)
    expect(output).toContain('Nothing was written.')
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  })

  it('asks nothing that was given as an option, starts Sightline, and a digest comes', async () => {
    newFolder()
    const running = start([...options(), '--start', '--time-zone', 'Europe/Paris'])
    const ended = answer(running, [])
    await running.until('Sightline is running')
    const { ok } = await slack.command({ user: USERS.owner, channel, text: '/sightline digest now' })
    expect(ok).toBe(true)
    const digest = await slack.until(
      () => publicIn(slack, channel).find((one) => textOf(one).includes('Northwind')),
      'the first digest',
    )
    expect(textOf(digest)).toContain('visibility')
    running.child.kill('SIGTERM')
    const { code, output } = await ended
    expect(code, output).toBe(0)
    expect(env().SIGHTLINE_TIME_ZONE).toBe('Europe/Paris')
  })

  it('keeps an .env, unless it is told to replace it', async () => {
    newFolder()
    const file = join(folder, '.env')
    writeFileSync(file, 'MINE=1\n', { mode: 0o644 })
    for (const dialogue of [[], [[/Replace it/, 'n']]] as const) {
      const { code, output } = await answer(start(options()), dialogue)
      expect(code).toBe(2)
      expect(output).toContain('.env stays as it is.')
      expect(readFileSync(file, 'utf8')).toBe('MINE=1\n')
    }
    expect((await answer(start([...options(), '--replace', '--no-start']), [])).code).toBe(0)
    expect(env().SIGHTLINE_DIGEST_CHANNELS).toBe(channel)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  // test/e2e/setup-answers.test.ts has more. These processes are independent of each other and mostly wait.
  describe.concurrent('names what is wrong, asks for that alone, and writes nothing before it is right', () => {
    it.each([
      ['slack-api-url', `${nowhere}/`, 'Slack didn’t answer', 'bot-token'],
      ['time-zone', 'Mars', '--time-zone must be an IANA time zone.', ''],
    ])('--%s %s', async (option, wrong, sentence, asked) => {
      const cwd = newFolder()
      const given = options({ [option]: wrong })
      const { code, output } = await answer(start([...given, '--no-start']), [])
      expect(output).toContain(sentence)
      if (asked !== '') expect(output).toContain(`or give --${asked}.`)
      expect(code).toBe(2)
      expect(output, 'no JSON').not.toContain('{"')
      expect(readdirSync(cwd)).toEqual([])
    })
  })
})
