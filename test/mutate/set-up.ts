/** In each test file of `npm run mutate`: which mutant is on, and which ones the file reaches. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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

afterAll(() => {
  const { testPath } = expect.getState()
  appendFileSync(join(folder, 'reached'), `${JSON.stringify([testPath, [...reached]])}\n`)
})
