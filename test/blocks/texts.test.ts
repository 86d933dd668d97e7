/** Texts for people in Slack: what none of them has, neither in the sources nor in the goldens. */
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const goldens = join(import.meta.dirname, 'goldens')

/** Line comments begin a line or come after a space. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

/** The lines of files with something that no text may have. */
const linesWith = (wrong: RegExp, folder: string, files: readonly string[], read = (text: string) => text) =>
  files.flatMap((file) =>
    read(readFileSync(join(folder, file), 'utf8'))
      .split('\n')
      .filter((line) => wrong.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )

describe('one kind of apostrophe, as one kind of quotes: ’', () => {
  const straight = /[\p{L}\p{N})}”]\\?'(?:s|t|re|ll|ve|d|m)\b/u

  it('is looked for in texts, not in comments', () => {
    expect(withoutComments(`const a = "can't" // it's`)).toMatch(straight)
    expect(String.raw`const a = 'can\'t'`).toMatch(straight)
    expect(withoutComments("/** it's */ const a = 'b’s' // it's")).not.toMatch(straight)
  })

  it('is in the texts of Sightline', () => {
    // People may type either kind.
    const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('free-text'))
    expect(files.length).toBeGreaterThan(300)
    expect(linesWith(straight, root, files, withoutComments), 'write ’').toEqual([])
  })

  it('is in the views', () => {
    expect(linesWith(straight, goldens, readdirSync(goldens)), 'write ’').toEqual([])
  })
})

describe('what only operators know', () => {
  it('settings’ names are in no sentence for people in Slack', () => {
    const worded = '{actions,blocks,commands,connections,forms,home,insights}/**/*.ts'
    const files = globSync([`src/${worded}`, 'src/slack/receive/access.ts'], { cwd: root })
    expect(files.length).toBeGreaterThan(100)
    expect(linesWith(/SIGHTLINE_/, root, files, withoutComments)).toEqual([])
  })

  it('settings’ names and HTTP statuses are in no view', () => {
    expect(linesWith(/SIGHTLINE_|\bstatus [45]\d\d\b/, goldens, readdirSync(goldens))).toEqual([])
  })
})
