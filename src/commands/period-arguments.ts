import { SOURCES } from '../api/schemas.ts'
import { Problem } from '../lib/problem.ts'
import { nearest } from '../lib/strings.ts'
import type { Question } from '../model/question.ts'
import type { ReportPeriod } from '../model/reports.ts'
import { VisibilityDraft } from '../questions/draft.ts'
import { engineAt } from '../questions/engines.ts'
import { type Parsed, type ParseError, parsed, parseError } from '../questions/parsed.ts'
import { periodAt, periodWords, readPeriod } from '../questions/period.ts'
import { withReplaced } from '../questions/question-text.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Workspace } from '../slack/workspace.ts'

/** The words after `gaps`, `topics` and `engines`: a period and, for some, engines. */

export type PeriodArguments = Pick<Question, 'unit' | 'when'>
export type EnginesArguments = Pick<Question, 'unit' | 'when' | 'engines'>

interface Accepted {
  /** Why a quoted name doesn't work here. */
  readonly instead: string
  /** The service's engines that Sightline doesn't know; omitted: no engine may be named. */
  readonly newEngines?: readonly string[]
}

export function periodArguments(words: readonly Word[], accepted: Accepted): Parsed<EnginesArguments> {
  const { newEngines } = accepted
  const draft = new VisibilityDraft()
  for (let at = 0; at < words.length; ) {
    const engine = newEngines === undefined ? null : engineAt(words, at, newEngines)
    const period = engine === null ? periodAt(words, at) : null
    if (engine === null && period === null) return unknown(words, at, accepted)
    const problem = engine === null ? period && draft.period(period) : draft.engine(engine.engine)
    if (problem !== null) return parseError(problem.sentence)
    at += engine?.words ?? period?.words ?? 1
  }
  const { engines, unit, when } = draft.args()
  return parsed({ engines, unit, when })
}

/** The problem with a word that means nothing here, and the corrected text, if a known word is near. */
function unknown(words: readonly Word[], at: number, { instead, newEngines }: Accepted): ParseError {
  const word = words[at] ?? { text: '', quoted: false }
  if (word.quoted) return parseError(`“${shortened(word.text)}” doesn’t work here: ${instead}`)
  const takesEngines = newEngines !== undefined
  const known = takesEngines ? [...SOURCES, ...periodWords] : periodWords
  const near = word.mention === undefined ? nearest(word.text, known) : null
  if (near !== null) return parseError(notUnderstood(word), withReplaced(words, at, 1, near))
  if (!takesEngines) return parseError(notUnderstood(word, 'Enter a period, for example: last month.'))
  return parseError(notUnderstood(word, 'Enter engines or a period, for example: ChatGPT last month.'))
}

/** @throws {Problem} if it can't be read */
export function requestedPeriod(
  { unit, when }: PeriodArguments,
  timeZone: string,
  { clock }: Pick<Workspace, 'clock'>,
  usage: string,
): ReportPeriod {
  const period = readPeriod(when ?? '', unit, clock.now(), timeZone)
  if (period.ok) return period.period
  throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
}
