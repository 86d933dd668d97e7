/** What is known about a recommendation's task, as blocks that can be rewritten in a stored message. */

import type { Button } from '@slack/types'
import { hashed } from '../../lib/strings.ts'
import type { Block } from '../../model/message.ts'
import type { ClickOutcome, RecommendationIds, TaskState } from '../../model/recommendation.ts'
import { actionIdPattern } from '../kit/codec.ts'
import { buttons } from '../kit/elements.ts'
import { compact, richText } from '../kit/spans.ts'
import { actionButtons, outcomeLines, statusLines, viewButton } from './task-elements.ts'

/**
 * Block ids are `sl1.rec.<recommendation>.<copy>.<part>.<revision>`: the recommendation as a hash, which of several
 * copies in the message, and a revision that changes with every update, as Slack asks for.
 */
const ownId = /^sl1\.rec\.([\w-]{22})\.(\d{1,6})\.(body|status|actions)\.(\d{1,9})$/

type PartName = 'body' | 'status' | 'actions'

/** The id of a recommendation's block. @param copy counts the recommendations of a message from 0 */
export function recommendationBlockId(
  ref: RecommendationIds,
  copy: number,
  part: PartName,
  revision = 0,
): string {
  return `sl1.rec.${keyOf(ref)}.${copy}.${part}.${revision}`
}

/** Where a recommendation's task is shown. */
export interface TaskPlace {
  readonly copy: number
  readonly revision: number
  /** False while there is no brief; a created task may always have one. */
  readonly canViewBrief: boolean
  readonly about: string
  /** A button beside the others. */
  readonly more?: Button | null | undefined
  /** Until the next update. The button becomes “Try again”. */
  readonly outcome?: ClickOutcome | undefined
}

export function taskBlocks(ref: RecommendationIds, state: TaskState, place: TaskPlace): readonly Block[] {
  const { copy, revision, canViewBrief, about, more = null, outcome } = place
  const status = [...statusLines(state), ...outcomeLines(outcome)]
  const taskId = state.kind === 'created' ? state.taskId : null
  const view = canViewBrief || taskId !== null ? viewButton({ ...ref, taskId }, about) : null
  const actions = buttons(
    [...actionButtons(ref, state, about, outcome !== undefined), view, more],
    recommendationBlockId(ref, copy, 'actions', revision),
  )
  const hint = actions.length === 0 && state.kind === 'none' ? [[tooLongForButtons]] : []
  const lines = [...status, ...hint]
  return compact<Block>(
    lines.length > 0 && richText(lines, recommendationBlockId(ref, copy, 'status', revision)),
    ...actions,
  )
}

/** Idempotent. Everything else in the message stays. @param outcome of the last click; omitted: none is shown */
export function withTaskState(
  blocks: readonly Block[],
  ref: RecommendationIds,
  state: TaskState,
  outcome?: ClickOutcome,
): Block[] {
  const key = keyOf(ref)
  const owned = blocks.map((block) => ownerOf(block, key))
  const copies = new Set(owned.flatMap((owner) => (owner === null ? [] : [owner.copy])))
  return [...copies].reduce<Block[]>((all, copy) => rewriteCopy(all, ref, state, copy, outcome), [...blocks])
}

/** An id that isn't a Slack user's is shown as “someone”, which counts as text. A mention doesn't. */
const biggestBy = { by: 'someone', at: '2026-09-30T20:59:59Z' }
const biggestTask = {
  kind: 'created',
  taskId: 'x'.repeat(40),
  name: 'x'.repeat(1_000),
  description: 'x'.repeat(1_000),
  ...biggestBy,
} as const

/** The states with the biggest blocks: the budget reserves space for them. */
export const largestStates: readonly TaskState[] = [
  // Done in another year than it was created, so that its day has a year.
  { ...biggestTask, done: { on: '2025-09-30', by: biggestBy.by } },
  { kind: 'unknown', ...biggestBy, reason: 'stopped' },
  { kind: 'creating', ...biggestBy },
]

const tooLongForButtons = 'Its ids are too long for a button. Create the task in the analytics console.'

function rewriteCopy(
  blocks: readonly Block[],
  ref: RecommendationIds,
  state: TaskState,
  copy: number,
  outcome: ClickOutcome | undefined,
): Block[] {
  const key = keyOf(ref)
  const ours = blocks.filter((block) => ownerOf(block, key)?.copy === copy)
  const body = ours.find((block) => ownerOf(block, key)?.part === 'body')
  const old = ours.filter((block) => ownerOf(block, key)?.part !== 'body')
  const revision = Math.max(...ours.map((block) => ownerOf(block, key)?.revision ?? 0)) + 1
  const had = (id: RegExp) => buttonsOf(old).find(({ action_id }) => id.test(action_id ?? ''))
  const canViewBrief = had(viewsBrief) !== undefined
  const place = { copy, revision, canViewBrief, about: aboutOf(body), more: had(listsAll), outcome }
  const fresh = taskBlocks(ref, state, place)
  if (sameContent(old, fresh)) return [...blocks]
  const isKept = (block: Block) => !old.includes(block)
  const at = body === undefined ? blocks.findIndex((block) => ours.includes(block)) : blocks.indexOf(body) + 1
  return [...blocks.slice(0, at).filter(isKept), ...fresh, ...blocks.slice(at).filter(isKept)]
}

/** What the buttons are about, from the last bold words of the body's first line: a stored message has no other data. */
function aboutOf(body: Block | undefined): string {
  const first = body?.type === 'rich_text' ? body.elements[0] : undefined
  const leaves = first?.type === 'rich_text_section' ? first.elements : []
  const end = leaves.findIndex((leaf) => leaf.type === 'text' && leaf.text.startsWith('\n'))
  const titles = leaves
    .slice(0, end < 0 ? leaves.length : end)
    .flatMap((leaf) => (leaf.type === 'text' && leaf.style?.bold === true ? [leaf.text] : []))
  return titles.at(-1) ?? 'this recommendation'
}

const listsAll = actionIdPattern('run_verb')
const viewsBrief = /\.view_(?:task_)?brief\b/

function buttonsOf(blocks: readonly Block[]): readonly Button[] {
  return blocks.flatMap((block) =>
    block.type === 'actions' ? block.elements.filter((element) => element.type === 'button') : [],
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
function keyOf({ organizationId, workspaceId, resultId }: RecommendationIds): string {
  const name = JSON.stringify([organizationId, workspaceId, resultId])
  return hashed(name).slice(0, 22)
}
