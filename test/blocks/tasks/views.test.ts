import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { taskBriefModal } from '../../../src/blocks/tasks/brief.ts'
import { type TasksPage, tasksAnswer } from '../../../src/blocks/tasks/tasks.ts'
import { brief, inGallery, like } from '../like.ts'
import { renderBlocks } from '../render.ts'
import { validateView } from '../validate.ts'

const big = { endOnFailure: true } as const
const page = like(inGallery<TasksPage>('tasks', 'counts'), 10)

it('a page shows each of its tasks, or counts it', () => {
  fc.assert(
    fc.property(page, ({ tasks, ...rest }) => {
      const shownTasks = tasks.filter(({ state }) => state.kind !== 'none')
      const { blocks } = tasksAnswer({ tasks: shownTasks, ...rest }, { shareable: false, command: 'tasks' })
      const shown = blocks.filter((block) => block.type === 'section').length
      const notShown = Number(/(\d+) more tasks? not shown/.exec(renderBlocks(blocks))?.[1] ?? 0)
      expect(shown + notShown).toBe(shownTasks.length)
    }),
    { numRuns: 60, ...big },
  )
})

it.each([
  [{ created: 0, done: 0, creating: 1, unknown: 2 }, '1 task is being created, 2 are unconfirmed.'],
  [{ created: 3, done: 3, creating: 0, unknown: 1 }, 'No task is open, 3 are done, 1 is unconfirmed.'],
])('a list of tasks says of what it counts them: %j', (counts, says) => {
  const { text } = tasksAnswer(
    { tasks: [], counts, page: 1, pages: 1 },
    { shareable: false, command: 'tasks' },
  )
  expect(text.split('\n')[0]).toBe(says)
})

describe('a task’s brief', () => {
  const place = { organizationId: 'o', workspaceId: 'w', resultId: 'r' }

  it('is the whole brief of that task, and no other', () => {
    fc.assert(
      fc.property(fc.array(brief, { maxLength: 4 }), fc.nat(), (others, where) => {
        const ownBrief = { id: 'own', taskId: 'mine', title: 'Mine', body: 'Body of mine', updatedAt: null }
        const rest = others.filter(({ id, taskId }) => id !== 'own' && taskId !== 'mine')
        const briefs = rest.toSpliced(where % (rest.length + 1), 0, ownBrief)
        const view = taskBriefModal(briefs, { ...place, taskId: 'mine' })
        expect(renderBlocks(view.blocks)).toBe('- header: Mine\n- rich_text:\n    Body of mine')
      }),
    )
  })

  it('is reported missing until the service has written it, above existing briefs', () => {
    fc.assert(
      fc.property(fc.array(brief, { maxLength: 4 }), (others) => {
        const briefs = others.filter(({ taskId }) => taskId !== 'mine')
        const view = taskBriefModal(briefs, { ...place, taskId: 'mine' })
        expect(validateView(view)).toEqual([])
        expect(renderBlocks(view.blocks)).toContain('This task’s brief isn’t written yet')
        expect(view.blocks.length > 1).toBe(briefs.length > 0)
      }),
      { numRuns: 60, ...big },
    )
  })
})
