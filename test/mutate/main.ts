/**
 * `npm run mutate`: puts small bugs into a sample of the product’s code, one after the other, and says which of them the
 * tests notice. It changes no file: Vite adds the bugs while it loads the sources.
 */
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { createVitest, type TestSpecification } from 'vitest/node'
import { Chance } from '../chance.ts'
import { parts } from '../projects.ts'
import { type Break, breaks, without } from '../storm/breaks.ts'
import { instrument, type Mutant, mutantsOf } from './mutants.ts'

const usage = `Usage: npm run mutate -- [options]

  --seed 1             draws another sample
  --sample 300         number of mutants
  --only 7,12          of these only the ones with these numbers
  --under src/tasks    only this folder (default: all of those below; may be repeated)
  --part quick         which tests may notice them: quick, long or system (may be repeated)
  --tests test/tasks   only the tests in this folder (default: all; may be repeated)
  --guards             instead of mutants: the guards that npm run storm -- --break takes out of the outbox
  --workers 2          number of processes
`
const folders = ['store', 'outbox', 'digests', 'tasks', 'insights', 'questions', 'slack/receive'].map(
  (name) => `src/${name}`,
)

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    sample: { type: 'string', default: '300' },
    only: { type: 'string' },
    under: { type: 'string', multiple: true, default: folders },
    part: { type: 'string', multiple: true, default: ['quick'] },
    tests: { type: 'string', multiple: true, default: ['test/'] },
    guards: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}

const root = join(import.meta.dirname, '../..')
const files = globSync(
  values.under.map((folder) => `${folder}/**/*.ts`),
  { cwd: root },
).sort()
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const all = [...sources].flatMap(([file, source]) => mutantsOf(file, source))
const seeded = new Chance(Number(values.seed)).shuffled(all).slice(0, Number(values.sample))
const only = values.only?.split(',').map(Number)
const numbered = new Map(
  seeded
    .map((mutant, at) => [at + 1, mutant] as const)
    .filter(([number]) => only === undefined || only.includes(number)),
)
const sample = [...numbered.values()]
const byFile = Map.groupBy(numbered, ([, { file }]) => file)
console.log(`${sample.length} of ${all.length} mutants in ${files.length} files, seed ${values.seed}`)

const folder = mkdtempSync(join(tmpdir(), 'sightline-mutants-'))

const guards = Object.entries<Break>(breaks).filter(([, { file }]) => /outbox|notice/.test(file))
let broken: Break | null = null
const transform = (code: string, id: string) => {
  const file = relative(root, id)
  if (values.guards) return file === broken?.file ? without(broken, code) : null
  const mutants = byFile.get(file)
  return mutants === undefined ? null : instrument(code, new Map(mutants))
}
const filesOf = (part: string) => new Map(Object.entries(parts)).get(part) ?? []
const included = values.part
  .flatMap(filesOf)
  .filter((file) => values.tests.some((folder) => file.startsWith(folder)))
/** What has failed in this run. `runTestSpecifications` also returns what failed in earlier ones. */
let red: string[] = []
const vitest = await createVitest(
  'test',
  { config: false, root, watch: false },
  {
    plugins: [{ name: 'mutants', enforce: 'pre', transform }],
    test: {
      include: values.guards ? ['test/outbox/faults.test.ts'] : included,
      setupFiles: ['test/properties/seed.ts', 'test/mutate/set-up.ts'],
      globalSetup: 'test/shared-folder.ts',
      isolate: false,
      // It would keep modules without mutants.
      fsModuleCache: false,
      reporters: [
        {
          onTestModuleEnd: (module) => {
            if (!module.ok()) red.push(module.relativeModuleId)
          },
          onTestRunEnd: (_, errors) => {
            // Its process was ended.
            if (errors.length > 0) red.push('a file that never ended')
          },
        },
      ],
      maxWorkers: Number(values.workers),
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 50_000 } },
      // The first failure says enough.
      bail: 1,
    },
  },
)
vitest.provide('mutantsFolder', folder)
const tests = await vitest.globTestSpecifications()

/** The files that fail. Those of a part run once those of the parts before it have passed. */
async function run(on: number, chosen: TestSpecification[]): Promise<readonly string[]> {
  writeFileSync(join(folder, 'on'), String(on))
  red = []
  const files = values.part.map((part) => new Set(filesOf(part).map((file) => join(root, file))))
  const phases = values.guards
    ? [chosen]
    : files.map((part) => chosen.filter(({ moduleId }) => part.has(moduleId)))
  for (const due of phases) if (red.length === 0 && due.length > 0) await vitest.runTestSpecifications(due)
  return red
}

const failing = await run(0, tests)
if (failing.length > 0) {
  console.log(`Without a mutant these fail: ${failing.join(', ')}`)
  process.exit(1)
}
if (values.guards) {
  const unnoticed: string[] = []
  for (const [name, guard] of guards) {
    broken = guard
    vitest.invalidateFile(join(root, guard.file))
    const isNoticed = (await run(0, tests)).length > 0
    vitest.invalidateFile(join(root, guard.file))
    if (!isNoticed) unnoticed.push(name)
    console.log(`${name}, ${guard.what}: ${isNoticed ? 'noticed' : 'NOT NOTICED'}`)
  }
  await vitest.close()
  process.exit(unnoticed.length === 0 ? 0 : 1)
}

const reached = readFileSync(join(folder, 'reached'), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line) as [path: string, ids: readonly number[]])
console.log(`${tests.length} test files hold without a mutant`)

const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 160)
const survivors: Mutant[] = []
for (const [id, mutant] of numbered) {
  const paths = new Set(reached.filter(([, ids]) => ids.includes(id)).map(([path]) => path))
  const chosen = tests.filter(({ moduleId }) => paths.has(moduleId))
  const red = chosen.length === 0 ? [] : await run(id, chosen)
  if (red.length === 0) survivors.push(mutant)
  const result = red.length > 0 ? `killed by ${red[0]}` : `SURVIVED ${chosen.length} files`
  console.log(`${id} ${mutant.file}:${mutant.line} ${result}`)
  if (red.length === 0) console.log(`    ${oneLine(mutant.was)}\n    ${oneLine(mutant.becomes)}`)
}
await vitest.close()
rmSync(folder, { recursive: true })

for (const under of values.under) {
  const drawn = sample.filter(({ file }) => file.startsWith(`${under}/`)).length
  const lived = survivors.filter(({ file }) => file.startsWith(`${under}/`)).length
  if (drawn > 0) console.log(`${under}: ${drawn - lived} of ${drawn} killed`)
}
const killed = sample.length - survivors.length
console.log(`all: ${killed} of ${sample.length} killed, ${((100 * killed) / sample.length).toFixed(1)} %`)
process.exit(0)
