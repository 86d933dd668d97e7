import type { Block } from '../../model/message.ts'
import type { Asked } from '../../model/question.ts'
import { type AnswerOptions, shareChoice } from '../kit/answer.ts'
import type { Action } from '../kit/codec.ts'
import { button, buttons, context } from '../kit/elements.ts'
import { names } from '../kit/numbers.ts'

export interface VisibilityOptions extends AnswerOptions {
  /** What to type after `/sightline ` for the same period by engine. */
  readonly byEngine: string
  /** What exactly is asked; omitted: how the brands stand. */
  readonly asked?: Asked
}

export interface ButtonsFor {
  /** Whether filters narrow the answer. The answer by engine is always unfiltered. */
  readonly narrowed: boolean
  readonly hasTable: boolean
  readonly hasChange: boolean
  /** The first row that doesn't fit in the table, counted from 1; `null` if all fit. */
  readonly from: number | null
}

/** One row: share, why, filter, by engine, how sure, CSV, more. A line names those that the question is too long for. */
export function visibilityButtons(
  options: VisibilityOptions,
  { narrowed, hasTable, hasChange, from }: ButtonsFor,
): readonly Block[] {
  const { command, byEngine } = options
  const share = shareChoice(options)
  const candidates: { label: string; action: Action }[] = [
    ...(share === null ? [] : [share]),
    ...(hasChange ? [{ label: 'Why?', action: { kind: 'why', text: command } } as const] : []),
    { label: 'Filter', action: { kind: 'filter', text: command } },
    {
      label: narrowed ? 'By engine, unfiltered' : 'By engine',
      action: { kind: 'run_verb', text: byEngine },
    },
    ...(hasTable ? [{ label: 'How sure?', action: { kind: 'how_sure', text: command } } as const] : []),
    ...(hasTable ? [{ label: 'CSV', action: { kind: 'csv', text: command } } as const] : []),
    ...(from === null ? [] : [{ label: 'More', action: { kind: 'more', text: command, from } } as const]),
  ]
  const drawn = candidates.map(({ label, action }) => ({ label, element: button(label, action) }))
  const tooLong = drawn.filter(({ element }) => element === null).map(({ label }) => `“${label}”`)
  return [
    ...buttons(drawn.map(({ element }) => element)),
    ...(tooLong.length === 0
      ? []
      : [
          context(
            `No room for ${names(tooLong, tooLong.length)}: this question is too long for a button. Use fewer filters or brands.`,
          ),
        ]),
  ]
}
