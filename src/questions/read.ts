import { SOURCES } from '../api/schemas.ts'
import { Problem } from '../lib/problem.ts'
import { nearest, plain } from '../lib/strings.ts'
import { type Asked, type Question, relations } from '../model/question.ts'
import type { MetricName } from '../model/reports.ts'
import { type ParseProblem, readNamed, VisibilityDraft } from './draft.ts'
import { engineAt, type NewEngines } from './engines.ts'
import { exampleOf, optionNamed, writtenNames } from './filters.ts'
import { type Parsed, parsed, parseError } from './parsed.ts'
import { periodAt, periodWords } from './period.ts'
import { comparing, metricWords, quoted, relationWords, withReplaced } from './question-text.ts'
import { notUnderstood, shortened, splitWords, type Word } from './tokenizer.ts'

type Step = { readonly words: number; readonly problem: ParseProblem | null }

/** Longer suggestions are dropped: people copy them, so they can't be cut. */
const longestSuggestion = 900

/**
 * Parses the words after `visibility`, in any order and case: engines, a period unit, a date or range, quoted brands,
 * `vs Brand`, and filters as `name:value`. No word is ignored: an unknown one is reported with the nearest match.
 */
export function readVisibility(words: readonly Word[], others: NewEngines = []): Parsed<Question> {
  const draft = new VisibilityDraft()
  for (let at = 0; at < words.length; ) {
    const { words: taken, problem } = stepAt(words, at, draft, others)
    if (problem !== null) {
      const { sentence, instead } = problem
      return parseError(sentence, instead === undefined ? null : corrected(words, at, taken, instead))
    }
    at += taken
  }
  return parsed(draft.args())
}

export function readVisibilityText(text: string): Parsed<Question> {
  return readVisibility(splitWords(text).slice(1), 'any')
}

/**
 * Parses a digest's stored filters: the words after `visibility`. They were checked when they were saved, so an unknown
 * engine is one that the service has added.
 * @throws {Problem} when they can't be parsed
 */
export function readFilters(words: string): Question {
  const read = readVisibility(splitWords(words), 'any')
  if (!read.ok) throw new Problem('bad_filters', read.sentence)
  return read.args
}

/** Parses the words typed after `visibility` for a digest, which always tells how the brands stand. */
export function readTypedFilters(words: string, others: readonly string[] = []): Parsed<Question> {
  const read = readVisibility(splitWords(words), others)
  if (!read.ok) return read
  const { metric, relation, ...args } = read.args
  const extra = metric === undefined ? relation && relationWords[relation] : metricWords[metric]
  if (extra === undefined || relation === 'against') return parsed(args)
  return parseError(`A digest always shows visibility. Remove “${extra}”.`)
}

function stepAt(words: readonly Word[], at: number, draft: VisibilityDraft, others: NewEngines): Step {
  const word = words[at] ?? { text: '', quoted: true }
  if (word.quoted) return { words: 1, problem: draft.brand(word.text) }
  if (word.mention !== undefined) return { words: 1, problem: { sentence: notUnderstood(word) } }
  if (word.named !== undefined) return { words: 1, problem: readNamed(word, draft, others) }
  const engine = engineAt(words, at, others === 'any' ? [] : others)
  if (engine !== null) return { words: engine.words, problem: draft.engine(engine.engine) }
  const period = periodAt(words, at)
  if (period !== null) return { words: period.words, problem: draft.period(period) }
  const asked = askedAt(words, at, draft)
  if (asked !== null) return asked
  return { words: 1, problem: isBeforeBrand(words[at - 2]) ? halfBrand(words, at) : unknown(word) }
}

/** The words for what is asked. A relation with `brand` takes the brand after it. */
const askedWords: readonly (Asked & { readonly words: readonly string[]; readonly brand?: boolean })[] = [
  ...(Object.entries(metricWords) as [MetricName, string][])
    .filter(([, typed]) => typed !== '')
    .map(([metric, typed]) => ({ words: typed.split(' '), metric })),
  ...relations.map((relation) => {
    return { words: relationWords[relation].split(' '), relation, brand: comparing.has(relation) }
  }),
  { words: ['versus'], relation: 'against', brand: true },
]

function askedAt(words: readonly Word[], at: number, draft: VisibilityDraft): Step | null {
  const isHere = (text: string, index: number) => {
    const word = words[at + index]
    return word !== undefined && !word.quoted && plain(word.text) === text
  }
  const asked = askedWords.find(({ words: typed }) => typed.every(isHere))
  if (asked === undefined) return null
  const taken = asked.words.length
  const problem = draft.asked(asked)
  if (problem !== null || asked.brand !== true) return { words: taken, problem }
  const brand = words[at + taken]
  const isOther = brand?.mention !== undefined || optionNamed(brand?.named?.name ?? '') !== null
  if (brand === undefined || isOther || periodAt(words, at + taken) !== null) {
    const typed = asked.words.join(' ')
    return {
      words: taken,
      problem: { sentence: `Add a brand after “${typed}”, for example: ${typed} "Acme".` },
    }
  }
  return { words: taken + 1, problem: draft.brand(brand.text) }
}

const isBeforeBrand = (word: Word | undefined): boolean =>
  word !== undefined && !word.quoted && /^(?:vs|versus|behind|of)$/u.test(plain(word.text))

/** `vs Acme Corp` is ambiguous: one brand or two. */
function halfBrand(words: readonly Word[], at: number): ParseProblem {
  const [first = '', second = ''] = [words[at - 1], words[at]].map((word) => word?.text ?? '')
  return {
    sentence: `I can’t tell whether “${shortened(second)}” belongs to “${shortened(first)}”. Put each brand in quotes: ${quoted(`${first} ${second}`)}, or ${quoted(first)} ${quoted(second)}.`,
  }
}

function unknown(word: Word): ParseProblem {
  const named = optionNamed(word.text)
  if (named !== null)
    return { sentence: `Add a colon and a value after “${word.text}”, for example: ${exampleOf[named]}` }
  const near = nearest(word.text, [...SOURCES, ...periodWords])
  if (near !== null) return { sentence: notUnderstood(word), instead: near }
  const name = nearest(
    word.text,
    // Short names match almost anything.
    writtenNames.filter(({ length }) => length > 3),
  )
  const filter = name === null ? null : optionNamed(name)
  if (filter !== null)
    return { sentence: notUnderstood(word, `Write filters like this: ${exampleOf[filter]}`) }
  const hint = `Put a brand’s name in quotes: ${quoted(shortened(word.text))}.`
  return { sentence: notUnderstood(word, hint) }
}

/** The whole text with the words in question replaced; `null` if too long. */
function corrected(words: readonly Word[], at: number, taken: number, instead: string): string | null {
  const text = withReplaced(words, at, taken, instead)
  return text.length > longestSuggestion ? null : text
}
