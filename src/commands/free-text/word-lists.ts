import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const textOf = (list: string) =>
  readFileSync(join(import.meta.dirname, 'words', `${list}.txt`), 'utf8').trim()

export function wordList(list: string): readonly string[] {
  return textOf(list).split('\n')
}

/** A list with lines such as `lst: last`. */
export function wordPairs(list: string): readonly (readonly [word: string, meaning: string])[] {
  return wordList(list).map((line) => {
    const [word = '', meaning = ''] = line.split(': ')
    return [word, meaning]
  })
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u))
}
