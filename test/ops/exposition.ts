/** Reads Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats). */

export interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Family {
  readonly name: string
  readonly help: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly samples: readonly Sample[]
}

const types: readonly string[] = ['counter', 'gauge', 'histogram']

/** @throws {Error} with the first invalid line */
export function readExposition(text: string): ReadonlyMap<string, Family> {
  const families = new Map<string, Family & { samples: Sample[] }>()
  let help: readonly [string, string] | null = null
  let family: (Family & { samples: Sample[] }) | null = null
  for (const line of text.split('\n')) {
    if (line === '') continue
    const comment = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line)
    if (comment !== null) {
      const [, kind, name = '', rest = ''] = comment
      if (kind === 'HELP') {
        help = [name, rest]
        continue
      }
      if (help?.[0] !== name || !types.includes(rest) || families.has(name))
        throw new Error(`a type out of place: ${line}`)
      family = { name, help: help[1], type: rest as Family['type'], samples: [] }
      families.set(name, family)
      continue
    }
    const sample = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line)
    const [, name = '', labels = '', value = ''] = sample ?? []
    if (sample === null || family === null || !belongs(name, family)) throw new Error(`no sample: ${line}`)
    family.samples.push({ name, labels: readLabels(labels), value: numberOf(value) })
  }
  return families
}

function belongs(name: string, { name: family, type }: Family): boolean {
  if (type !== 'histogram') return name === family
  return ['_bucket', '_sum', '_count'].some((suffix) => name === `${family}${suffix}`)
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/g)]
  if (pairs.map(([pair]) => pair).join('') !== text) throw new Error(`no labels: ${text}`)
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name, value]))
}

function numberOf(text: string): number {
  // The library writes this for "not measured yet"; Prometheus accepts any spelling.
  if (text === 'Nan') return Number.NaN
  const value = text === '+Inf' ? Number.POSITIVE_INFINITY : Number(text)
  if (Number.isNaN(value)) throw new Error(`no number: ${text}`)
  return value
}

/** The value of the sample with these labels (it may have more); 0 if there is none. */
export function valueIn(
  families: ReadonlyMap<string, Family>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''))
  const matching = family?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return matching?.reduce((sum, { value }) => sum + value, 0) ?? 0
}

/** What violates the conventions (https://prometheus.io/docs/practices/naming) or is unbounded; empty if nothing does. */
export function faultsIn(families: ReadonlyMap<string, Family>): string[] {
  return [...families.values()].flatMap(({ name, help, type, samples }) => {
    const faults: string[] = []
    const fault = (what: string) => faults.push(`${name}: ${what}`)
    if (!/^[a-z][a-z0-9_]*$/.test(name)) fault('is not written in small letters')
    if (!/^(sightline|process|nodejs)_/.test(name)) fault('does not say whose it is')
    if (help.length < 10) fault('has no help')
    if (type === 'counter' && !name.endsWith('_total')) fault('is a counter without _total')
    if (type !== 'counter' && name.endsWith('_total')) fault('ends as a counter does')
    if (type === 'histogram' && !name.endsWith('_seconds')) fault('is a histogram of no base unit')
    if (/_(ms|milliseconds|minutes|hours|kb|mb|percent)(_|$)/.test(name)) fault('has no base unit')
    if (/(^|_)(counter|gauge|histogram)(_|$)/.test(name)) fault('has its type in its name')
    if (samples.some(({ value }) => type !== 'gauge' && value < 0)) fault('goes down')
    for (const [label, values] of labelsOf(samples)) {
      if (!/^[a-z]+$/.test(label)) fault(`has a label ${label}`)
      if (values.size > 40) fault(`has ${values.size} values of ${label}`)
      for (const value of values) if (value.length > 160) fault(`has a long ${label}`)
    }
    return type === 'histogram' ? [...faults, ...bucketFaults(name, samples)] : faults
  })
}

function labelsOf(samples: readonly Sample[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  for (const { labels } of samples)
    for (const [label, value] of Object.entries(labels))
      if (label !== 'le') values.set(label, (values.get(label) ?? new Set()).add(value))
  return values
}

/** Buckets must grow, end with +Inf, and match the count. */
function bucketFaults(name: string, samples: readonly Sample[]): string[] {
  const series = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) => JSON.stringify(labels))
  return [...series.values()].flatMap((all) => {
    const buckets = all.filter((sample) => sample.name.endsWith('_bucket'))
    const count = all.find((sample) => sample.name.endsWith('_count'))?.value
    const grows = buckets.every(({ value }, index) => value >= (buckets[index - 1]?.value ?? 0))
    const last = buckets.at(-1)
    return grows && last?.labels.le === '+Inf' && last.value === count ? [] : [`${name}: has odd buckets`]
  })
}
