/**
 * `npm run bench`: every measurement, or the named ones: `npm run bench -- ack start`. Options: `--seed` and
 * `--quick`, a tenth of the size (`headlines`, `effects`), `--digests` (`sizes`).
 */
import { parseArgs } from 'node:util'
import { benchAck } from './ack.ts'
import { benchApi } from './api.ts'
import { benchCalls } from './calls.ts'
import { benchDigests } from './digests.ts'
import { benchEffects } from './effects.ts'
import { benchFair } from './fair.ts'
import { benchFiles } from './files.ts'
import { benchFlood } from './flood.ts'
import { benchHeadlines } from './headlines.ts'
import { benchPage } from './page.ts'
import { benchQuestions } from './questions.ts'
import { benchReplicas } from './replicas.ts'
import { printResult } from './result.ts'
import { benchSizes, sizeDefaults } from './sizes.ts'
import { benchStart } from './start.ts'
import { benchTexts } from './texts.ts'

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    quick: { type: 'boolean' },
    digests: { type: 'string' },
  },
})
const caseOptions = { seed: Number(values.seed ?? 1), quick: values.quick ?? false }

const benches = {
  start: benchStart,
  ack: async () => [await benchAck(), await benchCalls()],
  fair: benchFair,
  api: benchApi,
  digests: benchDigests,
  page: benchPage,
  headlines: () => benchHeadlines(caseOptions),
  effects: () => benchEffects(caseOptions),
  files: benchFiles,
  flood: benchFlood,
  questions: benchQuestions,
  replicas: benchReplicas,
  sizes: () => benchSizes({ digests: Number(values.digests ?? sizeDefaults.digests) }),
  texts: benchTexts,
}
type Name = keyof typeof benches

const isName = (name: string): name is Name => name in benches
const unknown = asked.filter((name) => !isName(name))
if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark "${unknown.join(' ')}". Available: ${Object.keys(benches).join(', ')}.\n`,
  )
  process.exit(2)
}

let allMet = true
for (const name of asked.length > 0 ? asked.filter(isName) : (Object.keys(benches) as Name[])) {
  for (const result of [await benches[name]()].flat()) {
    printResult(result)
    allMet &&= result.ratios.every((ratio) => ratio.met)
  }
}
process.exit(allMet ? 0 : 1)
