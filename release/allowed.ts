import type { ProductionPackage } from './lock.ts'

/** Licences that require only that their text is kept with the code. */
const permissive: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'Unlicense',
])

/** Whether an SPDX expression lets us choose permissive licences only. One that can't be parsed doesn't. */
export function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, ' ').trim()
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => permissive.has(one.trim())))
}

/** One sentence for each package whose licence needs a decision. */
export function refusedLicences(packages: readonly ProductionPackage[]): readonly string[] {
  return packages
    .filter(({ licence }) => !isPermissive(licence))
    .map(
      ({ name, version, licence }) =>
        `${name} ${version} has ${licence === '' ? 'no licence' : `the licence ${licence}`}, which release/allowed.ts does not list: decide whether it may be shipped.`,
    )
}
