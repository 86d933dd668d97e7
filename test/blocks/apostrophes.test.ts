import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** Texts for people use one kind of apostrophe, as they use one kind of quotes: ’. */
const straight = /[\p{L}\p{N})}”]\\?'(?:s|t|re|ll|ve|d|m)\b/u

/** Block comments, and line comments after a space: their apostrophes don't matter. */
const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const root = join(import.meta.dirname, '../..')

it('finds a straight apostrophe in a text, and none in a comment', () => {
  expect(withoutComments(`const a = "can't" // it's`)).toMatch(straight)
  expect(String.raw`const a = 'can\'t'`).toMatch(straight)
  expect(withoutComments("/** it's */ const a = 'b’s' // it's")).not.toMatch(straight)
})

it('no text of Sightline has a straight apostrophe', () => {
  // People may type either kind.
  const files = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.includes('free-text'))
  expect(files.length).toBeGreaterThan(300)
  const lines = files.flatMap((file) =>
    withoutComments(readFileSync(join(root, file), 'utf8'))
      .split('\n')
      .filter((line) => straight.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(lines, 'write ’').toEqual([])
})

it('no view has one', () => {
  const folder = join(import.meta.dirname, 'goldens')
  const lines = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => straight.test(line))
      .map((line) => `${name}: ${line.trim()}`),
  )
  expect(lines, 'write ’').toEqual([])
})
