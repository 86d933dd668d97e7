import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Fails the file that puts out a key or a token.
    setupFiles: ['test/secrets/watch.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
