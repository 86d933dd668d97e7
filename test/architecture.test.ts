import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Files, folders and functions named in the documents must exist. */
const root = resolve(import.meta.dirname, '..')

const decisions = readdirSync(join(root, 'docs/adr')).filter((name) => /^\d/.test(name))
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/adr/README.md',
  ...decisions.map((name) => `docs/adr/${name}`),
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const exists = (path: string) =>
  path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path))

/** Paths of this repository in text, code and diagrams, without a full stop that ends the sentence. */
function pathsIn(text: string): string[] {
  const matches = text.matchAll(/(?<![\w/.-])(?:src|test|docs)\/[\w./*-]*[\w/*]/g)
  return [...new Set([...matches].map(([path]) => path))]
}

/** Links to other files, relative to the document. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map((match) => match[1] ?? '')
}

describe('the documents', () => {
  it('have paths, patterns and links that this test finds', () => {
    const text = 'See `src/main.ts`, test/e2e, docs/*.md and https://docs.example/docs/x.'
    expect(pathsIn(text)).toEqual(['src/main.ts', 'test/e2e', 'docs/*.md'])
    expect(linksIn('[a](docs/a.md#part) [b](https://b.example) [c](#c)')).toEqual(['docs/a.md'])
    expect(pathsIn(read('docs/architecture.md')).length).toBeGreaterThan(30)
  })

  it.each(documents)('have only paths and links that lead to a file: %s', (document) => {
    const text = read(document)
    const links = linksIn(text).map((link) => join(dirname(document), link))
    expect([...pathsIn(text), ...links].filter((path) => !exists(path))).toEqual([])
  })

  it.each(documents)('name only things that are in the stated file: %s', (document) => {
    const named = [...read(document).matchAll(/`([\w.]+)`(?: table)? in `(src\/[\w./-]+\.ts)`/g)]
    const missing = named.filter(([, name = '', path = '']) => {
      const source = existsSync(join(root, path)) ? read(path) : ''
      return !name.split('.').every((part) => new RegExp(`\\b${part}\\b`).test(source))
    })
    expect(missing.map(([text]) => text)).toEqual([])
  })

  it('docs/architecture.md answers where to change what newcomers ask for first', () => {
    const rows = read('docs/architecture.md').split('\n')
    for (const what of ['the wording of a paused digest', 'the limit of table rows', 'the pace of posts']) {
      const row = rows.find((line) => line.startsWith(`| ${what} `)) ?? ''
      expect(pathsIn(row), what).not.toEqual([])
    }
  })

  it('README.md and CONTRIBUTING.md link docs/architecture.md before any other document', () => {
    for (const document of ['README.md', 'CONTRIBUTING.md']) {
      const docs = linksIn(read(document)).filter((link) => link.endsWith('.md'))
      expect(docs[0], document).toBe('docs/architecture.md')
    }
  })

  it('docs/adr/README.md lists every decision by its title', () => {
    const rows = read('docs/adr/README.md')
      .split('\n')
      .map((row) => row.replaceAll(/ +/g, ' '))
    for (const page of decisions) {
      const [, number, title] = /^# (\d+)\. (.*)/.exec(read(`docs/adr/${page}`)) ?? []
      expect(rows).toContain(`| ${number} | [${title}](${page}) |`)
    }
  })
})
