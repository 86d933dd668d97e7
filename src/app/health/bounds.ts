/** What a label shows for a value that is none of its own. */
export const other = 'other'

/**
 * Bounds the values of one label: those that are listed, or, where nobody can list them, the first `most` that have
 * the shape. Each value of a label is a time series that is kept for ever, here and in Prometheus.
 */
export function boundedTo(values: Iterable<string>): (value: string) => string {
  const known = new Set(values)
  return (value) => (known.has(value) ? value : other)
}

export function boundedBy(shape: RegExp, most: number): (value: string) => string {
  const seen = new Set<string>()
  return (value) => {
    if (seen.has(value)) return value
    if (seen.size >= most || !shape.test(value)) return other
    seen.add(value)
    return value
  }
}

/** Statuses by which one service's trouble is told from another's. */
const statuses = boundedTo(
  [
    [200, 201, 202, 204, 301, 302, 304, 307, 308],
    [400, 401, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429],
    [500, 501, 502, 503, 504],
  ]
    .flat()
    .map(String),
)

/** @param status `null`: no answer came */
export function statusLabel(status: number | null): string {
  return status === null ? 'none' : statuses(String(status))
}
