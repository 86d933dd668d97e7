import type { WebClient } from '@slack/web-api'
import { PostError, type Steps } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Slack's code for a step that has ended, perhaps by an earlier call whose answer was lost. */
const ended = 'execution_not_in_running_state'

/**
 * Ends steps with the workspace's own token, which `functions.completeSuccess` and `functions.completeError` accept without
 * any scope (https://docs.slack.dev/reference/methods/functions.completeSuccess).
 */
export function createSteps(client: WebClient): Steps {
  return {
    end: async (id, result) => {
      const execution = { function_execution_id: id }
      try {
        await asPostError(async () =>
          result.ok
            ? client.functions.completeSuccess({ ...execution, outputs: result.outputs })
            : client.functions.completeError({ ...execution, error: result.sentence }),
        )
      } catch (error) {
        if (!(error instanceof PostError) || error.code !== ended) throw error
      }
    },
  }
}
