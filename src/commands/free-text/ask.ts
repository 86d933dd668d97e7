import { SOURCES } from '../../api/index.ts'
import {
  chooseReading,
  type Proposed,
  proposal,
  sharedHere,
  withLead,
} from '../../blocks/conversation/replies.ts'
import { problemMessage } from '../../blocks/kit/problem.ts'
import { filterListsInTime, listsWait } from '../../channels/service-lists.ts'
import { channelScope } from '../../channels/settings.ts'
import { AnswerCache, memoizeFor } from '../../lib/cache.ts'
import { zoneNamed } from '../../lib/dates.ts'
import { Problem } from '../../lib/problem.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { Message } from '../../model/message.ts'
import type { Refusals } from '../../model/permission.ts'
import { dayIn, type Question } from '../../model/question.ts'
import { readPeriod } from '../../questions/period.ts'
import {
  argsText,
  emptyArgs,
  typedWord,
  verbText,
  whyText,
  withFixedPeriod,
} from '../../questions/question-text.ts'
import { longestText, readableText, splitWords } from '../../questions/tokenizer.ts'
import { type Caller, changesSomething, isPermitted, type Plan } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { sendReviewFile } from '../act/review.ts'
import { commands, runPlan } from '../index.ts'
import { sendVisibilityFile } from '../visibility.ts'
import type { FollowUp, ThreadSubject } from './follow-up.ts'
import type { Vocabulary } from './reading.ts'
import { unavailableIn } from './unavailable.ts'

/** Answers a message, written as a command or as free text. */

export interface Answered {
  readonly message: Message
  /** The verb that answered; `question` for free text. */
  readonly verb: string | null
  /** `false`: the words were not understood. */
  readonly understood: boolean
  /** What it answers about figures, with fixed days, as typed after `/sightline `. Its thread keeps it. */
  readonly question?: string
}

/** Plans without I/O: what isn't a valid command is read as free text when the plan runs. */
export function planText(text: string): Plan {
  const typed = withoutCommand(text)
  const exact = commands.plan(typed)
  if (exact.kind !== 'instant' || exact.understood || typed.length > longestText) return exact
  const plan = {
    kind: 'work' as const,
    verb: exact.verb ?? 'question',
    // Permission is checked when the text is read, and for its command when that runs.
    who: 'anyone' as const,
    understood: true,
    read: typed,
    run: async (caller: Caller, workspace: Workspace): Promise<Message> => {
      const { answer, read } = await answerFreeText(typed, caller, workspace)
      plan.understood = answer !== null
      plan.read = read
      return answer ?? exact.answer(await workspace.access.refusals(caller))
    },
  }
  return plan
}

/** Answers a command in a button or a form, as if it were typed. @throws {Problem} if it opens a form */
export async function answerTo(
  text: string,
  caller: Caller,
  workspace: Workspace,
  plan = planText(text),
): Promise<Message> {
  if (plan.kind === 'instant') return plan.answer(await workspace.access.refusals(caller))
  if (plan.kind === 'work') return runPlan(plan, caller, workspace)
  throw new Problem('form_in_form', `Type /sightline ${plan.verb} to open its form.`)
}

/** What it leaves out is taken from the thread. @throws {Problem} if it isn't permitted, or can't be answered */
export async function answerInThread(
  text: string,
  thread: ThreadSubject,
  caller: Caller,
  workspace: Workspace,
): Promise<Answered> {
  const meant = await meantInThread(text, thread, caller, workspace)
  const isAlone = thread.isDirect || caller.outsidersRead === true
  if (meant === null || (meant.kind === 'share' && isAlone && unshared.test(meant.question)))
    return answerQuestion(text, caller, workspace)
  if (meant.kind === 'no_file') {
    const sentence = 'That has no file. Answers about visibility, reviews, tasks and notes have one.'
    return { message: problemMessage({ sentence, reference: null }), verb: thread.list, understood: true }
  }
  if (meant.kind === 'csv' || (meant.kind === 'share' && caller.outsidersRead !== true)) {
    const { question } = meant
    const [verb = ''] = question.split(' ', 1)
    await workspace.access.require('readers', caller, verb)
    const message =
      meant.kind === 'csv'
        ? await (verb === 'review' ? sendReviewFile : sendVisibilityFile)(question, caller, workspace)
        : sharedHere(question, thread.isDirect)
    return { message, verb, understood: true, question }
  }
  const asked = meant.kind === 'ask' ? meant.text : meant.question
  const answered = await answerQuestion(asked, caller, workspace)
  return { ...answered, message: withLead(answered.message, { readAs: asked }) }
}

/** @returns `null`: it is a question of its own */
export async function meantInThread(
  text: string,
  thread: ThreadSubject,
  place: Pick<Caller, 'team' | 'channel'>,
  workspace: Workspace,
): Promise<FollowUp | null> {
  if (thread.question === null && thread.list === null && thread.recommendations.length === 0) return null
  const scope = await channelScope(workspace, place)
  const [{ followUp }, vocabulary] = await Promise.all([
    import('./follow-up.ts'),
    vocabularyOf(workspace, scope),
  ])
  return followUp(withoutCommand(text), thread, vocabulary, todayIn(scope, workspace))
}

/**
 * Answers a message. A command runs as typed; free text runs as the command that it certainly means. A command that
 * changes something or opens a form is only proposed, as a button.
 * @throws {Problem} if the caller isn't permitted, or if it can't be answered
 */
export async function answerQuestion(text: string, caller: Caller, workspace: Workspace): Promise<Answered> {
  const typed = withoutCommand(text)
  const plan = planText(typed)
  const { verb } = plan
  if (plan.kind === 'instant')
    return {
      message: plan.answer(await workspace.access.refusals(caller)),
      verb,
      understood: plan.understood,
    }
  const message = await runOrPropose(typed, plan, caller, workspace)
  const question = await fixedQuestion(plan.kind === 'work' ? (plan.read ?? typed) : typed, caller, workspace)
  return {
    message,
    verb,
    understood: plan.kind === 'modal' || plan.understood !== false,
    ...(question === null ? {} : { question }),
  }
}

/** Questions about figures, with the days that they mean now, and `lists`. */
async function fixedQuestion(text: string, caller: Caller, workspace: Workspace): Promise<string | null> {
  const scope = await channelScope(workspace, caller)
  // Only a text that names an engine which Sightline doesn't know needs the service's list.
  const isNew = commands.meaning(text) === null && remembered.has(text.split(' ', 1)[0] ?? '')
  const engines = isNew ? (await vocabularyOf(workspace, scope)).engines : []
  const { verb, args } = commands.meaning(text, engines) ?? {}
  if (verb === 'review') return text
  if (verb !== undefined && lists.has(verb)) {
    const words = /^(?:reddit|evaluation)$/u.test(verb) ? splitWords(text).slice(1).map(typedWord) : []
    return [verb, ...words].join(' ')
  }
  if (verb === undefined || !remembered.has(verb)) return null
  const { unit, when, ...rest } = args as Question
  const period = readPeriod(when ?? '', unit, workspace.clock.now(), scope.timeZone)
  if (!period.ok) return null
  const fixed = withFixedPeriod({ ...emptyArgs, ...rest, unit, when }, period.period)
  if (verb === 'visibility') return argsText(fixed)
  if (verb === 'why') return whyText(fixed)
  return verbText(verb, fixed)
}

/** The verbs whose questions a thread keeps. */
const remembered: ReadonlySet<string> = new Set(['visibility', 'why', 'engines', 'gaps', 'topics'])

/** Verbs that say nothing about figures. A thread keeps them for “as CSV” and “share it” alone. */
const lists: ReadonlySet<string> = new Set(
  'tasks notes reddit actions collects filters evaluation digest status'.split(' '),
)
/** Those that a person can’t share. */
const unshared = /^(?:actions|digest)\b/u
export const isList = (question: string) => lists.has(question.split(' ', 1)[0] ?? '')

async function runOrPropose(
  text: string,
  plan: Exclude<Plan, { kind: 'instant' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const why = whyProposed(plan, caller)
  if (why === null && plan.kind === 'work') return runPlan(plan, caller, workspace)
  await workspace.access.require(plan.who, caller, plan.verb)
  // As displayed and typed, without the message's escapes and links. A note keeps its commas and quotes.
  const isText = commands.verbs.some(({ name, takesText }) => takesText && name === plan.verb)
  const shown = isText ? readableText(text) : splitWords(text).map(typedWord).join(' ')
  return proposal(shown, why ?? 'opens a form')
}

/** Removes `/sightline` where it isn't needed, and the backticks of a pasted command. */
function withoutCommand(text: string): string {
  const typed = text.trim()
  const bare = /^`+(?!`)([^`]*)`+$/u.exec(typed)?.[1]?.trim() ?? typed
  return bare.replace(/^\/?sightline(?=[\s:,]|$)[\s:,]*/iu, '')
}

/** Why the plan is only proposed; `null`: it runs. */
function whyProposed(plan: Exclude<Plan, { kind: 'instant' }>, { inConversation }: Caller): Proposed | null {
  if (plan.kind === 'modal') return 'opens a form'
  if (changesSomething(plan)) return 'changes something'
  return plan.isPrivate === true && inConversation === true ? 'is for one person' : null
}

/** @returns the answer, or `null` if the words were not understood; and the command that they were read as, or the words */
async function answerFreeText(
  text: string,
  caller: Caller,
  workspace: Workspace,
): Promise<{ readonly answer: Message | null; readonly read: string }> {
  // Offered readings name brands.
  await workspace.access.require('readers', caller, 'question')
  const scope = await channelScope(workspace, caller)
  // Most people type commands, so the reader is loaded only with the first free text.
  const [{ readText }, vocabulary] = await Promise.all([import('./index.ts'), vocabularyOf(workspace, scope)])
  const { engines } = vocabulary
  // A command that names an engine which only the service knows.
  const exact = commands.plan(text, engines)
  if (exact.kind === 'work') return { answer: await runPlan(exact, caller, workspace), read: text }
  const reading = readText(text, vocabulary, todayIn(scope, workspace))
  if (reading.kind === 'certain')
    return { answer: await answerReading(reading.text, engines, caller, workspace), read: reading.text }
  const texts = reading.kind === 'unknown' ? [] : reading.texts
  const isAboutFigures = texts.length === 0 || texts.some((one) => figures.test(one))
  const missing = isAboutFigures ? unavailableIn(text) : null
  const plans = (missing?.instead ?? texts).map((one) => ({ text: one, plan: commands.plan(one, engines) }))
  const answer = offerReadings(plans, await workspace.access.refusals(caller), missing?.sentence)
  return { answer, read: text }
}

const todayIn = ({ timeZone }: ChannelScope, { clock }: Pick<Workspace, 'clock'>) =>
  dayIn(clock.now(), zoneNamed(timeZone) ?? 'UTC')

/** Commands that answer with figures, of which some are missing. */
const figures = /^(?:visibility|why|engines|gaps|reddit)\b/u

async function answerReading(
  text: string,
  engines: readonly string[],
  caller: Caller,
  workspace: Workspace,
): Promise<Message | null> {
  const plan = commands.plan(text, engines)
  if (plan.kind !== 'instant')
    return withLead(await runOrPropose(text, plan, caller, workspace), { readAs: text })
  if (!plan.understood) return null
  return withLead(plan.answer(await workspace.access.refusals(caller)), { readAs: text })
}

function offerReadings(
  plans: readonly { readonly text: string; readonly plan: Plan }[],
  refusals: Refusals,
  sentence: string | undefined,
): Message | null {
  const suggestions = plans.flatMap(({ text, plan }) => {
    if (!isPermitted(plan, refusals) || (plan.kind === 'instant' && !plan.understood)) return []
    return [{ text, asks: changesSomething(plan) }]
  })
  return suggestions.length === 0 ? null : chooseReading(suggestions, sentence)
}

const vocabularyTtlMs = 60_000

/** Returns the same object while its lists don't change, because the reader caches an index of it. */
const vocabularies = memoizeFor<Workspace['api'], AnswerCache<Vocabulary | null>>()

async function vocabularyOf(workspace: Workspace, scope: ChannelScope): Promise<Vocabulary> {
  const { api, clock } = workspace
  const cache = vocabularies(api, '', () => new AnswerCache({ clock, ttlMs: vocabularyTtlMs, max: 200 }))
  const { subreddits } = scope
  const read = async () => {
    const lists = await filterListsInTime(workspace, scope.workspace, listsWait.readingQuestion)
    return lists === null ? null : { ...lists, subreddits }
  }
  const key = JSON.stringify([scope.workspace, subreddits])
  const vocabulary = await cache.get(key, read, (lists) => (lists === null ? 0 : undefined))
  return vocabulary ?? { engines: SOURCES, brands: [], subreddits }
}
