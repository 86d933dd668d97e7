/** The search of all output for secrets: it must find them, and know the shapes of the tests' own secrets. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { TOKENS } from '../../sandbox/slack/world/seed.ts'
import { jwt, KEY } from '../api/support.ts'
import { started, tokenFor } from '../sandbox/service/support.ts'
import { temporaryFolder } from '../store/engines.ts'
import { masked, secretsIn } from './shapes.ts'

const root = join(import.meta.dirname, '../..')

it('fails each test file of a worker that prints a secret, and names the test, the channel and the line', async () => {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  const output = join(folder.path, 'output')
  const file = openSync(output, 'w')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const config = fileURLToPath(import.meta.resolve('./leaky.config.ts'))
  // Into a file, because output through a pipe would be searched here too.
  const stdio = ['ignore' as const, file, file]
  const env = { PATH: process.env.PATH, NO_COLOR: '1' }
  const words = [vitest, 'run', '--config', config]
  const child = spawn(process.execPath, words, { cwd: root, env, stdio })
  const [code] = await once(child, 'exit')
  expect(code).toBe(1)
  const [, ...reports] = readFileSync(output, 'utf8').split('Secrets were put out by')
  for (const file of ['test/secrets/leaky.ts', 'test/secrets/leaky-again.ts'])
    checkReport(reports.find((report) => report.trimStart().split('\n')[0]?.includes(file)) ?? '')
})

function checkReport(report: string): void {
  for (const line of [
    'an API key in standard output, during "prints": half of sk-lea█, and the rest',
    'a Slack token in standard error, during "prints": xoxb-l█',
    'in the console, during "says on the console":     authorization: \'Bearer█\'',
    'a password in an address in the console, during "says on the console": postgr█db/sightline',
    'an API key in a log line, during "logs": {"level":40,',
    'a signing secret in a log line, during "logs": {"level":40,',
    'a Slack token in standard output of -e, during "starts a process": xapp-l█',
    'a Slack token in standard error of -e, during "starts a process": xapp-l█',
  ]) {
    expect(report).toContain(line)
  }
  expect(report).toMatch(/Log lines were printed by .*\n.*\{"level":30,"msg":"ready"\}/)
  expect(report).not.toContain('says nothing secret')
  expect(secretsIn(report)).toEqual([])
}

it('knows the shape of every secret of the sandboxes and of the tests', async () => {
  const service = await started()
  const token = await tokenFor(service, service.keys.user)
  const [head = '', payload = ''] = token.split('.')
  const all = [
    ...Object.values(TOKENS),
    ...Object.values(service.keys),
    token,
    payload,
    `${head}.${payload}`,
    `bearer ${token}`,
    KEY,
    jwt({ exp: 4_000_000_000 }),
    'postgres://sightline:hunter2@db:5432/sightline',
  ]
  for (const secret of all) {
    expect(secretsIn(`before ${secret}, after`), masked(secret)).not.toEqual([])
    expect(masked(`before ${secret}, after`)).not.toContain(secret)
  }
})

/** Where a test or a benchmark sets a secret of its own. */
const GIVEN =
  /(?:SLACK_\w+_TOKEN|SLACK_SIGNING_SECRET|SIGHTLINE_API_KEY|apiKey|signingSecret)\b[^'\n]{0,12}'([^'\\\n]{5,})'/g

it('knows the shape of every secret that a test sets', () => {
  const given = ['test', 'bench', 'sandbox'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => [...readFileSync(join(root, folder, name), 'utf8').matchAll(GIVEN)])
      .map(([, value = '']) => value),
  )
  expect(given.length).toBeGreaterThan(5)
  // Templates are skipped.
  const values = given.filter((value) => !value.startsWith('${'))
  expect(values.filter((value) => secretsIn(value).length === 0)).toEqual([])
})

it('finds no secrets in the files that the suite writes', () => {
  const goldens = join(root, 'test/blocks/goldens')
  for (const name of readdirSync(goldens))
    expect(secretsIn(readFileSync(join(goldens, name), 'utf8')), name).toEqual([])
})

it('does not mistake ordinary text for a secret', () => {
  for (const text of [
    'a risk-free task-1, https://example.com:8080/a?b=c@d, 12:30:45',
    'SLACK_BOT_TOKEN must start with xoxb-. Example: SLACK_BOT_TOKEN=xoxb-…, SIGHTLINE_API_KEY=sk-…',
    'no bearer token, and the raw key is no bearer either',
    'rejected the API key ending in …WXYZ',
    'Write it as postgres://user:password@host:5432/database',
  ]) {
    expect(secretsIn(text), text).toEqual([])
  }
})
