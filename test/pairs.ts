import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lines of a file, `what is typed → what it means`; a line with `#` is a remark. */
export const pairs = (folder: string, file: string) =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(' → ') as [typed: string, meaning: string])
