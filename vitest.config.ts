import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { parts } from './test/projects.ts'
import { LongestFirst } from './test/sequence.ts'

const setupFiles = [
  // Fails the file that puts out a key or a token.
  'test/secrets/watch.ts',
  'test/properties/seed.ts',
]

// Half of a process's start is compiling: what one of those that the tests start has compiled, the next one has.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'node-compile-cache')

export default defineConfig({
  test: {
    // What a test that passes says is left out.
    silent: 'passed-only',
    // One more than there are cores: some always wait, for a process, a browser or a clock.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongestFirst },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow; a wait that names what it waits for ends before the test does. The sandbox's waits do, too.
    expect: { poll: { timeout: 50_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: parts.quick,
          setupFiles: [...setupFiles, 'test/in-process.ts'],
          // Files of a worker share their modules, which saves loading them two hundred times.
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
