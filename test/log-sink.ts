/** Where a bot's log goes that no test reads: vitest shows the lines of a test that failed (`silent` in vitest.config.ts). */
export const logSink = { write: (line: string): void => console.error(line.trimEnd()) }
