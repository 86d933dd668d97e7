/** Finds the texts in an exhibit's data, and replaces them. */
import { reasonCodes } from '../../../src/store/reason.ts'
import type { Change } from './exhibit.ts'

export interface Leaf {
  /** From the data's root, for example `report.data.standings.3.brand`. */
  readonly path: string
  readonly text: string
}

/**
 * Values that the code chooses from, whatever the service sends, so they can't be other texts. Key → its values; a key
 * without a list holds only such values.
 */
const closed: Readonly<Record<string, readonly string[] | undefined>> = {
  kind: undefined,
  verdict: undefined,
  turned: undefined,
  unit: ['day', 'week', 'month', 'year'],
  state: undefined,
  direction: ['up', 'down'],
  dimension: undefined,
  lacks: undefined,
  news: ['up', 'down', 'faded', 'back'],
  from: ['channel', 'configuration', 'connection'],
  placeFrom: undefined,
  guests: ['nothing', 'read', 'change'],
  reason: reasonCodes,
  cause: reasonCodes,
  code: reasonCodes,
  done: ['saved', 'removed'],
  pausedFor: reasonCodes,
}

/** A form's metadata: our ids and Slack's, which people don't read. */
const internal = /(?:^|\.)(?:metadata|scope|shownUpTo)\./

export function isClosed(path: string, text: string): boolean {
  const key = path.slice(path.lastIndexOf('.') + 1)
  return (
    internal.test(path) ||
    (Object.hasOwn(closed, key) && (closed[key]?.some((word) => word === text) ?? true))
  )
}

/** Every outside text in the data. */
export function leavesOf(data: unknown): readonly Leaf[] {
  const leaves: Leaf[] = []
  mapped(data, '', (leaf) => {
    leaves.push(leaf)
    return leaf.text
  })
  return leaves
}

/** Replaces outside texts. */
export const replacing =
  (other: (leaf: Leaf) => string): Change =>
  <T>(data: T) =>
    mapped(data, '', other) as T

function mapped(value: unknown, path: string, other: (leaf: Leaf) => string): unknown {
  if (typeof value === 'string') return isClosed(path, value) ? value : other({ path, text: value })
  if (Array.isArray(value)) return value.map((item, index) => mapped(item, below(path, `${index}`), other))
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Map)
    return new Map([...value].map(([key, inner]) => [key, mapped(inner, below(path, `${key}`), other)]))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, mapped(inner, below(path, key), other)]),
  )
}

const below = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`)
