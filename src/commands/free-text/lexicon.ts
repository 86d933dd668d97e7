/** The words that people use, from the lists in `words`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const list = (name: string) => readFileSync(join(import.meta.dirname, 'words', `${name}.txt`), 'utf8')
const otherSubjects = list('other-subjects')

/** Ordinary words: never typos, and not brands after an article. */
export const commonWords: ReadonlySet<string> = new Set(list('common').split(/\s+/u))

/** Words that ask for an action. A verb that doesn't expect one of them is the wrong verb. */
export const imperatives: ReadonlySet<string> = new Set([
  'create',
  'add',
  'delete',
  'pause',
  'resume',
  'edit',
  'post',
  'remind',
  'alert',
  'export',
  'schedule',
  'untrack',
  'notneed',
  'link',
  'unlink',
  'replace',
  'set',
  'start',
  'complete',
  'unsubscribe',
  'will',
  'forecast',
])

/** Words that fit any verb. */
export const soft: ReadonlySet<string> = new Set([
  'now',
  'look',
  'new',
  'where',
  'how',
  'thereis',
  'again',
  'wanta',
])

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '' && !word.endsWith('?'))
}

/** Words that are not another subject, although their base form is: `pricing`. */
export const ownSubjects: ReadonlySet<string> = new Set(
  otherSubjects
    .split(/\s+/u)
    .filter((word) => word.endsWith('?'))
    .map((word) => word.slice(0, -1)),
)
export const fillerWords: ReadonlySet<string> = new Set(words(list('fillers')))
export const foreignWords: ReadonlySet<string> = new Set(words(otherSubjects))
export const fillerPhraseList: readonly string[] = list('filler-phrases')
  .split('\n')
  .filter((line) => line !== '')

/** Each synonym with its concept, in the order of the groups. */
export const synonyms: readonly (readonly [synonym: string, concept: string])[] = list('concepts')
  .trim()
  .split('\n')
  .flatMap((line) => {
    const [concept = '', rest = ''] = line.split(': ')
    return [concept, ...rest.split(', ')].map((synonym) => [synonym, concept] as const)
  })
