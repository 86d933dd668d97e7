/** The buttons under a visibility answer. */

import type { Block } from '../../model/message.ts'
import type { AnswerOptions } from '../kit/answer.ts'
import type { Action } from '../kit/codec.ts'
import { button, buttons, context } from '../kit/elements.ts'
import { names } from '../kit/numbers.ts'

export interface VisibilityOptions extends AnswerOptions {
  /** What is typed after `/sightline ` for the engines' answer to the same period. */
  readonly byEngine: string
}

export interface ButtonsFor {
  /** Whether the answer is narrowed by filters; the engines' answer never is. */
  readonly narrowed: boolean
  /** Whether there is a table at all. */
  readonly hasTable: boolean
  /** Whether there is a change that could be split. */
  readonly hasChange: boolean
  /** The first row that does not fit into the table, counted from 1; `null` if all fit. */
  readonly from: number | null
}

/** One row: share, why, filter, compare, export, more. A question too long for a button has no buttons, and a line says so. */
export function visibilityButtons(
  { command, shareable, byEngine }: VisibilityOptions,
  { narrowed, hasTable, hasChange, from }: ButtonsFor,
): readonly Block[] {
  const candidates: { label: string; action: Action }[] = [
    ...(shareable ? [{ label: 'Share to channel', action: { kind: 'share', text: command } } as const] : []),
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
