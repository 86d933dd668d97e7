import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      fileURLToPath(import.meta.resolve('./leaky.ts')),
      fileURLToPath(import.meta.resolve('./leaky-again.ts')),
    ],
    // One worker for both, as in the suite's quick part.
    isolate: false,
    fileParallelism: false,
    setupFiles: [fileURLToPath(import.meta.resolve('./watch.ts'))],
  },
})
