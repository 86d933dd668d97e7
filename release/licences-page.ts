import type { ProductionPackage } from './lock.ts'

/** `docs/licences.md`: the packages of a production installation, and their licences. */
export function licencesPage(packages: readonly ProductionPackage[]): string {
  const counts = Map.groupBy(packages, ({ licence }) => licence)
  const summary = [...counts]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([licence, all]) => `${all.length} ${licence}`)
    .join(', ')
  const header = { name: 'package', version: 'version', licence: 'licence' }
  const width = (of: (one: ProductionPackage) => string) =>
    Math.max(...[header, ...packages].map((one) => of(one).length))
  const widths = [width(({ name }) => name), width(({ version }) => version), width(({ licence }) => licence)]
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [
    '# Licences',
    '',
    `Sightline itself is under the MIT licence. A production installation (\`npm ci --omit=dev\`, as in the container image) includes ${packages.length} packages: ${summary}. All of these licences are permissive.`,
    '',
    '`npm run licences` writes this page from `package-lock.json`; a test fails if it is out of date or a package has another licence.',
    '',
    row(Object.values(header)),
    `| ${widths.map((each) => '-'.repeat(each)).join(' | ')} |`,
    ...packages.map(({ name, version, licence }) => row([name, version, licence])),
    '',
  ].join('\n')
}
