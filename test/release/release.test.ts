import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isPermissive, refusedLicences } from '../../release/allowed.ts'
import { changelogProblems, releasesOf } from '../../release/changelog.ts'
import { licencesPage } from '../../release/licences-page.ts'
import { productionPackages, readLock, root } from '../../release/lock.ts'

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { version, dependencies } = JSON.parse(read('package.json'))

describe('docs/licences.md', () => {
  it('lists exactly the packages of a production installation', () => {
    const packages = productionPackages(readLock())
    expect(read('docs/licences.md'), 'run `npm run licences`').toBe(licencesPage(packages))
    for (const name of Object.keys(dependencies)) expect(packages.map((one) => one.name)).toContain(name)
  })

  it('has permissive licences only', () => {
    expect(refusedLicences(productionPackages(readLock()))).toEqual([])
  })

  it.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0-only)', true],
    ['MIT AND ISC', true],
    ['MIT AND GPL-3.0-only', false],
    ['GPL-3.0-or-later', false],
    ['MPL-2.0', false],
    ['SEE LICENSE IN LICENSE', false],
    ['UNLICENSED', false],
    ['', false],
  ])('calls %s permissive: %s', (expression, permissive) => {
    expect(isPermissive(expression)).toBe(permissive)
  })

  it('names a package that is not allowed, and why', () => {
    const lock = {
      version,
      packages: {
        '': { version },
        'node_modules/good': { version: '1.0.0', license: 'MIT' },
        'node_modules/only-for-tests': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
        'node_modules/good/node_modules/@their/copyleft': { version: '2.0.0', license: 'AGPL-3.0-only' },
        'node_modules/silent': { version: '3.0.0' },
      },
    }
    const packages = productionPackages(lock)
    expect(packages.map(({ name }) => name)).toEqual(['@their/copyleft', 'good', 'silent'])
    expect(refusedLicences(packages)).toEqual([
      expect.stringMatching(/^@their\/copyleft 2\.0\.0 has the licence AGPL-3\.0-only, /),
      expect.stringMatching(/^silent 3\.0\.0 has no licence, /),
    ])
  })
})

describe('CHANGELOG.md', () => {
  it('starts with unreleased changes, then has each version with its day', () => {
    const releases = releasesOf(read('CHANGELOG.md'))
    expect(releases[0]?.version).toBeNull()
    for (const release of releases.slice(1)) {
      expect(release.version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(release.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    }
  })

  it('has a line for each change', () => {
    for (const { body } of releasesOf(read('CHANGELOG.md')))
      for (const line of body.split('\n'))
        expect(line).toMatch(/^(- \S.*[.!)]|### (Added|Changed|Removed|Fixed|Security)|)$/)
  })

  it.each([
    [
      '# Changelog\n\n## [Unreleased]\n',
      ['CHANGELOG.md has no section for 1.0.0: add “## [1.0.0] - <date>”.'],
    ],
    [
      '## [Unreleased]\n\n- More\n\n## [1.0.0] - 2026-11-21\n\n### Added\n\n- Something\n',
      ['CHANGELOG.md still has entries under “Unreleased”: move them to 1.0.0.'],
    ],
    [
      '## [Unreleased]\n\n## [1.0.0]\n',
      [
        'CHANGELOG.md has no release date for 1.0.0: write “## [1.0.0] - <yyyy-mm-dd>”.',
        'CHANGELOG.md has nothing under 1.0.0: say what changes for its users and operators.',
      ],
    ],
    ['## [Unreleased]\n\n## [1.0.0] - 2026-11-21\n\n- Something\n', []],
  ])('names what prevents a release (%#)', (changelog, problems) => {
    expect(changelogProblems(changelog, '1.0.0')).toEqual(problems)
  })
})
