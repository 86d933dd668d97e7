import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asPlainText, textLength, withoutChartsAndTables } from '../../../src/blocks/kit/block-text.ts'
import { actionsAnswer } from '../../../src/blocks/tasks/recommendations.ts'
import { newTask } from '../../../src/blocks/tasks/task-replies.ts'
import { largestStates, taskBlocks, withTaskState } from '../../../src/blocks/tasks/task-state.ts'
import type { TaskState } from '../../../src/model/recommendation.ts'
import { created, creating, ok, recommendation } from '../fixtures.ts'
import { recommendation as anyRecommendation, taskState } from '../like.ts'
import { renderBlocks } from '../render.ts'
import { validateMessage } from '../validate.ts'

const quiet = { shareable: false, command: 'actions' }
const one = recommendation(0)
const two = recommendation(1)
const message = actionsAnswer([ok(one), ok(two)], quiet)
const none: TaskState = { kind: 'none' }

const without = (blocks: readonly object[]) =>
  blocks.map(({ block_id: _, ...rest }: { block_id?: string }) => rest)

describe('a task’s state in a message that was sent earlier', () => {
  it('is the same as if the message were drawn again', () => {
    fc.assert(
      fc.property(taskState, taskState, (first, second) => {
        const drawn = actionsAnswer([ok({ ...one, task: first })], quiet)
        const anew = actionsAnswer([ok({ ...one, task: second })], quiet)
        const heading = 1
        expect(without(withTaskState(drawn.blocks, one, second)).slice(heading)).toEqual(
          without(anew.blocks).slice(heading),
        )
      }),
    )
  })

  it('is the same in the announcement of the task, also for screen readers', () => {
    const drawn = newTask(one, created, { name: created.name, channel: 'C1' })
    const again = withTaskState(withTaskState(drawn.blocks, one, creating), one, created)
    expect(without(again)).toEqual(without(drawn.blocks))
  })

  it('changes nothing if it is written twice', () => {
    fc.assert(
      fc.property(taskState, (state) => {
        const once = withTaskState(message.blocks, one, state)
        expect(withTaskState(once, one, state)).toEqual(once)
      }),
    )
  })

  it('leaves every other block unchanged', () => {
    const after = withTaskState(message.blocks, one, created)
    const others = message.blocks.slice(3)
    expect(after.slice(-others.length)).toEqual(others)
    expect(after.slice(0, 2)).toEqual(message.blocks.slice(0, 2))
  })

  it('gives changed blocks new ids, every time', () => {
    const ids = [creating, created, none, creating].reduce<{ blocks: readonly object[]; seen: string[] }>(
      ({ blocks, seen }, state) => {
        const next = withTaskState(blocks as typeof message.blocks, one, state)
        const changed = next
          .map(({ block_id }) => block_id ?? '')
          .filter((id) => /\.(status|actions)\.[1-9]/.test(id))
        return { blocks: next, seen: [...seen, ...changed] }
      },
      { blocks: message.blocks, seen: [] },
    ).seen
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(4)
  })

  it('changes nothing for a recommendation that the message does not show', () => {
    expect(withTaskState(message.blocks, recommendation(4), created)).toEqual(message.blocks)
    expect(withTaskState(message.blocks, { ...one, workspaceId: 'another' }, created)).toEqual(message.blocks)
  })

  it('is written twice if a message shows a recommendation twice', () => {
    const twice = actionsAnswer([ok(one), ok(two), ok(one)], quiet)
    const after = withTaskState(twice.blocks, one, created)
    expect(renderBlocks(after).match(/✓ Task created/g)).toHaveLength(2)
    expect(validateMessage({ text: 'x', blocks: after })).toEqual([])
  })

  it('is also written into the simpler form of a message', () => {
    expect(renderBlocks(withTaskState(withoutChartsAndTables(message).blocks, one, created))).toContain(
      '✓ Task created',
    )
    expect(withTaskState(asPlainText(message).blocks, one, created)).toEqual(asPlainText(message).blocks)
  })

  it('offers the brief again after a failed attempt only if there is one', () => {
    const empty = { ...one, briefs: [] }
    const drawn = actionsAnswer([ok(empty)], quiet)
    const back = withTaskState(withTaskState(drawn.blocks, one, creating), one, none)
    expect(renderBlocks(back)).toContain('[Create task]')
    expect(renderBlocks(back)).not.toContain('[View brief]')
    expect(renderBlocks(withTaskState(message.blocks, one, created))).toContain('[View brief]')
  })

  it('has words if ids are too long for a button', () => {
    const long = { ...one, resultId: 'x'.repeat(3_000) }
    expect(renderBlocks(actionsAnswer([ok(long)], quiet).blocks)).toContain('too long for a button')
  })

  it('has room for any state, person and time', () => {
    const place = { copy: 0, revision: 0, canViewBrief: true, about: 'x' }
    const length = (ref: typeof one, state: TaskState) => textLength(taskBlocks(ref, state, place))
    fc.assert(
      fc.property(anyRecommendation, taskState, (each, any) => {
        // The store has only days.
        const done = any.kind === 'created' && any.done && { ...any.done, on: '2025-10-22' }
        const state = done ? { ...any, done } : any
        const room = Math.max(...largestStates.map((biggest) => length(each, biggest)))
        expect(length(each, state)).toBeLessThanOrEqual(Math.max(room, length(each, none)))
      }),
      { numRuns: 500 },
    )
  })

  it('keeps ids unique for any recommendations', () => {
    fc.assert(
      fc.property(fc.array(anyRecommendation, { maxLength: 6 }), taskState, (all, state) => {
        const drawn = actionsAnswer(all.map(ok), quiet)
        const after = all.reduce((blocks, each) => withTaskState(blocks, each, state), [...drawn.blocks])
        const ids = after.flatMap(({ block_id }) => (block_id === undefined ? [] : [block_id]))
        expect(new Set(ids).size).toBe(ids.length)
      }),
    )
  })
})
