/**
 * Compares a message's text with the service's rows, which are fetched again and read without the bot's code. A sentence
 * contradicts them if it names a number, a place or a direction that none of its brands has.
 */
import type { BotMessage, Place } from './bot.ts'

interface Metric {
  readonly value: number | null
  readonly prev_value: number | null
}

interface RawRow {
  readonly brand: string
  readonly visibility_score: Metric
  readonly presence_rate: Metric
  readonly presence_rate_total: Metric
  readonly is_my_brand: boolean
}

export interface Rows {
  readonly rows: readonly RawRow[]
  /** The number of brands in the service. */
  readonly total: number
}

const tokens = new Map<string, Promise<string>>()

/** All brands of a period, page by page. */
export async function readRows(
  place: Place,
  projectId: string,
  { start, end }: BotMessage['period'],
  engine?: string,
): Promise<Rows> {
  const { baseUrl, searchBaseUrl, apiKey, organizationId, workspaceId } = place
  const signIn = async () => {
    const answer = await fetch(`${baseUrl}/v1/auth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ secret_key: apiKey }),
    })
    const { token }: { token: string } = JSON.parse(await answer.text())
    return token
  }
  const token = tokens.get(baseUrl) ?? signIn()
  tokens.set(baseUrl, token)
  const path = `/v1/organizations/${organizationId}/workspaces/${workspaceId}/analyses/${projectId}/search/brands`
  const rows: RawRow[] = []
  for (let page = 1; ; page++) {
    const query = new URLSearchParams({
      date_start: start,
      date_end: end,
      period: 'week',
      page: `${page}`,
      page_size: '100',
      ...(engine && { sources: engine }),
    })
    const answer = await fetch(`${searchBaseUrl}${path}?${query}`, {
      headers: { authorization: `Bearer ${await token}` },
    })
    if (!answer.ok) throw new Error(`the rows could not be read: ${answer.status}`)
    const { data, pagination }: { data: RawRow[]; pagination: { total: number } } = JSON.parse(
      await answer.text(),
    )
    rows.push(...data)
    if (rows.length >= pagination.total || data.length === 0) return { rows, total: pagination.total }
  }
}

interface Facts {
  readonly brand: string
  readonly mine: boolean
  readonly now: number | null
  readonly before: number | null
  readonly change: number | null
  readonly place: number | null
  readonly placeBefore: number | null
}

const tenth = (x: number) => Math.round(x * 10) / 10

function factsOf({ rows }: Rows): readonly Facts[] {
  const placeOf = (score: number | null, all: readonly (number | null)[]) =>
    score === null ? null : 1 + all.filter((other) => other !== null && other > score).length
  const now = rows.map(({ visibility_score: { value } }) => value)
  const before = rows.map(({ visibility_score: { prev_value } }) => prev_value)
  // Only the few brands that a message can name need their places.
  return rows.map(({ brand, is_my_brand: mine, visibility_score: { value, prev_value } }) => ({
    brand,
    mine,
    now: value,
    before: prev_value,
    change: value === null || prev_value === null ? null : tenth(value - prev_value),
    get place() {
      return placeOf(value, now)
    },
    get placeBefore() {
      return placeOf(prev_value, before)
    },
  }))
}

/** Lines about how the figures were made, or what the buttons do. */
const notAbout = /^(?:How measured|Posted because|How sure|Filtered|Set up|\d+ more brands? )/

const plain = (text: string) =>
  text.replaceAll(/[*_`]/g, '').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>')

/** Whether a message gives an engine's share of a change, so that the engine's rows are needed. */
export const namesEngines = ({ text }: BotMessage): boolean => whyPattern.test(plain(text))

/** `−2.3 points, of which Perplexity −1.9; …` or `… points, all from Perplexity.` */
const whyPattern = /([−+]?[\d.]+) points(?:, of which |: |, all from )((?:[^;.]|\.\d)*)/

export function checkSentences(
  { text }: BotMessage,
  raw: Rows,
  byEngine: ReadonlyMap<string, Rows> = new Map(),
): { readonly sentences: number; readonly contradictions: readonly string[] } {
  const facts = factsOf(raw)
  const answers = raw.rows.flatMap(({ presence_rate_total: { value, prev_value } }) => [value, prev_value])
  let sentences = 0
  const contradictions: string[] = []
  for (const line of plain(text).split('\n')) {
    if (line.trim() === '' || notAbout.test(line)) continue
    for (const sentence of line.split(/(?<=[.!?])\s+(?=[A-Z▲▼])/)) {
      sentences++
      const wrong =
        wrongIn({ sentence, line }, facts, raw.total, answers) ?? wrongInWhy(sentence, raw, byEngine)
      if (wrong !== null) contradictions.push(`${wrong}: ${sentence}`)
    }
  }
  return { sentences, contradictions }
}

/** What is wrong with a sentence; `null` if nothing is. */
function wrongIn(
  { sentence, line }: { readonly sentence: string; readonly line: string },
  facts: readonly Facts[],
  total: number,
  answers: readonly (number | null)[],
): string | null {
  const namedIn = (text: string) =>
    facts.filter(({ brand }) => {
      const at = text.indexOf(brand)
      return at >= 0 && !/\w/.test(text[at + brand.length] ?? ' ')
    })
  const named = namedIn(sentence)
  // "1.9 points behind" may refer to the brand of the previous sentence.
  const near = namedIn(line)
  const ownFacts = named.find(({ mine }) => mine)
  const isOverTime = /\bsince\b|\bweeks\b/.test(sentence)
  const gaps = near.flatMap((a) =>
    near.flatMap((b) => [
      tenth(Math.abs((a.now ?? 0) - (b.now ?? 0))),
      tenth(Math.abs((a.before ?? 0) - (b.before ?? 0))),
    ]),
  )
  if (named.length > 0 && !isOverTime) {
    for (const [, digits = ''] of sentence.matchAll(/(?<![\d.,])(\d+(?:\.\d+)?)%/g)) {
      if (!named.some(({ now, before }) => [now, before].includes(Number(digits))))
        return `no score of ${digits}%`
    }
    for (const [, word = '', digits = ''] of sentence.matchAll(
      /\b(up|down|rose|fell|slipped|gained|lost|climbed)(?: by)? (\d+(?:\.\d+)?) (?:points|pts)/g,
    )) {
      const sign = /^(?:up|rose|gained|climbed)$/.test(word) ? 1 : -1
      if (!named.some(({ change }) => change === sign * Number(digits))) return `no change ${word} ${digits}`
    }
    for (const [, digits = ''] of sentence.matchAll(/(\d+(?:\.\d+)?) points (?:behind|ahead)/g)) {
      if (!gaps.includes(Number(digits))) return `no gap of ${digits}`
    }
    for (const [, places = ''] of sentence.matchAll(/\b(\d+)(?:st|nd|rd|th)\b/g)) {
      if (!named.some(({ place, placeBefore }) => [place, placeBefore].includes(Number(places))))
        return `no place ${places}`
    }
    for (const [, place = '', of = ''] of sentence.matchAll(/\b(\d+)(?:st|nd|rd|th) of (\d+)(?!\+)/g)) {
      if (Number(of) !== total) return `not ${of} brands`
      if (!named.some((one) => one.place === Number(place))) return `nobody is ${place} now`
    }
  }
  if (/\b(?:stays|steady|still)\b/.test(sentence) && ownFacts && ownFacts.place !== ownFacts.placeBefore)
    return 'a place that changed is called the same'
  const [, winners = '', losers = ''] =
    /^(?:[▲▼] )?(.+?) overtook ([^:.(]+?)(?: and is|,|:|\.| \(|$)/.exec(sentence) ?? []
  if (winners !== '') {
    const in_ = (words: string) => named.filter(({ brand }) => words.includes(brand))
    for (const winner of in_(winners)) {
      for (const loser of in_(losers)) {
        if ((winner.now ?? 0) <= (loser.now ?? 0)) return 'the winner is not ahead'
      }
    }
  }
  if (sentence.startsWith('▲') && ownFacts && (ownFacts.change ?? 0) < 0 && !isOverTime)
    return '▲ where the own score fell'
  for (const [, digits = ''] of sentence.matchAll(/\b([\d,]+) answers\b/g)) {
    const count = Number(digits.replaceAll(',', ''))
    if (!answers.includes(count) && named.length > 0) return `not ${digits} answers`
  }
  return null
}

const signed = (words: string) => Number(words.replace('−', '-'))

/** Engines whose stated share of a change differs from their rows. */
function wrongInWhy(sentence: string, raw: Rows, byEngine: ReadonlyMap<string, Rows>): string | null {
  const [, total = '', parts = ''] = whyPattern.exec(sentence) ?? []
  if (parts === '' || byEngine.size === 0) return null
  const subject =
    raw.rows.find(({ brand }) => sentence.startsWith(brand)) ?? raw.rows.find((row) => row.is_my_brand)
  const { value, prev_value: before } = subject?.visibility_score ?? { value: null, prev_value: null }
  if (subject === undefined || value === null || before === null) return 'nothing to split'
  if (tenth(value - before) !== signed(total)) return `no change of ${total} points`
  const share = (side: 'value' | 'prev_value', { rows }: Rows) => {
    const part = rows.find(({ brand }) => brand === subject.brand)
    const all = subject.presence_rate_total[side] ?? 0
    return ((part?.visibility_score[side] ?? 0) * (part?.presence_rate_total[side] ?? 0)) / all
  }
  for (const [engine, rows] of byEngine) {
    const [, points] = new RegExp(`(?<![A-Za-z])${engine} ([−+][\\d.]+)`).exec(parts) ?? []
    const change = share('value', rows) - share('prev_value', rows)
    // A changed mix of answers is a separate part, and the parts were rounded.
    if (points !== undefined && Math.abs(change - signed(points)) > 0.25)
      return `${engine} ${points} is ${tenth(change)}`
  }
  return null
}
