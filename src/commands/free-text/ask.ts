/** Answers a message, written as a command or as free text. */

import { SOURCES } from '../../api/index.ts'
import { withLead } from '../../blocks/conversation/lead.ts'
import { chooseReading, type Proposed, proposal } from '../../blocks/conversation/readings.ts'
import { filterListsInTime, listsWait } from '../../channels/filter-lists.ts'
import { AnswerCache } from '../../lib/cache.ts'
import { zoneNamed } from '../../lib/time-zone.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { Message } from '../../model/message.ts'
import { typedWord } from '../../questions/question-text.ts'
import { longestText, splitWords } from '../../questions/tokenizer.ts'
import { type Caller, changesSomething, isPermitted, type Plan, type ResolvedPlan } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { commands } from '../index.ts'
import { runPlan } from '../run.ts'
import { scopeOf } from '../scope.ts'
import type { Vocabulary } from './reading.ts'
import { unavailableIn } from './unavailable.ts'

export interface Answered {
  readonly message: Message
  /** The verb that answered; `question` for free text. */
  readonly verb: string | null
  /** `false`: the words were not understood. */
  readonly understood: boolean
}

/**
 * The plan for a typed text, with or without `/sightline`. Text that isn't a valid command is read as free text when
 * the plan runs, so that planning does no I/O.
 */
export function planText(text: string): Plan {
  const typed = withoutCommand(text)
  const exact = commands.plan(typed)
  if (exact.kind === 'modal' || typed.length > longestText) return exact
  if (exact.kind === 'instant' ? exact.understood : exact.resolve === undefined) return exact
  const plan = {
    kind: 'work' as const,
    verb: exact.verb ?? 'question',
    // Permission for free text is checked when it is read, and for its command when that runs.
    who: exact.kind === 'work' ? exact.who : ('anyone' as const),
    understood: true,
    run: async (caller: Caller, workspace: Workspace): Promise<Message> => {
      const resolved = await resolvedPlan(exact, caller, workspace)
      if (resolved.kind === 'work') return runPlan(resolved, caller, workspace)
      if (resolved.understood) return resolved.answer(await workspace.access.refusals(caller))
      const answer = await answerFreeText(typed, caller, workspace)
      plan.understood = answer !== null
      return answer ?? resolved.answer(await workspace.access.refusals(caller))
    },
  }
  return plan
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
  return { message, verb, understood: plan.kind === 'modal' || plan.understood !== false }
}

async function runOrPropose(
  text: string,
  plan: Exclude<Plan, { kind: 'instant' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const why = whyProposed(plan, caller)
  if (why === null && plan.kind === 'work') return runPlan(plan, caller, workspace)
  await workspace.access.require(plan.who, caller, plan.verb)
  // As displayed and typed, without the message's escapes and links.
  const shown = splitWords(text).map(typedWord).join(' ')
  return proposal(shown, why ?? 'opens a form')
}

/** Removes `/sightline` where it isn't needed, and the backticks of a pasted command. */
function withoutCommand(text: string): string {
  const typed = text.trim()
  const bare = /^`+(?!`)([^`]*)`+$/u.exec(typed)?.[1]?.trim() ?? typed
  return bare.replace(/^\/?sightline(?=[\s:,]|$)[\s:,]*/iu, '')
}

function resolvedPlan(
  exact: ResolvedPlan,
  caller: Caller,
  workspace: Workspace,
): ResolvedPlan | Promise<ResolvedPlan> {
  return exact.kind === 'work' && exact.resolve !== undefined ? exact.resolve(caller, workspace) : exact
}

/** Why the plan is only proposed; `null`: it runs. */
function whyProposed(plan: Exclude<Plan, { kind: 'instant' }>, { inConversation }: Caller): Proposed | null {
  if (plan.kind === 'modal') return 'opens a form'
  if (changesSomething(plan)) return 'changes something'
  return plan.isPrivate === true && inConversation === true ? 'is for one person' : null
}

/** @returns `null` if the words were not understood */
async function answerFreeText(text: string, caller: Caller, workspace: Workspace): Promise<Message | null> {
  // Offered readings name brands.
  await workspace.access.require('readers', caller, 'question')
  const scope = await scopeOf(workspace, caller)
  // Most people type commands, so the reader is loaded only with the first free text.
  const [{ readText }, vocabulary] = await Promise.all([import('./index.ts'), vocabularyOf(workspace, scope)])
  const today = workspace.clock
    .now()
    .toZonedDateTimeISO(zoneNamed(scope.timeZone) ?? 'UTC')
    .toPlainDate()
  const reading = readText(text, vocabulary, today)
  if (reading.kind === 'certain') return answerReading(reading.text, caller, workspace)
  const texts = reading.kind === 'unknown' ? [] : reading.texts
  const isAboutFigures = texts.length === 0 || texts.some((one) => figures.test(one))
  const missing = isAboutFigures ? unavailableIn(text) : null
  if (missing !== null) return offerReadings(missing.instead, caller, workspace, missing.sentence)
  return texts.length === 0 ? null : offerReadings(texts, caller, workspace)
}

/** Commands that answer with figures, of which some are missing. */
const figures = /^(?:visibility|why|engines|gaps|reddit)\b/u

async function answerReading(text: string, caller: Caller, workspace: Workspace): Promise<Message | null> {
  const plan = commands.plan(text)
  if (plan.kind === 'instant') {
    if (!plan.understood) return null
    return withLead(plan.answer(await workspace.access.refusals(caller)), { readAs: text })
  }
  return withLead(await runOrPropose(text, plan, caller, workspace), { readAs: text })
}

async function offerReadings(
  texts: readonly string[],
  caller: Caller,
  workspace: Workspace,
  sentence?: string,
): Promise<Message | null> {
  const refusals = await workspace.access.refusals(caller)
  const suggestions = texts.flatMap((text) => {
    const plan = commands.plan(text)
    if (!isPermitted(plan, refusals) || (plan.kind === 'instant' && !plan.understood)) return []
    return [{ text, asks: changesSomething(plan) }]
  })
  return suggestions.length === 0 ? null : chooseReading(suggestions, sentence)
}

const vocabularyTtlMs = 60_000

/** Returns the same object while its lists don't change, because the reader caches an index of it. */
const vocabularies = new WeakMap<Workspace['api'], AnswerCache<Vocabulary | null>>()

async function vocabularyOf(workspace: Workspace, scope: ChannelScope): Promise<Vocabulary> {
  const { api, clock } = workspace
  const cache =
    vocabularies.get(api) ?? new AnswerCache<Vocabulary | null>({ clock, ttlMs: vocabularyTtlMs, max: 200 })
  vocabularies.set(api, cache)
  const { subreddits } = scope
  const read = async () => {
    const lists = await filterListsInTime(workspace, scope.workspace, listsWait.readingQuestion)
    return lists === null ? null : { ...lists, subreddits }
  }
  const key = JSON.stringify([scope.workspace, subreddits])
  const vocabulary = await cache.get(key, read, (lists) => (lists === null ? 0 : undefined))
  return vocabulary ?? { engines: SOURCES, brands: [], subreddits }
}
