import { execFile } from 'node:child_process'
import { root } from './lock.ts'

/** Runs a program in the repository; a failing exit code is returned, not thrown. */
export function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number; output: string }>()
  execFile(program, args, { cwd: root, maxBuffer: 2 ** 28 }, (error, output) =>
    resolve({ code: error === null ? 0 : Number(error.code ?? 1), output }),
  )
  return promise
}
