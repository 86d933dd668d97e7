/** Hostile texts: whether one eight times as long takes eight times as long to read, not sixty-four times. */
import { escapeText } from '../src/blocks/kit/text.ts'
import { readText } from '../src/commands/free-text/index.ts'
import { aimOf } from '../src/tasks/aims.ts'
import { readCorpus, today, vocabulary } from './questions/corpus.ts'
import { atMost, type BenchResult } from './result.ts'
import { median, pairedRatio } from './statistics.ts'

const rounds = 15
const times = 8
const most = 20
const units = [
  '\n',
  ' ',
  '\t',
  ' \n',
  '>',
  '*',
  ':',
  ':a',
  'a',
  '.',
  '@',
  '&',
  '\u200D',
  '`',
  '(',
  "a'b",
  '<@',
  '"\'“„«',
  'Perplexity Globex ',
  'visibility ',
  'vissibiliti compettitor ',
  '5-18 to 9 2026-10-05..2026 ',
  '\u0301',
  '\ufdfa',
  '\u202e\u202d\u2067',
  '\ud800',
  'https://a.b/',
]
const nameable = {
  engines: ['ChatGPT', 'Perplexity', 'Google'],
  brands: ['Globex', 'C++ Tools', '('.repeat(50), ''],
  ownBrands: ['Northwind'],
  subreddits: ['marketing'],
  filterNames: [{ filter: 'topics' as const, id: 't-1', name: 'pricing' }],
}
/** Each reader, with the length of the shorter text. */
const readers = [
  { name: 'escaped for Slack', length: 40_000, read: (text: string) => void escapeText(text) },
  { name: 'aim of a task', length: 20_000, read: (text: string) => void aimOf([text], nameable) },
]

/** Processor time, which other work on the machine doesn’t lengthen. */
function msOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** The unit whose text takes longest, compared with an eighth of it, in turns. */
function worstOf({ name, length, read }: (typeof readers)[number]) {
  const all = units.map((unit) => {
    const text = (of: number) => `${unit.repeat(Math.ceil(of / unit.length))}x`
    const [short, long] = [text(length), text(times * length)]
    read(long)
    const pairs = Array.from({ length: rounds }, () => [msOf(() => read(short)), msOf(() => read(long))])
    const [ofShort, ofLong] = [0, 1].map((side) => pairs.map((pair) => pair[side] ?? Number.NaN)) as [
      number[],
      number[],
    ]
    return { name, unit, ms: median(ofLong), ratio: pairedRatio(ofLong, ofShort) }
  })
  return all.reduce((a, b) => (b.ratio.value > a.ratio.value ? b : a))
}

/** The longest questions that are read, made of one unit, and questions as people ask them. */
function questionsRatio() {
  const usual = readCorpus(5).map(({ text }) => text)
  const hostile = units.map((unit) => unit.repeat(Math.ceil(600 / unit.length)).slice(0, 600))
  const msOfEach = (texts: readonly string[]) =>
    texts.map((text) =>
      median(Array.from({ length: rounds }, () => msOf(() => readText(text, vocabulary, today)))),
    )
  const [ofUsual, ofHostile] = [msOfEach(usual), msOfEach(hostile)]
  return { ms: Math.max(...ofHostile), ratio: Math.max(...ofHostile) / Math.max(...ofUsual) }
}

export async function benchTexts(): Promise<BenchResult> {
  const worst = readers.map(worstOf)
  const questions = questionsRatio()
  return {
    name: 'texts: hostile ones, the slowest of each kind',
    table: {
      columns: ['', 'made of', 'time'],
      rows: [
        ...worst.map(({ name, unit, ms }) => [name, JSON.stringify(unit), `${ms.toFixed(2)} ms`]),
        ['a question', '600 characters', `${questions.ms.toFixed(2)} ms`],
      ],
    },
    ratios: [
      ...worst.map(({ name, ratio }) => atMost(`${name}: time of a text eight times as long`, ratio, most)),
      atMost('a hostile question, of the slowest that people ask', questions.ratio, 50),
    ],
  }
}
