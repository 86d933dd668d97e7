/** Set up for tests that stay in their process (test/projects.ts): fails a file that starts another one. */
import { afterAll, expect } from 'vitest'
import { started } from './secrets/listen.ts'

afterAll(() => {
  const processes = started.splice(0)
  if (processes.length === 0) return
  const { testPath } = expect.getState()
  throw new Error(
    `${testPath ?? 'This file'} stays in its process, says test/projects.ts, and started:\n${processes.join('\n')}`,
  )
})
