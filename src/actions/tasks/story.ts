import type { Action } from '../../blocks/kit/codec.ts'
import { loadingModal } from '../../blocks/kit/modal.ts'
import { storyAnswer, storyModal, storyTitle } from '../../blocks/tasks/story.ts'
import { channelScope } from '../../channels/scope.ts'
import { createdTask, taskStory } from '../../tasks/story.ts'
import type { ActionHandler } from '../handler.ts'

/** "See how": shows the story to the person who clicked. The Home tab can't show messages, so it opens a modal. */
export const taskStoryAction: ActionHandler<Extract<Action, { kind: 'task_story' }>> = async (
  { kind: _, ...task },
  click,
  answer,
  workspace,
) => {
  const read = async () => {
    const record = await createdTask(workspace, task)
    const scope = await channelScope(workspace.store, workspace.defaults, record.team, record.channel)
    return taskStory(workspace, scope, record)
  }
  const { view, triggerId, team, user } = click
  if (view !== null) {
    const content = async () => storyModal(await read(), task)
    await workspace.modals.show({ triggerId }, loadingModal(storyTitle), content, {
      team,
      user,
      action: 'task_story',
    })
    return
  }
  const progress = answer.withProgress()
  await progress.ephemeral(storyAnswer(await read()))
}
