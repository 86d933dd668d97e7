/**
 * How often the free-text reader understands people's questions, how long it takes, and whether random sentences of words
 * that it knows can change anything.
 */
import { readText } from '../src/commands/free-text/index.ts'
import type { TextReading } from '../src/commands/free-text/reading.ts'
import { meaningOf, type Question, readCorpus, today, vocabulary } from './questions/corpus.ts'
import { firstSentenceOf } from './questions/first-sentences.ts'
import { answerAtRandom } from './questions/random.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'
import { median, percentile } from './statistics.ts'

/**
 * `right`: run as intended, or not run if nothing should be. `offered`: among the offered readings. `wrong`: something else
 * was run. `missed`: the rest.
 */
type Outcome = 'right' | 'offered' | 'wrong' | 'missed'
const outcomes: readonly Outcome[] = ['right', 'offered', 'wrong', 'missed']

export interface Judged {
  readonly question: Question
  readonly reading: TextReading
  readonly outcome: Outcome
}

/** Sets 1 to 4, and partly 5 and 6, were used in development. docs/performance.md has the results on unseen sets. */
const sets = [1, 2, 3, 4, 5, 6] as const
/** Half of the sixth set is careless on purpose: typos, two questions at once, other languages. */
const careless = 5
const timedRounds = 25
const randomSentences = 10_000

export async function benchQuestions(): Promise<BenchResult> {
  const judged = sets.map((set) => readCorpus(set).map(judge))
  const all = judged.flat()
  const times = timesOf(all.map(({ question }) => question))
  const random = await answerAtRandom(
    all.map(({ question }) => question.text),
    randomSentences,
  )
  const shares = (of: readonly Judged[]) =>
    outcomes.map((outcome) => {
      const count = of.filter((one) => one.outcome === outcome).length
      return `${count} (${((100 * count) / of.length).toFixed(1)} %)`
    })
  const p99 = percentile(times, 0.99)
  const answered = await Promise.all(
    all.map(({ question: { text }, reading }) =>
      reading.kind === 'certain' ? firstSentenceOf(text, reading.text) : null,
    ),
  )
  const sentences = answered.filter((one) => one !== null)
  const poor = sentences.filter(({ isGood }) => !isGood)
  const good = 100 * (1 - poor.length / sentences.length)
  return {
    name: `questions: ${all.length} as people ask them`,
    table: {
      columns: ['', 'questions', ...outcomes],
      rows: [
        ...judged.map((of, index) => [`set ${index + 1}`, String(of.length), ...shares(of)]),
        [`a question takes ${ms(percentile(times, 0.5))} (p50), ${ms(p99)} (p99)`],
        [
          `of ${randomSentences} random sentences ${random.exact} are commands as they stand; ${random.proposed} others have a change or a form proposed`,
        ],
        ...random.changed.map((text) => [`changed by: ${text}`]),
        ...poor.map(({ question, sentence }) => [`“${question}” is answered by: ${sentence}`]),
        ...judged.flatMap((of, index) =>
          (['wrong', 'missed'] as const).flatMap((outcome) =>
            of
              .filter((one) => one.outcome === outcome)
              .map((one) => [
                `${outcome}, set ${index + 1}: “${one.question.text}” read as ${readingText(one.reading)}`,
              ]),
          ),
        ),
      ],
    },
    ratios: [
      ...judged.flatMap((of, index) => {
        const [least, most] = index === careless ? ([80, 3] as const) : ([92, 2] as const)
        const [understood, wrong] = [100 * shareOf(of, ['right', 'offered']), 100 * shareOf(of, ['wrong'])]
        return [
          atLeast(`set ${index + 1}, % right or offered`, understood, least),
          atMost(`set ${index + 1}, % wrong`, wrong, most),
        ]
      }),
      atLeast(`first sentences of ${sentences.length} that name the subject and answer, %`, good, 90),
      { name: 'p99 of a question, ms', value: p99, target: 'below 1', met: p99 < 1 },
      {
        name: 'changes run by random sentences',
        value: random.changed.length,
        target: '0',
        met: random.changed.length === 0,
      },
    ],
  }
}

export function judge(question: Question): Judged {
  const reading = readText(question.text, vocabulary, today)
  return { question, reading, outcome: outcomeOf(question, reading) }
}

function outcomeOf({ answers, offers, mayBeUnknown }: Question, reading: TextReading): Outcome {
  const isAnswer = (text: string) => answers.has(meaningOf(text) ?? '')
  switch (reading.kind) {
    case 'unknown':
      return mayBeUnknown ? 'right' : 'missed'
    case 'certain':
      return isAnswer(reading.text) ? 'right' : 'wrong'
    case 'unsure':
      return reading.texts.some((text) => isAnswer(text) || offers.has(meaningOf(text) ?? ''))
        ? 'offered'
        : 'missed'
  }
}

export function shareOf(judged: readonly Judged[], of: readonly Outcome[]): number {
  return judged.filter(({ outcome }) => of.includes(outcome)).length / judged.length
}

function readingText(reading: TextReading): string {
  switch (reading.kind) {
    case 'unknown':
      return 'nothing'
    case 'certain':
      return `“${reading.text}”`
    case 'unsure':
      return reading.texts.map((text) => `“${text}”`).join(' or ')
  }
}

/** In ms. The median of many rounds for each question, because other work on the machine affects some of them. */
function timesOf(questions: readonly Question[]): readonly number[] {
  const rounds = Array.from({ length: timedRounds }, () => questions.map(({ text }) => timeOf(text)))
  return questions.map((_, at) => median(rounds.map((times) => times[at] ?? Number.NaN)))
}

function timeOf(text: string): number {
  const before = performance.now()
  readText(text, vocabulary, today)
  return performance.now() - before
}

const ms = (value: number) => `${value.toFixed(3)} ms`
