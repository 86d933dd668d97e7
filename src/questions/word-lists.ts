import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lists of words with one entry a line. @param folder the directory of the module that the list belongs to */
export function wordList(folder: string, list: string): readonly string[] {
  return readFileSync(join(folder, 'words', `${list}.txt`), 'utf8')
    .trim()
    .split('\n')
}

/** A list with lines such as `lst: last`. */
export function wordPairs(
  folder: string,
  list: string,
): readonly (readonly [words: string, meaning: string])[] {
  return wordList(folder, list).map((line) => {
    const [words = '', meaning = ''] = line.split(': ')
    return [words, meaning]
  })
}
