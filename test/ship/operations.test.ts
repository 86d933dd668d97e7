import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingRows } from '../../src/config/settings.ts'
import { root } from './dockerfile.ts'

const text = readFileSync(join(root, 'docs/operations.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

describe('docs/operations.md', () => {
  it('names only existing commands, settings, files and sections', () => {
    const commands = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name)
    expect(commands.length).toBeGreaterThan(5)
    expect(commands.filter((name) => scripts[name] === undefined)).toEqual([])
    const settingNames = new Set(settingRows.map(({ name }) => name))
    const settings = [...text.matchAll(/\b(?:SIGHTLINE|SLACK)_[A-Z_]+/g)].map(([name]) => name)
    expect(settings.filter((name) => !settingNames.has(name))).toEqual([])
    const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) => title.toLowerCase())
    const anchors = [...text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
    expect(anchors.filter((anchor) => !headings.includes(anchor.replaceAll('-', ' ')))).toEqual([])
    const links = [...text.matchAll(/\]\(([\w./-]+)\)/g)].map(([, link = '']) => link)
    const missing = links.filter((link) => !existsSync(join(root, 'docs', link)))
    expect(missing).toEqual([])
  })

  it('says what each exit code of main.ts means', () => {
    const main = readFileSync(join(root, 'src/main.ts'), 'utf8')
    const codes = new Set(
      [...main.matchAll(/exit\((\d)\)|\? (\d) : (\d)|code = (\d)/g)].flatMap((all) => all.slice(1)),
    )
    for (const code of codes)
      if (code !== undefined) expect(text).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'))
  })
})

it('docs/security.md names a test for each threat, and only existing tests', () => {
  const security = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const [, table = ''] = security.split('## What can happen')
  const threats = table.split('\n').filter((line) => /^\| (?!-|threat )/.test(line))
  expect(threats.length).toBeGreaterThan(20)
  for (const threat of threats) {
    const tests = [...threat.matchAll(/`(test\/[\w./-]+)`/g)].map(([, path = '']) => path)
    expect(tests.length, threat).toBeGreaterThan(0)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  }
})
