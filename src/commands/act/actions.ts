import { loadingModal } from '../../blocks/forms/modal.ts'
import { counted } from '../../blocks/kit/formats.ts'
import { setupTitle } from '../../blocks/settings/setup-form.ts'
import {
  nothingTracked,
  stoppedSentence,
  trackedSentence,
} from '../../blocks/settings/setup-recommendations.ts'
import { actionsAnswer } from '../../blocks/tasks/recommendations.ts'
import { channelScope } from '../../channels/settings.ts'
import { recommendationsView } from '../../channels/setup.ts'
import { readRecommendations } from '../../channels/setup-parse.ts'
import { lastTitle, previewTracking, stopTracking, trackRecommendations } from '../../channels/track.ts'
import { newsSinceDigest } from '../../digests/reported.ts'
import { redrawHome } from '../../home/index.ts'
import { Problem } from '../../lib/problem.ts'
import { nearest } from '../../lib/strings.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import { type Parsed, parsed, parseError } from '../../questions/read.ts'
import type { Word } from '../../questions/tokenizer.ts'
import type { Caller } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { resultIdFrom, trackedRecommendations } from '../../tasks/recommendations.ts'
import { defineVerb, type Verb } from '../verb.ts'

type ActionsArgs =
  | { readonly kind: 'list' }
  | { readonly kind: 'choose' }
  | { readonly kind: 'add'; readonly resultIds: readonly string[] }
  | { readonly kind: 'remove'; readonly resultId: string }

const usage = 'actions [list | add <ids or addresses> | remove [id or address]]'

function actionsArguments([first, ...rest]: readonly Word[]): Parsed<ActionsArgs> {
  const kind = first?.text.toLowerCase() ?? 'list'
  const [second, extra] = rest
  if (kind === 'list' && second === undefined) return parsed({ kind })
  if (kind !== 'add' && kind !== 'remove') {
    const word = kind === 'list' ? second : first
    const near = kind === 'list' ? 'list' : nearest(kind, ['list', 'add', 'remove'])
    const suggestion = near === null || near === 'list' ? near : `${near} ${second?.text ?? ''}`.trim()
    return parseError(
      `I don’t know “${(word?.text ?? '').slice(0, 60)}” after actions. Only list, add or remove can follow it.`,
      suggestion,
    )
  }
  if (kind === 'add') {
    if (second === undefined)
      return parseError('Paste the address of a recommendation after “add”, or its id. Several are fine.')
    const ids = readRecommendations(rest.map(({ text }) => text).join(' '))
    return ids.ok ? parsed({ kind, resultIds: ids.value }) : parseError(ids.problem)
  }
  if (second === undefined) return parsed({ kind: 'choose' })
  if (extra !== undefined)
    return parseError('Type one id or address after “remove”, or none to choose from a list.')
  const id = resultIdFrom(second.text)
  return id.ok ? parsed({ kind, resultId: id.value }) : parseError(id.problem)
}

export const actionsVerb: Verb = defineVerb<ActionsArgs>(
  {
    name: 'actions',
    aliases: ['recommendations'],
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
          loading: () => loadingModal(setupTitle),
          form: (caller, workspace) => recommendationsView(workspace, { ...caller, back: false }),
        }
      : {
          ...verb,
          kind: 'work',
          who: args.kind === 'list' ? 'readers' : 'changers',
          run: (caller, workspace) => answer(args, caller, workspace),
        },
)

async function answer(
  args: Exclude<ActionsArgs, { kind: 'choose' }>,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  if (args.kind === 'add') return track(args.resultIds, caller, workspace)
  if (args.kind === 'list') return actionsList(workspace, caller)
  const title = await lastTitle(workspace, caller, args.resultId)
  if (!(await stopTracking(workspace, caller, args.resultId)))
    throw new Problem(
      'not_tracked',
      'This channel doesn’t track that recommendation, so there is nothing to remove.',
      { suggestion: 'actions list' },
    )
  void redrawHome(workspace)
  return actionsList(workspace, caller, stoppedSentence(args.resultId, title))
}

/** Whoever pasted an address means it, and "Stop tracking" undoes it. What can't be looked up now isn't tracked. */
async function track(resultIds: readonly string[], caller: Caller, workspace: Workspace): Promise<Message> {
  const preview = await previewTracking(workspace, caller, resultIds)
  const found = preview.identified.map(({ resultId }) => resultId)
  if (found.length === 0) return nothingTracked(preview)
  await trackRecommendations(workspace, caller, found)
  void redrawHome(workspace)
  return actionsList(workspace, caller, trackedSentence(preview))
}

async function actionsList(workspace: Workspace, caller: Caller, done?: string): Promise<Message> {
  const scope = await channelScope(workspace, caller)
  return actionsMessage(workspace, scope, await trackedRecommendations(workspace, scope), done)
}

export async function actionsMessage(
  workspace: Workspace,
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
  done?: string,
): Promise<Message> {
  const count = scope.recommendations.length
  const tracked = count === 0 ? 'no recommendations' : counted(count, 'recommendation')
  return actionsAnswer(sections, {
    shareable: false,
    command: 'actions',
    news: await newsSinceDigest(workspace.store, scope, sections),
    ...(done === undefined ? {} : { done: `${done} This channel now tracks ${tracked}.` }),
  })
}
