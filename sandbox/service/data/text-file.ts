/** Reads the texts beside this file. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Section {
  readonly heading: string
  readonly lines: readonly string[]
}

/** A section begins with a line `# heading`. */
export const sectionsOf = (file: string): readonly Section[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .split(/^# /m)
    .slice(1)
    .map((text) => {
      const [heading = '', ...lines] = text.trim().split('\n')
      return { heading, lines }
    })
