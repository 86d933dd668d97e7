import { loadingModal } from '../blocks/kit/modal.ts'
import { counted } from '../blocks/kit/numbers.ts'
import { stopTrackingModal, stopTrackingTitle } from '../blocks/settings/stop-tracking.ts'
import { actionsAnswer } from '../blocks/tasks/actions.ts'
import { trackedRecommendations } from '../channels/recommendations.ts'
import { stopTracking } from '../channels/stop-tracking.ts'
import { newsSinceDigest } from '../digests/compose/news.ts'
import type { Word } from '../insights/question/tokenizer.ts'
import { resultIdFrom } from '../insights/recommendations.ts'
import { currentReference } from '../lib/log.ts'
import { nearest } from '../lib/nearest.ts'
import { Problem } from '../lib/problem.ts'
import type { Message, ModalView } from '../model/message.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { AuditEntry } from '../store/index.ts'
import { scopeOf } from './scope.ts'
import { defineVerb, type Parsed, parsed, parseError, type Verb } from './verb.ts'

type ActionsArgs =
  | { readonly kind: 'list' }
  | { readonly kind: 'choose' }
  | { readonly kind: 'add' | 'remove'; readonly resultId: string }

const usage = 'actions [list | add <id or address> | remove [id or address]]'

function actionsArguments([what, which, extra]: readonly Word[]): Parsed<ActionsArgs> {
  const kind = what?.text.toLowerCase() ?? 'list'
  if (kind === 'list' && which === undefined) return parsed({ kind })
  if (kind !== 'add' && kind !== 'remove') {
    const word = kind === 'list' ? which : what
    const near = kind === 'list' ? 'list' : nearest(kind, ['list', 'add', 'remove'])
    const suggestion = near === null || near === 'list' ? near : `${near} ${which?.text ?? ''}`.trim()
    return parseError(
      `I don't know “${(word?.text ?? '').slice(0, 60)}” here: list, add or remove.`,
      suggestion,
    )
  }
  if (kind === 'remove' && which === undefined) return parsed({ kind: 'choose' })
  if (which === undefined || extra !== undefined)
    return parseError(`Add one recommendation after “${kind}”: its console address, or its id.`)
  const id = resultIdFrom(which.text)
  return id.ok ? parsed({ kind, resultId: id.resultId }) : parseError(id.problem)
}

export const actionsVerb: Verb = defineVerb<ActionsArgs>(
  {
    name: 'actions',
    aliases: ['recommendations', 'recs'],
    group: 'act',
    isCommon: true,
    label: 'Recommendations',
    summary: 'See recommendations and create tasks.',
    usage,
    examples: ['actions', 'actions remove'],
    who: 'readers',
  },
  actionsArguments,
  (args, verb) =>
    args.kind === 'choose'
      ? {
          ...verb,
          kind: 'modal',
          who: 'changers',
          loading: () => loadingModal(stopTrackingTitle),
          form: choose,
        }
      : {
          ...verb,
          kind: 'work',
          who: args.kind === 'list' ? 'readers' : 'changers',
          run: (caller, workspace) => answer(args, caller, workspace),
        },
)

/** The tracked recommendations by title, to stop tracking some of them. */
async function choose(caller: Caller, workspace: Workspace): Promise<ModalView> {
  const recommendations = await trackedRecommendations(workspace, await scopeOf(workspace, caller))
  return stopTrackingModal({ channel: caller.channel, recommendations })
}

async function answer(
  args: Exclude<ActionsArgs, { kind: 'choose' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const summary = args.kind === 'list' ? null : await change(args, caller, workspace)
  const scope = await scopeOf(workspace, caller)
  const sections = await trackedRecommendations(workspace, scope)
  return actionsAnswer(sections, {
    shareable: false,
    command: 'actions',
    news: await newsSinceDigest(workspace.store, scope, sections),
    ...(summary === null ? {} : { done: `${summary} ${trackedSentence(scope.recommendations.length)}` }),
  })
}

/** @returns what was done, as a sentence */
async function change(
  { kind, resultId }: ActionsArgs & { kind: 'add' | 'remove' },
  caller: Caller,
  workspace: Workspace,
): Promise<string> {
  if (kind === 'add')
    return (await track(workspace, caller, resultId)) ? 'Added.' : 'It was on the list already.'
  await untrack(workspace, caller, resultId)
  return 'Removed.'
}

function trackedSentence(count: number): string {
  if (count === 0) return 'This channel now tracks no recommendation.'
  return `This channel now tracks ${counted(count, 'recommendation')}.`
}

/** Checks the id with the service before saving it. @returns `false` if it was tracked already */
async function track(workspace: Workspace, caller: Caller, resultId: string): Promise<boolean> {
  const { api, store, clock } = workspace
  const scope = await scopeOf(workspace, caller)
  await api.briefs(scope.workspace, resultId)
  // Includes those that the settings track in every channel.
  const isTracked = scope.recommendations.includes(resultId)
  const { team, channel, user } = caller
  const entry = (added: boolean) =>
    auditEntry(caller, 'recommendation.track', resultId, added ? 'added' : 'was tracked already')
  if (!isTracked) return store.channels.track(team, channel, resultId, user, clock.now(), entry)
  await store.audit.record(entry(false), clock.now())
  return false
}

async function untrack(workspace: Workspace, caller: Caller, resultId: string): Promise<void> {
  const removed = await stopTracking(workspace, caller, resultId)
  if (!removed)
    throw new Problem(
      'not_tracked',
      "This channel doesn't track that recommendation, so there is nothing to remove.",
      {
        suggestion: 'actions list',
      },
    )
}

function auditEntry(
  { team, user, channel }: Caller,
  action: string,
  subject: string,
  outcome: string,
): AuditEntry {
  return { team, user, channel, action, subject, outcome, detail: null, reference: currentReference() }
}
