import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [
      // Fails the file that puts out a key or a token.
      'test/secrets/watch.ts',
      'test/properties/seed.ts',
    ],
    // Vitest leaves one core free, which is half of a small machine.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A busy machine is slow; a wait that names what it waits for ends before the test does. The sandbox's waits do, too.
    expect: { poll: { timeout: 50_000 } },
  },
})
