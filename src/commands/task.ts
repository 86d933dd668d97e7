import { z } from 'zod'
import { ApiError } from '../api/errors.ts'
import type { Message } from '../blocks/kit/message.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import { taskAnswer } from '../blocks/tasks/task-one.ts'
import { oneRecommendation } from '../channels/recommendation.ts'
import { resultIdFrom } from '../insights/recommendations.ts'
import { Problem } from '../lib/problem.ts'
import { type CommandDeps, scopeOf } from './deps.ts'
import { notUnderstood, type Word } from './parse/tokenizer.ts'
import { type Caller, defineVerb, type Verb } from './verb.ts'

const usage = 'task <result id or address>'

const taskArgs = z.array(z.custom<Word>()).transform(([which, extra], context): string | null => {
  if (which === undefined) return null
  if (which.mention !== undefined) {
    context.addIssue(notUnderstood(which))
    return z.NEVER
  }
  if (extra !== undefined) {
    context.addIssue('One recommendation at a time, please: its id, or its address in the console.')
    return z.NEVER
  }
  const read = resultIdFrom(which.text)
  if (read.ok) return read.resultId
  context.addIssue(read.problem)
  return z.NEVER
})

export const taskVerb: Verb = defineVerb(
  {
    name: 'task',
    aliases: ['create'],
    summary: 'Creates the task of one recommendation, after you have read it and confirmed.',
    usage,
    examples: ['task 5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01'],
    who: 'changers',
  },
  taskArgs,
  (resultId) =>
    resultId === null ? { kind: 'instant', answer: whichOne } : { kind: 'work', run: asking(resultId) },
)

/** Those that the channel tracks have a button each. */
function whichOne(): Message {
  return problemMessage({
    sentence:
      'Say for which recommendation: its id, or its address in the console. Those that this channel tracks have a button each.',
    usage: `/sightline ${usage}`,
    suggestion: 'actions',
    reference: null,
  })
}

/** Shows the recommendation and asks; only the click creates the task. */
function asking(resultId: string) {
  return async (caller: Caller, deps: CommandDeps): Promise<Message> => {
    const { workspace } = await scopeOf(deps, caller)
    try {
      return taskAnswer(await oneRecommendation(deps, caller.team, workspace, resultId))
    } catch (error) {
      // What is written unlike the service's ids is refused as a value.
      if (error instanceof ApiError && (error.code === 'not_found' || error.code === 'validation'))
        throw new Problem(
          'recommendation_unknown',
          `The analytics service doesn't know a recommendation ${resultId} in this channel's workspace, so no task can be created. Check the id, or copy the recommendation's address from the console.`,
          { usage: `/sightline ${usage}`, suggestion: 'actions' },
        )
      throw error
    }
  }
}
