import type { composeDigest as compose } from './compose.ts'

/** Composing takes a tenth of the house's code, and is loaded with the first digest. */
export const composeDigest: typeof compose = async (...asked) =>
  (await import('./compose.ts')).composeDigest(...asked)
