import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { schemaVersion } from '../src/store/migrations.ts'
import { refusedLicences } from './allowed.ts'
import { changelogProblems } from './changelog.ts'
import { licencesPage } from './licences-page.ts'
import { productionPackages, readLock, root } from './lock.ts'
import { run } from './run.ts'

export interface Check {
  readonly name: string
  /** One sentence for each reason not to release. */
  problems(): Promise<readonly string[]>
}

const read = (name: string) => readFileSync(join(root, name), 'utf8')
const { version }: { version: string } = JSON.parse(read('package.json'))

const tree: Check = {
  name: 'the working tree',
  problems: async () => {
    const { output } = await run('git', ['status', '--porcelain'])
    const changed = output.split('\n').filter((line) => line !== '')
    return changed.length === 0
      ? []
      : [`${changed.length} files are not committed (${changed[0]?.slice(3)} …): commit or revert them.`]
  },
}

const tag: Check = {
  name: 'the tag',
  problems: async () => {
    const { output } = await run('git', ['tag', '--list', `v${version}`])
    return output.trim() === '' ? [] : [`v${version} is already released: raise the version in package.json.`]
  },
}

const versions: Check = {
  name: 'the version',
  problems: async () => {
    const problems: string[] = []
    if (readLock().version !== version)
      problems.push(
        `package-lock.json has version ${readLock().version}: run npm install to bring it to ${version}.`,
      )
    const { services } = parse(read('compose.yml'), { merge: true })
    if (services.sightline.image !== `sightline:${version}`)
      problems.push(`compose.yml builds ${services.sightline.image}: write sightline:${version}.`)
    return problems
  },
}

const changelog: Check = {
  name: 'the changelog',
  problems: async () => changelogProblems(read('CHANGELOG.md'), version),
}

const schema: Check = {
  name: 'the schema',
  problems: async () =>
    existsSync(join(root, `test/store/schemas/${schemaVersion}.sql`))
      ? []
      : [
          `The next version can't be tested from schema ${schemaVersion}: run npm run schema, and commit what it writes.`,
        ],
}

const licences: Check = {
  name: 'the licences',
  problems: async () => {
    const packages = productionPackages(readLock())
    const stale = read('docs/licences.md') !== licencesPage(packages)
    return [
      ...refusedLicences(packages),
      ...(stale ? ['docs/licences.md is out of date: run npm run licences.'] : []),
    ]
  },
}

const advisories: Check = {
  name: 'npm audit',
  problems: async () => {
    const { output } = await run('npm', ['audit', '--json'])
    const { error, message, metadata } = JSON.parse(output)
    if (metadata === undefined)
      return [
        `npm audit failed (${error?.summary || message || 'no reason given'}): try again with a registry that supports it.`,
      ]
    const { total } = metadata.vulnerabilities
    return total === 0
      ? []
      : [`npm audit found ${total} vulnerabilities: run npm audit, and upgrade what it lists.`]
  },
}

const script = (name: string, args: readonly string[]): Check => ({
  name: `npm ${args.join(' ')}`,
  problems: async () => {
    const { code } = await run('npm', args)
    return code === 0
      ? []
      : [`${name} (exit code ${code}): run npm ${args.join(' ')}, and fix what it reports.`]
  },
})

/** The checks before a release, quick ones first. The tests compare the manifest, README and goldens with the code. */
export const checks: readonly Check[] = [
  tree,
  tag,
  versions,
  changelog,
  schema,
  licences,
  advisories,
  script('npm run check found problems', ['run', 'check']),
  script('Tests failed', ['test']),
]
