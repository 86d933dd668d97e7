import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: [
      // Fails the file that puts out a key or a token.
      'test/secrets/watch.ts',
      'test/properties/seed.ts',
    ],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})
