import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textLength } from '../../../src/blocks/kit/budget.ts'
import { exported } from '../../../src/blocks/kit/csv.ts'
import { limits } from '../../../src/blocks/kit/limits.ts'
import { counted } from '../../../src/blocks/kit/numbers.ts'
import { taskBriefModal } from '../../../src/blocks/tasks/brief.ts'
import { taskChecked, taskConfirmed, taskCreated, taskTaken } from '../../../src/blocks/tasks/task-replies.ts'
import { tasksAnswer } from '../../../src/blocks/tasks/tasks.ts'
import type { Message } from '../../../src/model/message.ts'
import { brief, someone, taskState, text } from '../arbitraries.ts'
import { renderBlocks } from '../render.ts'
import { validateMessage, validateView } from '../validate.ts'

const big = { endOnFailure: true } as const
const ref = fc.record({ organizationId: text, workspaceId: text, resultId: text })
const count = fc.nat({ max: 1_000_000 })
const at = fc.constant('2026-11-16T08:14:30Z')

const page = fc.record({
  tasks: fc.array(
    fc
      .tuple(ref, taskState, fc.option(text))
      .map(([place, state, title]) => ({ ...place, state, title, aim: null })),
    { maxLength: 10, size: 'max' },
  ),
  counts: fc.record({ created: count, creating: count, unknown: count, done: count }),
  page: fc.integer({ min: 1, max: 99_999 }),
  pages: fc.integer({ min: 1, max: 99_999 }),
})
const options = fc.record({ shareable: fc.boolean(), command: text })

const sign = fc.record({ taskId: text, briefId: text, title: text, writtenAt: at })
const signs = fc.record({
  by: fc.constantFrom(someone, '<!channel>'),
  at,
  items: fc.array(sign, { maxLength: 12 }),
  briefs: count,
  undated: count,
})

const made = taskState.filter((state) => state.kind === 'created')
const aimed = fc.option(
  fc.record({
    aim: fc.record({
      engines: fc.array(text, { maxLength: 5 }),
      rival: fc.option(text),
      topics: fc.array(text, { maxLength: 3 }),
      subreddit: fc.option(text),
    }),
    filterNames: fc.constant([]),
  }),
)

const views: Readonly<Record<string, fc.Arbitrary<Message>>> = {
  'a page of tasks': fc.tuple(page, options).map(([tasks, how]) => tasksAnswer(tasks, how)),
  'an exported file': fc.tuple(count, text).map(([tasks, name]) => exported(counted(tasks, 'task'), name)),
  'a click that came second': fc.tuple(ref, taskState).map(([place, state]) => taskTaken(place, state, 'U1')),
  'what was found': fc.tuple(ref, signs).map(([place, found]) => taskChecked(place, found)),
  'a confirmation': fc.tuple(ref, made, aimed).map(([place, state, aim]) => taskConfirmed(place, state, aim)),
  'a task of one’s own': fc
    .tuple(ref, made, aimed, fc.boolean())
    .map(([place, state, aim, isShown]) => taskCreated(place, state, aim, isShown)),
}

describe.for(Object.entries(views))('%s', ([, view]) => {
  it('keeps every limit and mentions nobody, with any data', () => {
    fc.assert(
      fc.property(view, (message) => {
        expect(validateMessage(message)).toEqual([])
        expect(message.text.length).toBeLessThanOrEqual(limits.message.text)
        expect(textLength(message.blocks)).toBeLessThanOrEqual(limits.message.allText)
        const ours = new RegExp(`<@(?:${someone}|U0SHARED)>|<!date\\^\\d+\\^[^>]*>`, 'g')
        expect(message.text.replace(ours, '')).not.toMatch(/<[@!#a-z]/i)
      }),
      { numRuns: 80, ...big },
    )
  })
})

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
