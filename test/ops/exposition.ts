/** Reads Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats), as the library writes it. */

interface Sample {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

interface Family {
  readonly name: string
  readonly help: string
  readonly samples: Sample[]
  type: string
}

export type Families = ReadonlyMap<string, Family>

/** @throws {Error} with the first invalid line */
export function readExposition(text: string): Families {
  const families = new Map<string, Family>()
  let family: Family | undefined
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind = '', name = '', rest = ''] = /^# (HELP|TYPE) (\w+) (.+)$/.exec(line) ?? []
    if (kind === 'HELP') {
      family = { name, help: rest, type: '', samples: [] }
      families.set(name, family)
    } else if (kind === 'TYPE' && family?.name === name) family.type = rest
    else {
      const [, sample = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      if (family === undefined || !sample.startsWith(family.name)) throw new Error(`no sample: ${line}`)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label, text])
      family.samples.push({ name: sample, labels: Object.fromEntries(pairs), value: Number(value) })
    }
  }
  return families
}

/** The family of a sample: a histogram has several kinds of them. */
export const familyOf = (families: Families, sample: string) =>
  families.get(sample) ?? families.get(sample.replace(/_(bucket|sum|count)$/, ''))

/** The value of the sample with these labels (it may have more); 0 if there is none. */
export function valueIn(
  families: Families,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const matching = familyOf(families, name)?.samples.filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  )
  return matching?.reduce((sum, { value }) => sum + value, 0) ?? 0
}

/** What violates the conventions (https://prometheus.io/docs/practices/naming) or is unbounded; empty if nothing does. */
export function faultsIn(families: Families): string[] {
  return [...families.values()].flatMap(({ name, help, type, samples }) => {
    const faults: string[] = []
    const fault = (what: string) => faults.push(`${name}: ${what}`)
    if (!/^(sightline|process|nodejs)_[a-z0-9_]*$/.test(name)) fault('does not say whose it is')
    if (help.length < 10) fault('has no help')
    if ((type === 'counter') !== name.endsWith('_total'))
      fault('ends with _total, or is a counter without it')
    if (type === 'histogram' && !name.endsWith('_seconds')) fault('is a histogram of no base unit')
    if (/_(ms|milliseconds|minutes|hours|kb|mb|percent)(_|$)/.test(name)) fault('has no base unit')
    if (/(^|_)(counter|gauge|histogram)(_|$)/.test(name)) fault('has its type in its name')
    for (const [label, values] of labelsOf(samples)) {
      if (!/^[a-z]+$/.test(label)) fault(`has a label ${label}`)
      if (values.size > 40) fault(`has ${values.size} values of ${label}`)
      for (const value of values) if (value.length > 160) fault(`has a long ${label}`)
    }
    return faults
  })
}

function labelsOf(samples: readonly Sample[]): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>()
  for (const { labels } of samples)
    for (const [label, value] of Object.entries(labels))
      if (label !== 'le') values.set(label, (values.get(label) ?? new Set()).add(value))
  return values
}
