/** `npm run slack` with a third-party app: three processes that only know each other's URLs. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage } from '../../../sandbox/slack/model.ts'
import { run as runProgram } from '../../processes.ts'
import { listenTo, act as post, read } from './control.ts'

const channel = CHANNELS.brandVisibility
const user = USERS.member

function run(words: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const running = runProgram(words, { env })
  onTestFinished(() => void running.end('SIGKILL'))
  return running
}
const runSlack = (...flags: string[]) => run(['sandbox/slack/main.ts', ...flags])

interface Printed {
  readonly url: string
  readonly env: Record<string, string>
}

/** The label in the terminal → the variable in the example app. */
const LABELS = {
  'Web API': 'SLACK_API_URL',
  'Bot token': 'SLACK_BOT_TOKEN',
  'App-level token': 'SLACK_APP_TOKEN',
  'Signing secret': 'SLACK_SIGNING_SECRET',
}

/** The settings for an app, as a developer copies them from the terminal. */
function readPrinted(text: string): Printed {
  const after = (label: string) => new RegExp(`${label}\\s+(\\S+)`).exec(text)?.[1] ?? ''
  return {
    url: after('Page'),
    env: Object.fromEntries(
      Object.entries(LABELS).map(([label, name]): [string, string] => [name, after(label)]),
    ),
  }
}

const act = async (url: string, name: string, input: unknown): Promise<unknown> =>
  (await post(url, name, input)).json()

interface State {
  readonly messages: Readonly<Record<string, readonly ShownMessage[]>>
  readonly views: readonly OpenView[]
}

/** Fetches the state after each change until `look` finds something. */
async function until<T>(url: string, look: (state: State) => T | undefined): Promise<T> {
  const { next, end } = await listenTo(url)
  for (;;) {
    await next()
    const result = look(await read<State>(url, `state?user=${user}`))
    if (result !== undefined) {
      await end()
      return result
    }
  }
}

describe.each(['Socket Mode', 'signed HTTP'])('an app on stock Bolt over %s', (mode) => {
  it('handles a command, a button and a form, and edits its message', async () => {
    const slack = runSlack('--port', '0')
    await slack.until('Press Ctrl-C')
    const { url, env } = readPrinted(slack.written.output)
    const { [LABELS['App-level token']]: _, ...overHttp } = env
    const app = run(['test/sandbox/slack/example/app.ts'], mode === 'Socket Mode' ? env : overHttp)
    await app.until('ready')
    const [, port] = /ready (\d+)/.exec(app.written.output) ?? []
    if (port !== undefined) {
      const address = `http://127.0.0.1:${port}/slack/events`
      expect(await act(url, 'request-url', { url: address })).toEqual({ verified: true })
    }

    const typed = await act(url, 'command', { user, channel, text: '/note buy milk' })
    expect(typed).toMatchObject({ ok: true, body: { text: 'Noted.' } })
    const noteOf = ({ messages }: State, text: string) =>
      messages[channel]?.find((message) => message.text === text && message.ephemeralFor === undefined)
    const posted = await until(url, (state) => noteOf(state, 'buy milk'))

    const click = { user, channel, ts: posted.ts, actionId: 'edit' }
    expect(await act(url, 'click', click)).toMatchObject({ ok: true })
    const form = await until(url, ({ views }) => views[0])
    const submit = (value: string) => {
      const values = { note: { text: { type: 'plain_text_input', value } } }
      return act(url, 'submit', { user, viewId: form.id, values })
    }
    expect(await submit('no')).toMatchObject({ body: { response_action: 'errors' } })
    const shown = await until(url, ({ views }) => views[0]?.errors)
    expect(shown).toEqual({ note: 'A note has at least three characters.' })
    expect(await submit('buy oat milk')).toMatchObject({ ok: true })
    const edited = await until(url, (state) => noteOf(state, 'buy oat milk'))
    expect([edited.ts, edited.edited !== undefined]).toEqual([posted.ts, true])

    expect(await app.end()).toMatchObject({ code: 0 })
    expect(await slack.end('SIGINT')).toMatchObject({ code: 0, output: expect.stringContaining('Stopped.') })
    await expect(fetch(url)).rejects.toThrow()
  })
})

describe('npm run slack', () => {
  it('reads a manifest, and prints its commands', async () => {
    const { written, until: said, end } = runSlack('--port', '0', '--manifest', 'manifest.yml')
    await said('Press Ctrl-C')
    const { url } = readPrinted(written.output)
    expect(written.output).toContain('/sightline')
    const foreign = await act(url, 'command', { user, channel, text: '/note x' })
    expect(foreign).toMatchObject({ ok: false, error: '/note is not a valid command.' })
    expect(await end()).toMatchObject({ code: 0 })
  })

  it('offers "Add to Slack" with its flags, and prints what it refuses', async () => {
    const back = 'http://localhost:3000/slack/oauth_redirect'
    const flags = ['--port', '0', '--scopes', 'commands', '--redirect-url', back, '--client-id', '1.2']
    const { written, until: said, end } = runSlack(...flags)
    await said('Press Ctrl-C')
    const { url, env } = readPrinted(written.output)
    const asked = new URLSearchParams({ client_id: '1.2', scope: 'chat:write', redirect_uri: back })
    const consent = await fetch(`${url}oauth/v2/authorize?${asked}`)
    expect([consent.status, await consent.text()]).toEqual([200, expect.stringContaining('chat:write')])
    await fetch(`${env.SLACK_API_URL}users.list`, {
      method: 'POST',
      headers: { authorization: `Bearer ${env.SLACK_BOT_TOKEN}` },
    })
    const { code, output } = await end()
    expect(code).toBe(0)
    expect(output).toMatch(/\d\d:\d\d:\d\d {2}users\.list: missing_scope, needs users:read\n/)
  })

  it.each([
    [['--token-life', '60'], '--redirect-url', 2],
    [['--redirect-url', 'here'], 'is not a URL', 2],
    [['--scopes', 'commands', '--manifest', 'manifest.yml'], 'with --manifest', 2],
    [['--port', '70000'], '--port', 2],
    [['--verbose'], '--verbose', 2],
    [['--request-url', 'http://example.com/slack/events'], 'example.com is another machine', 2],
    [['--request-url', 'slack/events'], 'is not an HTTP URL', 2],
    [['--port', '0', '--manifest', '/nowhere/manifest.yml'], '/nowhere/manifest.yml', 1],
  ] as const)('%j: prints a clear line and sets an exit code', async (flags, named, code) => {
    const ended = await runSlack(...flags).ended
    expect(ended.code).toBe(code)
    expect(ended.errors.split('\n')[0]).toContain(named)
    expect(ended.errors.includes('Usage: npm run slack')).toBe(code === 2)
  })
})
