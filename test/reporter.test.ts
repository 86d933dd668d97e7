import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache')
mkdirSync(cache, { recursive: true })
const folder = mkdtempSync(join(cache, 'sightline-reporter-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  ...Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`green-${index}.test.ts`, `it('is green', () => {})`]),
  ),
  'red.test.ts': `
    describe('a “suite” (of two)', () => {
      it.each([1, 2])('costs $%i? It’s "more" than one\\'s', (n) => expect(n).toBe(1))
    })
    describe('a hook', () => {
      beforeAll(() => {
        throw new Error('broken')
      })
      it('never runs', () => {})
    })`,
  'vitest.config.ts': `export default { test: {
    globals: true, isolate: false, maxWorkers: 1, reporters: [${JSON.stringify(join(root, 'test/reporter.ts'))}],
    include: ['*.test.ts'], exclude: [] } }`,
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)

const env = { PATH: process.env.PATH, NO_COLOR: '1', SIGHTLINE_TEST_SEED: '7' }
/** @param command as a person types it in the project’s folder */
function run(command: string) {
  const { status, stdout, stderr } = spawnSync(command, { shell: 'bash', cwd: folder, encoding: 'utf8', env })
  return { status, output: stdout + stderr }
}

it('prints few lines of a green run, however many files it has', () => {
  const { status, output } = run('npx vitest run green')
  expect(status, output).toBe(0)
  expect(output).toContain('50 passed')
  expect(output.split('\n').length).toBeLessThanOrEqual(40)
})

it('prints the command that repeats each failure', () => {
  const { status, output } = run('npx vitest run')
  expect(status).toBe(1)
  const commands = output.match(/^SIGHTLINE_TEST_SEED=7 npx vitest run .*$/gm) ?? []
  expect(commands).toHaveLength(2)
  const again = commands.map((command) => run(command).output)
  expect(again[0]).toContain('Error: broken')
  expect(again[1]).toContain('expected 2 to be 1')
  expect(again[1]).toMatch(/Tests +1 failed \| 2 skipped \(3\)/)
})
