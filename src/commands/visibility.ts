import { SOURCES } from '../api/schemas.ts'
import { compact } from '../blocks/kit/text.ts'
import { answeredReport, brandsAskedFor, moversOf } from '../blocks/visibility/answer-sentence.ts'
import { visibilityAnswer } from '../blocks/visibility/visibility.ts'
import { csvNotSent, csvSent, visibilityFile } from '../blocks/visibility/visibility-csv.ts'
import { whyAnswer } from '../blocks/visibility/why.ts'
import { withNotes } from '../channels/notes.ts'
import { filterListsInTime, listsWait } from '../channels/service-lists.ts'
import { channelScope } from '../channels/settings.ts'
import { changeReasons, subjectOfWhy } from '../insights/why.ts'
import { Problem } from '../lib/problem.ts'
import { nearest } from '../lib/strings.ts'
import type { Message } from '../model/message.ts'
import { filterNames, type Question } from '../model/question.ts'
import type { ReportPeriod } from '../model/reports.ts'
import { engineAt } from '../questions/engines.ts'
import { hasReadablePeriod, periodAt, periodsInWords, periodWords, readPeriod } from '../questions/period.ts'
import {
  argsText,
  metricWords,
  periodText,
  whyText,
  withFixedPeriod,
  withReplaced,
} from '../questions/question-text.ts'
import {
  type Parsed,
  type ParseError,
  parsed,
  parseError,
  readVisibility,
  readVisibilityText,
  resolveNames,
  VisibilityDraft,
} from '../questions/read.ts'
import { notUnderstood, shortened, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import { PostError } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfAnswer, reportOrStored, standingReport } from '../weeks/report.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

export type PeriodArguments = Pick<Question, 'unit' | 'when'>
export type EnginesArguments = Pick<Question, 'unit' | 'when' | 'engines'>

interface Accepted {
  /** Why a quoted name doesn't work here. */
  readonly instead: string
  /** The service's engines that Sightline doesn't know; omitted: no engine may be named. */
  readonly newEngines?: readonly string[]
}

/** The words after `gaps`, `topics` and `engines`: a period and, for some, engines. */
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

const usage = 'visibility [engines] [period] ["Brand"] [vs "Brand"] [filter:value]'

/** Asks the service for its engines if a word isn't known. @throws {Problem} if it can't be read */
export async function readQuestion(
  words: readonly Word[],
  caller: Caller,
  workspace: Workspace,
): Promise<Question> {
  let read = readVisibility(words)
  if (!read.ok) {
    const scope = await channelScope(workspace, caller)
    const lists = await filterListsInTime(workspace, scope.workspace, listsWait.readingQuestion)
    read = readVisibility(words, lists?.engines ?? [])
  }
  if (read.ok) return read.args
  throw new Problem('bad_question', read.sentence)
}

/** A question in the caller's channel. @throws {Problem} if a name or the period can't be read */
async function questionHere(typed: Question, caller: Caller, workspace: Workspace) {
  const scope = await channelScope(workspace, caller)
  const resolved = resolveNames(typed, scope.filterNames)
  if (!resolved.ok)
    throw new Problem('unknown_name', resolved.sentence, {
      ...(resolved.suggestion === null ? {} : { suggestion: resolved.suggestion }),
    })
  const { args } = resolved
  const period = requestedPeriod(args, scope.timeZone, workspace, usage)
  const { engines, brands, filters } = args
  return { args, asked: { scope: scope.analysis, period, engines, brands, filters } }
}

/** The figures for a question in the caller's channel. @throws {Problem} if a name or the period can't be read */
export async function requestedReport(typed: Question, caller: Caller, workspace: Workspace) {
  const { args, asked } = await questionHere(typed, caller, workspace)
  const { report, trend } = await reportOrStored(workspace, asked)
  return { report, trend: await withNotes(workspace.store, caller, trend), args }
}

/** The question in a button's value. @throws {Problem} if it is from another version, whose wording this one can't parse */
export function clickedQuestion(text: string): Question {
  const read = readVisibilityText(text)
  if (!read.ok) throw outOfDate('visibility')
  return read.args
}

/** The report of an answer, for one of its buttons. @throws {Problem} if the question can no longer be read */
export async function clickedReport(text: string, caller: Caller, workspace: Workspace, maxBrands?: number) {
  const { asked } = await questionHere(clickedQuestion(text), caller, workspace).catch((error: unknown) => {
    throw error instanceof Problem ? outOfDate('visibility') : error
  })
  return (await standingReport(workspace, { ...asked, ...(maxBrands && { maxBrands }) })).report
}

/** @param suggestion the command to run again */
export const outOfDate = (suggestion: string) =>
  new Problem(
    'button_unreadable',
    'This button is out of date. Run the command again and use the new button.',
    { suggestion },
  )

/** Reading this many takes a hundred requests. */
const mostBrands = 10_000

/** By direct message. @param text the question, as a button carries it */
export async function sendVisibilityFile(
  text: string,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const report = await clickedReport(text, caller, workspace, mostBrands)
  const file = visibilityFile(answeredReport(report).report)
  const { permalink } = await workspace.sendFile(caller.user, file).catch(notSent)
  return csvSent(report, file.filename, permalink)
}

/** @throws {Problem} why Slack didn't take the file, and what to do about it; other errors are rethrown */
export function notSent(error: unknown): never {
  if (!(error instanceof PostError)) throw error
  throw new Problem(`csv_${error.outcome}:${error.code}`, csvNotSent(error.outcome, error.code))
}

export const visibilityVerb: Verb = defineVerb(
  {
    name: 'visibility',
    aliases: ['vis', 'rank', 'competitors'],
    group: 'ask',
    isCommon: true,
    summary: 'See where your brand stands and what changed.',
    usage,
    details: `${periodsInWords} Filters: ${Object.values(filterNames).join(', ')}.`,
    examples: ['visibility', 'visibility last month'],
    who: 'readers',
  },
  readVisibility,
  answering(async (typed, caller, workspace) => {
    const { report, trend, args } = await requestedReport(typed, caller, workspace)
    // The buttons keep the displayed days, no matter when they are clicked.
    const shown = withFixedPeriod(args, report.period)
    const options = {
      ...sharing(caller, argsText(shown)),
      byEngine: `engines ${periodText(shown)}`,
      asked: args,
    }
    return visibilityAnswer(report, options, trend)
  }),
  hasReadablePeriod,
)

/**
 * Splits the change of the question's subject, or of the brand whose change is the headline. `reasons` is `null` if there
 * is no change to explain.
 * @throws {Problem} if a name or the period can't be read
 */
export async function requestedWhy(typed: Question, caller: Caller, workspace: Workspace) {
  const { args, asked } = await questionHere(typed, caller, workspace)
  const { scope } = asked
  const { report } = await standingReport(workspace, asked)
  const fixed = withFixedPeriod(args, report.period)
  const { rivals } = brandsAskedFor(report)
  // “Why are we behind Globex?” is about the gap, and whichever of both moved more.
  const isOfGap = rivals.length === 1 && /^(?:ahead|behind|against)$/u.test(args.relation ?? '')
  const [rival] = rivals
  const options = {
    command: whyText(fixed),
    isOfGap,
    gaps: isOfGap && rival?.rank === 1 ? `gaps ${periodText(fixed)}` : null,
  }
  const both = isOfGap ? compact(report.own, ...rivals) : rivals
  const size = (index: number) => Math.abs(both[index]?.visibility.delta ?? 0)
  const [subject = subjectOfWhy(report)] = moversOf(report, args.relation)
  const of = rivals.length === 1 ? both[size(1) > size(0) ? 1 : 0] : subject
  if (of == null || of.visibility.delta === null) return { report, reasons: null, options }
  const market = await marketOfAnswer(workspace, { scope, ...report }, report.period)
  const reasons = await changeReasons(workspace.api, scope, report, of, { market })
  return { report, reasons, options }
}

export async function answerWhy(typed: Question, caller: Caller, workspace: Workspace): Promise<Message> {
  const { report, reasons, options } = await requestedWhy(typed, caller, workspace)
  const metric = typed.metric && metricWords[typed.metric]
  return whyAnswer(report, reasons, { ...sharing(caller, options.command), ...options, metric })
}

export const whyVerb: Verb = defineVerb(
  {
    name: 'why',
    group: 'ask',
    summary: 'See where a change comes from.',
    usage: 'why [engines] [period] ["Brand"] [filter:value]',
    examples: ['why', 'why last month'],
    who: 'readers',
  },
  readVisibility,
  answering((typed, caller, workspace) => answerWhy(typed, caller, workspace)),
  hasReadablePeriod,
)
