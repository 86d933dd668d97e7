import { ApiError } from '../../api/errors.ts'
import { taskAnswer } from '../../blocks/tasks/recommendation.ts'
import { channelScope } from '../../channels/settings.ts'
import { Problem } from '../../lib/problem.ts'
import type { Message } from '../../model/message.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import { notUnderstood, type Word } from '../../questions/tokenizer.ts'
import type { Caller } from '../../slack/plan.ts'
import type { Workspace } from '../../slack/workspace.ts'
import { aimInTime } from '../../tasks/aims.ts'
import { loadRecommendation, resultIdFrom } from '../../tasks/recommendations.ts'
import { answering, defineVerb, type Parsed, parsed, parseError, type Verb } from '../verb.ts'

const usage = 'task <id or address>'

function taskArguments([recommendation, extra]: readonly Word[]): Parsed<string> {
  if (recommendation === undefined)
    return parseError('Which recommendation? Add its id or console address, or pick one from the list.')
  if (recommendation.mention !== undefined) return parseError(notUnderstood(recommendation))
  if (extra !== undefined)
    return parseError('Enter one recommendation at a time: its console address, or its id.')
  if (!recommendation.quoted && sentenceWords.has(recommendation.text.toLowerCase()))
    return parseError(
      `“${recommendation.text}” isn’t the id of a recommendation. Copy the id, or the address in the console.`,
    )
  const id = resultIdFrom(recommendation.text)
  return id.ok ? parsed(id.value) : parseError(id.problem)
}

/** Words of a sentence, not ids: `task list` doesn't ask for a task. */
const sentenceWords: ReadonlySet<string> = new Set(
  'a an all any done export history how list new now open our overview page please pls report show status summary task tasks that the these this what which'.split(
    ' ',
  ),
)

export const taskVerb: Verb = defineVerb(
  {
    name: 'task',
    group: 'act',
    summary: 'Create the task of one recommendation.',
    usage,
    details: 'Pick one of the channel’s recommendations, or see the tasks created here.',
    examples: ['actions', 'tasks'],
    who: 'changers',
  },
  taskArguments,
  // Only the click creates the task.
  answering(async (resultId, caller, workspace) =>
    confirmTask(await recommendationIn(workspace, caller, resultId), caller, workspace),
  ),
)

/** The recommendation with the button that creates its task. */
export async function confirmTask(
  recommendation: Recommendation,
  caller: Caller,
  workspace: Workspace,
): Promise<Message> {
  const scope = await channelScope(workspace, caller)
  const { resultId } = recommendation
  const task = { team: caller.team, ...scope.workspace, resultId, name: null, description: null }
  return taskAnswer(recommendation, { aim: await aimInTime(workspace, scope, task) })
}

/** A recommendation of the caller's channel. @throws {Problem} if its workspace has none with that id */
export async function recommendationIn(
  workspace: Workspace,
  caller: Caller,
  resultId: string,
): Promise<Recommendation> {
  const scope = await channelScope(workspace, caller)
  try {
    return await loadRecommendation(workspace, caller.team, scope.workspace, resultId)
  } catch (error) {
    // `validation`: not in the format of the service's ids.
    if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation'))
      throw new Problem(
        'recommendation_unknown',
        `The recommendation ${resultId} isn’t in this channel’s workspace, so no task can be created. Check the id, or copy the recommendation’s address from the console.`,
        { usage: `/sightline ${usage}`, suggestion: 'actions' },
      )
    throw error
  }
}
