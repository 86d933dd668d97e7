import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ConfigError, readConfig } from '../src/config/index.ts'
import { settingRows } from '../src/config/settings.ts'
import { run } from './processes.ts'
import { requiredSettings as good } from './required-settings.ts'
import { temporaryFolder } from './store/engines.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('the settings', () => {
  it('require only what has no default', () => {
    const config = readConfig(good)
    expect(config.slack).toMatchObject({ mode: 'socket', apiUrl: 'https://slack.com/api/' })
    expect(config.digest).toMatchObject({ weekday: 1, time: '09:00', timeZone: 'UTC', graceHours: 12 })
    expect(config.database).toEqual({ file: './data/sightline.db' })
  })

  it('open a port for the operator only if one is set, and only on this machine', () => {
    expect(readConfig(good).ops).toBeNull()
    expect(readConfig({ ...good, SIGHTLINE_OPS_PORT: '9464' }).ops).toEqual({
      port: 9464,
      host: '127.0.0.1',
      metrics: false,
    })
  })

  it('may stand beside what Kubernetes sets for a Service called “sightline”', () => {
    const service = { SIGHTLINE_SERVICE_HOST: '10.0.0.1', SIGHTLINE_PORT_3000_TCP_ADDR: '10.0.0.1' }
    expect(problemsOf({ ...good, ...service, SIGHTLINE_PORT: 'tcp://10.0.0.1:3000' })).toEqual([])
  })

  it('treat an empty variable as unset', () => {
    expect(readConfig({ ...good, SIGHTLINE_TIME_ZONE: '', DATABASE_URL: '' }).channel.timeZone).toBe('UTC')
  })

  it('report every problem at once, each with the name, what is wrong and an example', () => {
    const problems = problemsOf({
      ...good,
      SLACK_BOT_TOKEN: 'abc',
      SIGHTLINE_TIME_ZONE: 'Mars/Olympus',
      SIGHTLINE_DIGEST_TIME: 'monday at nine',
      SIGHTLINE_DIGEST_CHANNELS: '#marketing',
      DATABASE_URL: 'mysql://db',
    })
    expect(problems).toEqual([
      'SLACK_BOT_TOKEN must start with xoxb-. Example: SLACK_BOT_TOKEN=xoxb-…',
      'SIGHTLINE_TIME_ZONE must be an IANA time zone. Example: SIGHTLINE_TIME_ZONE=Europe/Paris',
      'SIGHTLINE_DIGEST_CHANNELS must be Slack channel ids, which start with C or G. Example: SIGHTLINE_DIGEST_CHANNELS=C0123ABCD,C0456EFGH',
      'SIGHTLINE_DIGEST_TIME must be a weekday (mon to sun) and a time from 00:00 to 23:59. Example: SIGHTLINE_DIGEST_TIME=mon 09:00',
      'DATABASE_URL must be a PostgreSQL URL. Example: DATABASE_URL=postgres://sightline@db/sightline',
    ])
  })

  const port =
    /^SIGHTLINE_OPS_PORT must be a whole number from 0 to 65535\. Example: SIGHTLINE_OPS_PORT=9464$/
  const keys = /^SIGHTLINE_ENCRYPTION_KEY must be keys of 32 bytes/
  const contact = /must be a Slack user id \(U…\) or an e-mail address/
  it.each([
    ['SIGHTLINE_HTTP_PORT', '3000.5', /^SIGHTLINE_HTTP_PORT must/],
    ['SIGHTLINE_DIGEST_GRACE_HOURS', '0', /^SIGHTLINE_DIGEST_GRACE_HOURS must/],
    ['SIGHTLINE_TIME_ZONE', '+02:00', /^SIGHTLINE_TIME_ZONE must/],
    ['SIGHTLINE_API_KEY_FILE', '/nowhere/key', /^SIGHTLINE_API_KEY_FILE (must|is)/],
    // Docker makes a folder where the file to be mounted is missing.
    ['SIGHTLINE_API_KEY_FILE', '/', /^SIGHTLINE_API_KEY_FILE must be the path of an existing file/],
    ['SIGHTLINE_API_URL', 'https://api.example.com?x=1', /must have no user, query or fragment/],
    ['SIGHTLINE_PORT', '3000', /^SIGHTLINE_PORT isn’t a setting/],
    ['SIGHTLINE_OPS_PORT', 'port', port],
    ['SIGHTLINE_OPS_PORT', '65536', port],
    ['SIGHTLINE_OPS_PORT', '1.5', port],
    [
      'SIGHTLINE_METRICS',
      'on',
      /but there is no port to serve \/metrics\. Set one\. Example: SIGHTLINE_OPS_PORT/,
    ],
    [
      'SIGHTLINE_TIMEZONE',
      'UTC',
      /^SIGHTLINE_TIMEZONE isn’t a setting\. Check its spelling in docs\/settings\.md\.$/,
    ],
    ['SIGHTLINE_CONTACT', '#help', contact],
    ['SIGHTLINE_CONTACT', '<!here>', contact],
    ['SIGHTLINE_CONTACT', 'Ana', contact],
    ['SIGHTLINE_ENCRYPTION_KEY', 'too-short', keys],
    ['SIGHTLINE_ENCRYPTION_KEY', `${Buffer.alloc(32, 1).toString('base64').slice(4)},`, keys],
    ['SIGHTLINE_ENCRYPTION_KEY', 'x'.repeat(44), keys],
  ])('refuse %s=%s at the start instead of failing obscurely later', (name, value, problem) => {
    expect(problemsOf({ ...good, [name]: value })).toEqual([expect.stringMatching(problem)])
  })

  it.each([
    ['U0123ABCD', { kind: 'user', id: 'U0123ABCD' }],
    ['<@U0123ABCD>', { kind: 'user', id: 'U0123ABCD' }],
    ['help@northwind.example', { kind: 'email', address: 'help@northwind.example' }],
    ['', null],
  ])('take the contact for help from %j', (given, read) => {
    expect(readConfig({ ...good, SIGHTLINE_CONTACT: given }).contact).toEqual(read)
  })

  it.each(['SIGHTLINE_API_URL', 'SIGHTLINE_SEARCH_API_URL', 'SIGHTLINE_PROJECT_ID'])(
    'call %s missing if it is not set',
    (name) => {
      for (const unset of [undefined, ''])
        expect(problemsOf({ ...good, [name]: unset }).join()).toContain(`${name} is missing. Example:`)
    },
  )

  it('need the app token in Socket Mode and the signing secret in HTTP mode', () => {
    const { SLACK_APP_TOKEN: _, ...without } = good
    expect(problemsOf(without).join()).toContain('SLACK_APP_TOKEN is missing. Socket Mode requires it.')
    expect(problemsOf({ ...without, SIGHTLINE_SLACK_MODE: 'http' }).join()).toContain(
      'SLACK_SIGNING_SECRET is missing. HTTP mode requires it.',
    )
  })

  const oneKey = Buffer.alloc(32, 1).toString('base64')
  const several = {
    SLACK_CLIENT_ID: '1234567890.1234567890',
    SLACK_CLIENT_SECRET: 'sandbox-client-secret-1',
    SLACK_SIGNING_SECRET: 'sandbox-signing-secret',
    SIGHTLINE_SLACK_MODE: 'http',
    SIGHTLINE_PUBLIC_URL: 'https://sightline.example.com',
    SIGHTLINE_ENCRYPTION_KEY: oneKey,
    SIGHTLINE_API_URL: good.SIGHTLINE_API_URL,
    SIGHTLINE_SEARCH_API_URL: good.SIGHTLINE_SEARCH_API_URL,
  }

  it('for several workspaces need no token, key or id of a single one', () => {
    const config = readConfig(several)
    expect(config.slack.install).toEqual({
      clientId: several.SLACK_CLIENT_ID,
      publicUrl: several.SIGHTLINE_PUBLIC_URL,
      distributed: false,
    })
    expect(config.api.keyIsConfigured).toBe(false)
    expect(readConfig(good).slack.install).toBeNull()
  })

  it('for several workspaces are refused without an encryption key, with how to make one', () => {
    const { SIGHTLINE_ENCRYPTION_KEY: _, ...without } = several
    expect(problemsOf(without)).toEqual([
      expect.stringMatching(/^SIGHTLINE_ENCRYPTION_KEY is missing.*Make one with `openssl rand -base64 32`/),
    ])
  })

  it('for several workspaces name everything that is missing or belongs to one workspace', () => {
    const problems = problemsOf({
      ...several,
      ...good,
      SIGHTLINE_SLACK_MODE: 'socket',
      SIGHTLINE_PUBLIC_URL: '',
      SLACK_CLIENT_SECRET: '',
      SLACK_SIGNING_SECRET: '',
      SIGHTLINE_DIGEST_CHANNELS: 'C0123ABCD',
      SIGHTLINE_CHANGERS: 'U0123ABCD',
      SIGHTLINE_CONTACT: 'U0123ABCD',
    }).map((problem) => problem.split(' ')[0])
    expect(problems.toSorted()).toEqual(
      [
        'SLACK_BOT_TOKEN',
        'SLACK_APP_TOKEN',
        'SLACK_CLIENT_SECRET',
        'SLACK_SIGNING_SECRET',
        'SIGHTLINE_API_KEY',
        'SIGHTLINE_ORGANIZATION_ID',
        'SIGHTLINE_WORKSPACE_ID',
        'SIGHTLINE_PROJECT_ID',
        'SIGHTLINE_DIGEST_CHANNELS',
        'SIGHTLINE_SLACK_MODE',
        'SIGHTLINE_PUBLIC_URL',
        'SIGHTLINE_CHANGERS',
        'SIGHTLINE_CONTACT',
      ].toSorted(),
    )
  })

  it('accept encryption keys in base64 or hexadecimal, and show none of them', () => {
    const keys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const [first, second] = keys.map((key, index) => key.toString(index === 0 ? 'base64' : 'hex'))
    const config = readConfig({ ...good, SIGHTLINE_ENCRYPTION_KEY: `${first}, ${second}` })
    expect(config.encryptionKeys()).toEqual(keys)
    expect(inspect(config, { depth: 9, showHidden: true })).not.toContain(String(first))
  })

  it('allow the API key to be entered in Slack if there is a key to encrypt it with', () => {
    const { SIGHTLINE_API_KEY: _, ...without } = good
    expect(problemsOf(without).join()).toContain('SIGHTLINE_API_KEY is missing')
    expect(readConfig({ ...without, SIGHTLINE_ENCRYPTION_KEY: oneKey }).api.keyIsConfigured).toBe(false)
  })

  it('never repeat a value, which may be a secret in the wrong place', () => {
    const secret = 'hunter2-very-secret'
    for (const { name } of settingRows)
      expect(problemsOf({ ...good, [name]: secret }).join('\n')).not.toContain(secret)
  })

  it('read the API key from its file again at each call', async () => {
    const folder = await temporaryFolder()
    onTestFinished(folder.remove)
    const file = join(folder.path, 'key')
    const { SIGHTLINE_API_KEY: _, ...without } = good
    writeFileSync(file, 'sk-first\n')
    const { api } = readConfig({ ...without, SIGHTLINE_API_KEY_FILE: file })
    expect(api.key()).toBe('sk-first')
    writeFileSync(file, 'sk-second\n')
    expect(api.key()).toBe('sk-second')
  })

  it('that are unusable end the start with exit code 2, and print every problem to standard error', async () => {
    expect(await run(['src/start.mjs']).ended).toMatchObject({
      code: 2,
      output: '',
      errors: expect.stringMatching(/SLACK_BOT_TOKEN is missing[\s\S]*SIGHTLINE_PROJECT_ID is missing/),
    })
  })
})
