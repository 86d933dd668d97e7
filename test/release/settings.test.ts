import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { settingsPage } from '../../release/settings-page.ts'
import { settingRows } from '../../src/config/settings.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../..', name), 'utf8')

describe('docs/settings.md', () => {
  const page = read('docs/settings.md')

  it('is generated from the settings', () => {
    expect(page, 'run `npm run settings`').toBe(settingsPage())
  })

  it('has a row for each setting, with its description and default', () => {
    const rows = page
      .split('\n')
      .filter((line) => /^\| `[A-Z]/.test(line))
      .map((line) => line.replaceAll(/ +/g, ' '))
    expect(rows).toHaveLength(settingRows.length)
    for (const { name, about, fallback } of settingRows) {
      const row = rows.find((line) => line.startsWith(`| \`${name}\` |`))
      expect(row, name).toContain(about)
      expect(row?.endsWith(`| ${fallback} |`.replace('|  |', '| |')), name).toBe(true)
    }
  })

  it('has the names that .env.example has', () => {
    const names = [...read('.env.example').matchAll(/^(?:# )?([A-Z_]+)=/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(settingRows.map(({ name }) => name).toSorted())
  })

  it('is linked from the README', () => {
    expect(read('README.md')).toContain('(docs/settings.md)')
  })
})
