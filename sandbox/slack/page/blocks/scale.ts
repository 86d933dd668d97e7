/** Geometry shared by the charts. */

/** About `count` round numbers (1, 2, 2.5 or 5 times a power of ten) that span `low` to `high`. */
export function ticks(low: number, high: number, count: number): number[] {
  const span = high - low || Math.abs(high) || 1
  const rough = span / Math.max(1, count)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  const first = Math.floor(low / step)
  const last = Math.ceil(high / step)
  return Array.from({ length: Math.min(50, last - first + 1) }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  )
}

/** The approximate width in pixels of a text in the chart's font size (12 px), for reserving space. */
export const textWidth = (text: string): number =>
  [...text].reduce((sum, character) => sum + (character > '\u2e80' ? 12.5 : 6.7), 0)

/** Shortens a label to fit. The full label is in the table and the tooltip. */
export function shorten(text: string, room: number): string {
  if (textWidth(text) <= room) return text
  const characters = [...text]
  while (characters.length > 1 && textWidth(`${characters.join('')}…`) > room) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

/** Separates overlapping labels: at least `gap` apart, in order, all within `low` to `high`. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at)
  let floor = low
  for (const item of order) {
    item.at = Math.max(item.at, floor)
    floor = item.at + gap
  }
  let ceiling = high
  for (const item of order.toReversed()) {
    item.at = Math.min(item.at, ceiling)
    ceiling = item.at - gap
  }
  return order.toSorted((a, b) => a.index - b.index).map(({ at }) => at)
}
