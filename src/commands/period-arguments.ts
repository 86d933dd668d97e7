/** The words after `gaps`, `topics` and `engines`: a period and, for some, engines. */
import { SOURCES } from '../api/enums.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { PeriodUnit, ReportPeriod } from '../model/reports.ts'
import { engineAt } from '../questions/engines.ts'
import { periodAt, periodWords, readPeriod, relativePeriodNear } from '../questions/period.ts'
import { withReplaced } from '../questions/question-text.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Workspace } from '../slack/workspace.ts'
import { type Parsed, type ParseError, parsed, parseError } from './verb.ts'

export interface PeriodArguments {
  readonly unit: PeriodUnit | null
  /** The words that name a date or a range. */
  readonly when: string | null
}

export interface EnginesArguments extends PeriodArguments {
  /** The engines, as the service spells them; empty: all. */
  readonly engines: readonly string[]
}

interface Accepted {
  /** Why a quoted name doesn't work here. */
  readonly instead: string
  /** The service's engines that Sightline doesn't know; omitted: no engine may be named. */
  readonly newEngines?: readonly string[]
}

export function periodArguments(words: readonly Word[], accepted: Accepted): Parsed<EnginesArguments> {
  const { newEngines } = accepted
  const engines = new Set<string>()
  let [unit, when]: [PeriodUnit | null, string | null] = [null, null]
  const twice = (kind: string, before: string | null, now: string | undefined) =>
    before !== null && now !== undefined && before !== now
      ? parseError(`I found two ${kind}, “${shortened(before)}” and “${shortened(now)}”. Keep one of them.`)
      : null
  for (let at = 0; at < words.length; ) {
    const engine = newEngines === undefined ? null : engineAt(words, at, newEngines)
    const period = engine === null ? periodAt(words, at) : null
    const error =
      engine === null && period === null
        ? unknown(words, at, accepted)
        : (twice('dates', when, period?.when) ?? twice('periods', unit, period?.unit))
    if (error !== null) return error
    if (engine !== null) engines.add(engine.engine)
    when = period?.when ?? when
    unit = period?.unit ?? unit
    at += engine?.words ?? period?.words ?? 1
  }
  return parsed({ engines: [...engines], unit, when })
}

/** The problem with a word that means nothing here, and the corrected text, if a known word is near. */
function unknown(words: readonly Word[], at: number, { instead, newEngines }: Accepted): ParseError {
  const word = words[at] ?? { text: '', quoted: false }
  if (word.quoted) return parseError(`“${shortened(word.text)}” doesn’t work here: ${instead}`)
  const takesEngines = newEngines !== undefined
  const relative = relativePeriodNear(words, at)
  const known = takesEngines ? [...SOURCES, ...periodWords] : periodWords
  const near = relative?.instead ?? (word.mention === undefined ? nearest(word.text, known) : null)
  if (near !== null)
    return parseError(notUnderstood(word), withReplaced(words, at, relative?.words ?? 1, near))
  if (!takesEngines) return parseError(notUnderstood(word, 'Enter a period, for example: last month.'))
  return {
    ...parseError(notUnderstood(word, 'Enter engines or a period, for example: ChatGPT last month.')),
    mayBeEngine: word.mention === undefined,
  }
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

/** The same command as text. */
export const typedAgain = (verb: string, { unit, when }: PeriodArguments, engines: readonly string[] = []) =>
  [verb, ...engines, unit, when].filter((word) => word !== null).join(' ')
