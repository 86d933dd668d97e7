import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { gallery } from './gallery/index.ts'
import { goldenOf } from './golden.ts'

const source = join(import.meta.dirname, '../../src')
/** The folders with texts for people in Slack. */
const worded = [
  'actions',
  'blocks',
  'commands',
  'connections',
  'forms',
  'home',
  'insights',
  'slack/receive/permission.ts',
]

function files(path: string): readonly string[] {
  if (path.endsWith('.ts')) return [path]
  return readdirSync(join(source, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(path, name))
}

const withoutComments = (code: string) => code.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

it('settings’ names are for operators: no sentence for people in Slack has one', () => {
  const all = worded.flatMap(files)
  expect(all.length).toBeGreaterThan(100)
  const named = all.filter((file) =>
    /SIGHTLINE_/.test(withoutComments(readFileSync(join(source, file), 'utf8'))),
  )
  expect(named).toEqual([])
})

it('no view shows the name of a setting or an HTTP status', () => {
  for (const exhibit of gallery.flatMap(({ exhibits }) => exhibits))
    expect(goldenOf(exhibit), exhibit.name).not.toMatch(/SIGHTLINE_|\bstatus [45]\d\d\b/)
})
