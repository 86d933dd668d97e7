/** `npm run bench`: every measurement, or those that are named: `npm run bench -- ack start`. */
import { benchAck } from './ack.ts'
import { benchApi } from './api.ts'
import { benchDigests } from './digests.ts'
import { benchPage } from './page.ts'
import { printResult } from './result.ts'
import { benchStart } from './start.ts'

const benches = {
  start: benchStart,
  ack: benchAck,
  api: benchApi,
  digests: benchDigests,
  page: benchPage,
}
type Name = keyof typeof benches

const isName = (name: string): name is Name => name in benches
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !isName(name))
if (unknown.length > 0) {
  process.stderr.write(
    `There is no bench "${unknown.join(' ')}". There are: ${Object.keys(benches).join(', ')}.\n`,
  )
  process.exit(2)
}

let met = true
for (const name of asked.length > 0 ? asked.filter(isName) : (Object.keys(benches) as Name[])) {
  const result = await benches[name]()
  printResult(result)
  met &&= result.ratios.every((ratio) => ratio.met)
}
process.exit(met ? 0 : 1)
