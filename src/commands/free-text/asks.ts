import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lazy } from '../../lib/cache.ts'
import type { ArgumentKind, Ask } from './reading.ts'

/** What people say for each command: the list `asks.txt`. */

const forms = lazy(() =>
  readFileSync(join(import.meta.dirname, 'asks.txt'), 'utf8')
    .replaceAll(/^#.*\n/gmu, '')
    .split(/^\[/mu)
    .slice(1)
    .map((form) => {
      const [head = '', ...lines] = form.split('\n').filter((line) => line !== '')
      const [verb, ...words] = head.slice(0, -1).split(' ')
      const after = (mark: string) =>
        lines.flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []))
      const kinds = (mark: string) => after(mark).flatMap((line) => line.split(' ')) as ArgumentKind[]
      const ask: Ask = {
        words: words.join(' '),
        phrases: lines.filter((line) => !/^(?:\? |takes: |elsewhere: |also: )/u.test(line)),
        hints: after('? '),
        also: after('also: ').join(' '),
        takes: kinds('takes: '),
        askedElsewhere: kinds('elsewhere: '),
      }
      return { verb, ask }
    }),
)

export function asksOf(verb: string): readonly Ask[] {
  return forms().flatMap((form) => (form.verb === verb ? [form.ask] : []))
}
