import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')

/** A package in `package-lock.json`; the one at the path `''` is Sightline itself. */
interface LockEntry {
  readonly version: string
  readonly license?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
}

export interface Lock {
  readonly version: string
  readonly packages: Readonly<Record<string, LockEntry>>
}

export interface ProductionPackage {
  readonly name: string
  readonly version: string
  /** The SPDX expression that the package declares; `''`: none. */
  readonly licence: string
}

export const readLock = (): Lock => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** The packages that `npm ci --omit=dev` installs, each version once, sorted by name. */
export function productionPackages(lock: Lock): readonly ProductionPackage[] {
  const all = Object.entries(lock.packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path, { version, license = '' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      return [`${name}@${version}`, { name, version, licence: license }] as const
    })
  return [...new Map(all).values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
