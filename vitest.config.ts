import { randomInt } from 'node:crypto'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { parts } from './test/projects.ts'
import { LongestFirst } from './test/sequence.ts'

const setupFiles = [
  // Fails a test file that prints a key or a token.
  'test/secrets/watch.ts',
  'test/properties/seed.ts',
]

// Half of a process's start is compiling, so the processes that tests start share a compile cache.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')

// One seed for the whole run, which the commands that repeat its failures name.
if (process.env.SIGHTLINE_TEST_SEED === 'random') process.env.SIGHTLINE_TEST_SEED = String(randomInt(2 ** 31))

export default defineConfig({
  test: {
    reporters: ['./test/reporter.ts'],
    // Hides the output of passing tests.
    silent: 'passed-only',
    // Room for short-lived objects: 6 % less processor time for the quick part.
    execArgv: ['--max-semi-space-size=32'],
    // One more than there are cores, since some tests are always waiting for a process, a browser or a clock.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Long enough for a busy machine, but shorter than the test, so that a failed wait names what it waited for. The same
    // holds for the sandbox's waits.
    expect: { poll: { timeout: 50_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: parts.quick,
          setupFiles: [...setupFiles, 'test/in-process.ts'],
          // A worker's files share their modules, which saves loading them two hundred times.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'long',
          include: parts.long,
          setupFiles: [...setupFiles, 'test/in-process.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          include: parts.system,
          setupFiles,
          globalSetup: 'test/shared-folder.ts',
          isolate: false,
        },
      },
    ],
  },
})
