import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../..')
const folder = join(root, '.github/workflows')

interface Step {
  readonly run?: string
  readonly uses?: string
  readonly env?: Readonly<Record<string, string>>
  readonly with?: Readonly<Record<string, unknown>>
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly 'timeout-minutes'?: number
        readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> }
        readonly steps: readonly Step[]
      }
    >
  >
}

const workflow = (name: string): Workflow => parse(readFileSync(join(folder, name), 'utf8'))
const all = readdirSync(folder).map((name) => [name, workflow(name)] as const)
const steps = all.flatMap(([, { jobs }]) => Object.values(jobs).flatMap((job) => job.steps))

describe('the workflows', () => {
  it('run the checks for a change on Linux, macOS and Windows', () => {
    const { on, jobs } = workflow('ci.yml')
    expect(Object.keys(on)).toEqual(['push', 'pull_request'])
    expect(jobs.run?.strategy?.matrix.os).toEqual(['ubuntu-latest', 'macos-latest', 'windows-latest'])
    expect(jobs.run?.steps.map(({ run }) => run)).toContain('.ci/run')
    // Windows has no such bit.
    if (process.platform !== 'win32') expect(statSync(join(root, '.ci/run')).mode & 0o111).not.toBe(0)
  })

  it('use new random data, test every case and try the tests at night', () => {
    const { on, jobs } = workflow('nightly.yml')
    expect(Object.keys(on)).toContain('schedule')
    const tests = jobs.properties?.steps.find(({ run }) => run === 'npm test')
    expect(tests?.env).toEqual({ SIGHTLINE_TEST_SEED: 'random', SIGHTLINE_TEST_THOROUGH: 1 })
    expect(jobs.mutate?.steps.map(({ run }) => run)).toContain('npm run mutate -- --guards')
  })

  it('run a short storm for each change and a longer one at night, and keep its log', () => {
    for (const [name, size, ...history] of [
      ['ci.yml', 'short'],
      // Its upgrade begins with an earlier version.
      ['nightly.yml', 'nightly', 0],
    ] as const) {
      const { storm } = workflow(name).jobs
      const [checkout, ...later] = storm?.steps ?? []
      expect(later.at(-2)?.run).toMatch(new RegExp(`^npm run storm -- --size ${size} .*--log storm\\.log$`))
      expect(later.at(-1)?.with).toMatchObject({ path: 'storm.log' })
      for (const depth of history) expect(checkout?.with).toMatchObject({ 'fetch-depth': depth })
    }
  })

  it('call only existing scripts, have only read permission, and have a time limit', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const called = steps.flatMap(({ run = '' }) =>
      [...run.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name),
    )
    expect(called).not.toEqual([])
    for (const name of called) expect(Object.keys(scripts)).toContain(name)
    for (const [name, { permissions, jobs }] of all) {
      expect(permissions, name).toEqual({ contents: 'read' })
      for (const job of Object.values(jobs)) expect(job['timeout-minutes'], name).toBeGreaterThan(0)
    }
  })
})

it('the run for a change writes no golden', () => {
  expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^export CI=true$/m)
})

it('SECURITY.md and the templates lead to files that exist', () => {
  const files = ['SECURITY.md', '.github/PULL_REQUEST_TEMPLATE.md', 'CHANGELOG.md']
  for (const file of files)
    for (const [, target = ''] of readFileSync(join(root, file), 'utf8').matchAll(
      /\]\((?!https?:|#)([^)#]+)/g,
    ))
      expect(existsSync(join(root, file, '..', target)), `${file}: ${target}`).toBe(true)
  for (const name of readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter(
    (name) => name !== 'config.yml',
  )) {
    const { body } = parse(readFileSync(join(root, '.github/ISSUE_TEMPLATE', name), 'utf8'))
    expect(body.length, name).toBeGreaterThan(2)
  }
})
