/** Objects that hold secrets, printed in every way that a log, a debugger or a crash report might. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { type AnalyticsApi, createAnalyticsApi } from '../../src/api/index.ts'
import { readConfig } from '../../src/config/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/telemetry.ts'
import { createSlack } from '../../src/slack/app.ts'
import { openStore } from '../../src/store/index.ts'
import { errorOf, jwt, startService, unknownOf, WORKSPACE } from '../api/support.ts'
import { requiredSettings } from '../required-settings.ts'
import { failureOf, temporaryFolder } from '../store/engines.ts'
import { secretsIn } from './shapes.ts'

const KEY = 'sk-sightline-to-be-inspected-0001'
const folder = await temporaryFolder()
afterAll(folder.remove)
const file = join(folder.path, 'key')
writeFileSync(file, KEY)

const ENV = {
  ...requiredSettings,
  SLACK_BOT_TOKEN: 'xoxb-to-be-inspected',
  SLACK_APP_TOKEN: 'xapp-to-be-inspected',
  SLACK_SIGNING_SECRET: 'inspected-signing-secret',
  SIGHTLINE_API_KEY: KEY,
}
const IN_HTTP = { ...ENV, SIGHTLINE_SLACK_MODE: 'http' }
const ON_POSTGRES = { ...ENV, DATABASE_URL: 'postgres://bot:hunter2@db/sightline' }
const { SIGHTLINE_API_KEY: _, ...keyless } = ENV
const WITH_KEY_FILE = { ...keyless, SIGHTLINE_API_KEY_FILE: file }

/** A value as text, including hidden properties, spread properties and error causes. */
function printed(value: unknown): string {
  const whole = { depth: null, showHidden: true, maxArrayLength: null, maxStringLength: null }
  const spread = typeof value === 'object' ? { ...value } : value
  return [inspect(value), inspect(value, whole), String(value), JSON.stringify(value), inspect(spread, whole)]
    .concat(value instanceof Error ? [String(value.stack), printed(value.cause)] : [])
    .join('\n')
}

function expectNoSecret(value: unknown): void {
  expect(secretsIn(printed(value))).toEqual([])
}

it.each([
  ['socket mode', ENV],
  ['HTTP mode', IN_HTTP],
  ['a PostgreSQL address', ON_POSTGRES],
  ['a key file', WITH_KEY_FILE],
])('the settings of %s, and the Slack app made of them', (_name, env) => {
  const config = readConfig(env)
  expectNoSecret(config)
  for (const part of Object.values(config)) expectNoSecret(part)
  // Available to code that asks for them by name.
  const { botToken, appToken, signingSecret } = config.slack
  const given = [ENV.SLACK_BOT_TOKEN, ENV.SLACK_APP_TOKEN, ENV.SLACK_SIGNING_SECRET, KEY]
  expect([botToken, appToken, signingSecret, config.api.key()]).toEqual(given)
  if ('databaseUrl' in config.database) expect(config.database.databaseUrl).toContain('hunter2')
  expectNoSecret(createSlack(config.slack, { clock: systemClock, log: createLog('silent') }))
})

it('a store on an unreachable PostgreSQL, and its error', async () => {
  const error = await failureOf(openStore({ databaseUrl: 'postgres://bot:hunter2@127.0.0.1:9/sightline' }))
  expect(error).toMatchObject({ name: 'StoreError' })
  expectNoSecret(error)
})

it('a client before, during and after its calls, and its errors', async () => {
  const token = jwt({ exp: 4_000_000_000 })
  let broken = false
  const service = await startService(({ request, json, reset }) => {
    if (request.path === '/v1/auth/token') json({ token })
    else if (broken) reset()
    else json([])
    return true
  })
  const api: AnalyticsApi = createAnalyticsApi({
    baseUrl: service.url,
    searchBaseUrl: service.url,
    apiKey: () => KEY,
    clock: systemClock,
    random: () => 0,
  })
  onTestFinished(() => api.close())
  expectNoSecret(api)
  const call = api.organizations()
  expectNoSecret(call)
  await call
  broken = true
  expectNoSecret(await errorOf(api.workspaces('a')))
  expectNoSecret(await unknownOf(api.createTask(WORKSPACE, 'result-1')))
  expectNoSecret(await errorOf(api.workspaces('')))
  expectNoSecret(api)
  expect(service.received.at(-1)?.headers.authorization).toBe(`Bearer ${token}`)
})
