/** In each test file of `npm run mutate`: which mutant is on, and which ones the file reaches. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, expect, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Has a file `on` with the number of the mutant that is on, and gets one named `reached`. */
    mutantsFolder: string
  }
}

const folder = inject('mutantsFolder')
const on = Number(readFileSync(join(folder, 'on'), 'utf8'))
const reached = new Set<number>()
/** A mutant that never ends reaches itself so often. */
const endless = 1_000_000
let times = 0

Object.assign(globalThis, {
  mutantIsOn(id: number): boolean {
    reached.add(id)
    if (id !== on) return false
    times += 1
    if (times > endless) throw new Error('The mutant does not end.')
    return true
  },
})

// A loop that doesn't come back to its mutant can only be ended from another thread.
const watchdog = new Worker("setTimeout(() => process.kill(process.pid, 'SIGKILL'), 300_000)", { eval: true })
watchdog.unref()

afterAll(async () => {
  await watchdog.terminate()
  const { testPath } = expect.getState()
  appendFileSync(join(folder, 'reached'), `${JSON.stringify([testPath, [...reached]])}\n`)
})
