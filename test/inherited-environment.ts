/** What a process with its own settings still inherits from the test: the program path, and the compile cache. */
export const inherited = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
