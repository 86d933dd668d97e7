/** What a process that a test starts with settings of its own has of the test's: where programs are, and compiled ones. */
export const inherited = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
