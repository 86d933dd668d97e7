import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [fileURLToPath(import.meta.resolve('./leaky.ts'))],
    setupFiles: [fileURLToPath(import.meta.resolve('./watch.ts'))],
  },
})
