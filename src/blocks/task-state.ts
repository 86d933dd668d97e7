/** What is known about a recommendation's task, as blocks that can be rewritten in a stored message. */
import { createHash } from 'node:crypto'
import type { TaskState } from '../insights/model.ts'
import type { RecommendationRef } from './codec.ts'
import { button, buttons, confirmation } from './elements.ts'
import type { Block } from './message.ts'
import { richText, type Span } from './spans.ts'
import { oneLine } from './text.ts'

/**
 * Block ids are `sl1.rec.<recommendation>.<copy>.<part>.<revision>`: the recommendation as a hash, which of several
 * copies in the message, and a revision that changes with every update, as Slack asks for.
 */
const ownId = /^sl1\.rec\.([\w-]{22})\.(\d{1,6})\.(body|status|actions)\.(\d{1,9})$/

type PartName = 'body' | 'status' | 'actions'

/** Names a recommendation's block. @param copy counts the recommendations of a message from 0 */
export function recommendationBlockId(
  ref: RecommendationRef,
  copy: number,
  part: PartName,
  revision = 0,
): string {
  return `sl1.rec.${keyOf(ref)}.${copy}.${part}.${revision}`
}

/**
 * The task's status in words and the buttons that fit it.
 * @param canViewBrief false while there is no brief; once a task is created there may always be one
 */
export function taskBlocks(
  ref: RecommendationRef,
  state: TaskState,
  place: {
    readonly copy: number
    readonly revision: number
    readonly canViewBrief: boolean
    readonly about: string
  },
): readonly Block[] {
  const { copy, revision, canViewBrief, about } = place
  const status = statusLines(state)
  const view = { kind: 'view_brief', ...ref, briefId: null, page: 1 } as const
  const showView = canViewBrief || state.kind === 'created'
  const viewButton = showView ? button('View brief', view, { about: `View brief: ${about}` }) : null
  const actions = buttons(
    [...actionButtons(ref, state, about), viewButton],
    recommendationBlockId(ref, copy, 'actions', revision),
  )
  const hint = actions.length === 0 && state.kind === 'none' ? [[tooLongForButtons]] : []
  const lines = [...status, ...hint]
  return [
    ...(lines.length === 0 ? [] : [richText(lines, recommendationBlockId(ref, copy, 'status', revision))]),
    ...actions,
  ]
}

/**
 * Rewrites the task's state of one recommendation in the blocks of a message that was sent earlier. Its title and
 * brief stay, and so do all other blocks. Doing it again with the same state changes nothing.
 */
export function withTaskState(blocks: readonly Block[], ref: RecommendationRef, state: TaskState): Block[] {
  const key = keyOf(ref)
  const owned = blocks.map((block) => ownerOf(block, key))
  const copies = new Set(owned.flatMap((owner) => (owner === null ? [] : [owner.copy])))
  return [...copies].reduce<Block[]>((all, copy) => rewriteCopy(all, ref, state, copy), [...blocks])
}

/** The state of the biggest message that a recommendation's blocks may grow to: the budget leaves room for it. */
export const biggestStates: readonly TaskState[] = [
  {
    kind: 'created',
    taskId: 'x'.repeat(40),
    name: 'x'.repeat(1_000),
    description: 'x'.repeat(1_000),
    by: 'W'.repeat(11),
    at: '2026-09-30T20:59:59Z',
  },
  { kind: 'unknown', by: 'W'.repeat(11), at: '2026-09-30T20:59:59Z' },
  { kind: 'creating', by: 'W'.repeat(11), at: '2026-09-30T20:59:59Z' },
]

const tooLongForButtons = 'Its ids are too long for a button. Create the task in the analytics console.'

function statusLines(state: TaskState): Span[][] {
  switch (state.kind) {
    case 'none':
      return []
    case 'creating':
      return [['Creating the task… started by ', { user: state.by }, ', ', { at: state.at }, '.']]
    case 'created':
      return [
        [
          { text: '✓ Task created: ', style: 'bold' },
          { text: taskName(state.name), style: 'bold' },
        ],
        [oneLine(state.description, 300)],
        ['Created by ', { user: state.by }, ', ', { at: state.at }, '.'],
      ]
    case 'unknown':
      return [
        [{ text: '⚠ Not certain whether the task was created.', style: 'bold' }],
        [
          'Started by ',
          { user: state.by },
          ', ',
          { at: state.at },
          ', but the service never answered. Look for the task in the analytics console; only if it is not there, create it anyway.',
        ],
      ]
  }
}

function actionButtons(ref: RecommendationRef, state: TaskState, about: string) {
  switch (state.kind) {
    case 'none':
      return [
        button(
          'Create task',
          { kind: 'create_task', ...ref },
          { style: 'primary', about: `Create task: ${about}` },
        ),
      ]
    case 'creating':
      return []
    case 'created':
      return [
        button(
          'Create another',
          { kind: 'create_task_again', ...ref, taskId: state.taskId },
          {
            about: `Create another task: ${about}`,
            confirm: confirmation(
              'Create another task?',
              `“${oneLine(state.name, 120, 'A task without a name')}” exists already for this recommendation. Another one will be added beside it.`,
              'Create another',
              'Keep the one',
            ),
          },
        ),
      ]
    case 'unknown':
      return [
        button(
          'Create anyway',
          { kind: 'create_task_again', ...ref, taskId: null },
          {
            about: `Create task anyway: ${about}`,
            confirm: confirmation(
              'Create the task anyway?',
              'The first attempt may have worked. Check in the analytics console that the task is not there: otherwise there will be two.',
              'Create anyway',
              'Cancel',
            ),
          },
        ),
      ]
  }
}

function taskName(name: string): string {
  return oneLine(name, 150, '(no name)')
}

function rewriteCopy(
  blocks: readonly Block[],
  ref: RecommendationRef,
  state: TaskState,
  copy: number,
): Block[] {
  const key = keyOf(ref)
  const isOurs = (block: Block) => ownerOf(block, key)?.copy === copy
  const ours = blocks.filter(isOurs)
  const old = ours.filter((block) => ownerOf(block, key)?.part !== 'body')
  const revision = Math.max(...ours.map((block) => ownerOf(block, key)?.revision ?? 0)) + 1
  const place = { copy, revision, canViewBrief: old.some(hasViewButton), about: aboutOf(ours) }
  const fresh = taskBlocks(ref, state, place)
  if (sameContent(old, fresh)) return [...blocks]
  const anchor = blocks.findIndex(isOurs)
  const body = blocks.findIndex(
    (block) => ownerOf(block, key)?.copy === copy && ownerOf(block, key)?.part === 'body',
  )
  const kept = (block: Block) => !old.includes(block)
  const at = body >= 0 ? body + 1 : anchor
  return [...blocks.slice(0, at).filter(kept), ...fresh, ...blocks.slice(at).filter(kept)]
}

/** What the buttons are about, from the body's first words: a stored message has no other data. */
function aboutOf(ours: readonly Block[]): string {
  const body = ours.find(
    (block) => block.type === 'rich_text' && ownId.exec(block.block_id ?? '')?.[3] === 'body',
  )
  const first = body?.type === 'rich_text' ? body.elements[0] : undefined
  const leaf = first?.type === 'rich_text_section' ? first.elements[0] : undefined
  return leaf?.type === 'text' ? leaf.text : 'this recommendation'
}

function hasViewButton(block: Block): boolean {
  return (
    block.type === 'actions' &&
    block.elements.some(
      (element) => element.type === 'button' && /\.view_brief\b/.test(element.action_id ?? ''),
    )
  )
}

function sameContent(a: readonly Block[], b: readonly Block[]): boolean {
  const content = (blocks: readonly Block[]) => JSON.stringify(blocks.map(({ block_id: _, ...rest }) => rest))
  return content(a) === content(b)
}

function ownerOf(block: Block, key: string): { copy: number; part: string; revision: number } | null {
  const [, owner, copy, part, revision] = ownId.exec(block.block_id ?? '') ?? []
  if (owner !== key || copy === undefined || part === undefined) return null
  return { copy: Number(copy), part, revision: Number(revision) }
}

/** The same for the same recommendation, in every message and on every replica. */
function keyOf({ organizationId, workspaceId, resultId }: RecommendationRef): string {
  const name = JSON.stringify([organizationId, workspaceId, resultId])
  return createHash('sha256').update(name).digest('base64url').slice(0, 22)
}
