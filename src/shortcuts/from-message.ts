import { problemMessage } from '../blocks/kit/problem.ts'
import { titlesInTime } from '../channels/recommendation.ts'
import { answerTo } from '../commands/run.ts'
import { scopeOf } from '../commands/scope.ts'
import { Problem } from '../lib/problem.ts'
import type { Answer, ShortcutCall } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import { recommendationsIn } from './recommendations-in.ts'
import type { Shortcut } from './shortcut.ts'

/** Shows the titles of the message's recommendations, and tracks them when asked to. */
export const trackShortcut: Shortcut = {
  who: 'changers',
  run: (call, answer, workspace) => typed(`actions add ${idsIn(call).join(' ')}`, call, answer, workspace),
}

/** Shows the message's recommendation, and creates its task when asked to. If there are several, asks which one. */
export const createTaskShortcut: Shortcut = {
  who: 'changers',
  run: async (call, answer, workspace) => {
    const ids = idsIn(call)
    const [only, another] = ids
    if (another === undefined) return typed(`task ${only}`, call, answer, workspace)
    const progress = answer.withProgress()
    const { workspace: scope } = await scopeOf(workspace, callerOf(call))
    const titles = await titlesInTime(
      workspace,
      ids.map((resultId) => ({ ...scope, resultId })),
    )
    // An id without a title may not be a recommendation at all.
    const titled = ids.filter((id) => titles.has(id))
    const suggestions = (titled.length === 0 ? ids : titled).map((id) => ({
      text: `task ${id}`,
      ...(titles.has(id) ? { label: titles.get(id) ?? id } : {}),
    }))
    await progress.ephemeral(
      problemMessage({
        sentence: 'This message has several recommendations. Which one needs a task?',
        reference: null,
        suggestions,
      }),
    )
  },
}

/** The same as typing it in the message's channel. */
async function typed(text: string, call: ShortcutCall, answer: Answer, workspace: Workspace): Promise<void> {
  const progress = answer.withProgress()
  await progress.ephemeral(await answerTo(text, callerOf(call), workspace))
}

function idsIn({ message }: ShortcutCall): readonly string[] {
  const ids = recommendationsIn(message?.content ?? {})
  if (ids.length > 0) return ids
  throw new Problem(
    'no_recommendation',
    'I found no recommendation in this message. It needs the recommendation’s address from the console, or its id. To add one yourself, type /sightline actions add and paste it.',
  )
}

function callerOf({ team, channel, user, outside, presence }: ShortcutCall) {
  return { team, channel: channel ?? '', user, outside, presence }
}
