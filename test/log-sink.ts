/** For bot logs that no test reads: vitest shows them if the test fails (`silent` in vitest.config.ts). */
export const logSink = { write: (line: string): void => console.error(line.trimEnd()) }
