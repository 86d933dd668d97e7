/** A view with the data that it draws, for goldens, the gallery and the sweep with hostile texts. */
import type { HomeView, Message, ModalView } from '../../../src/model/message.ts'

export type Shown = Message | ModalView | HomeView

/** Replaces some values, and keeps the shape. */
export type Change = <T>(data: T) => T

export interface Exhibit {
  /** Used for the golden and in the gallery. */
  readonly name: string
  /** When a reader sees it, as a sentence. */
  readonly when: string
  /** Who sees a message: only the person who asked, or everyone in the channel. */
  readonly seenBy: 'asker' | 'channel'
  /** The messages after the first are in its thread; otherwise several messages are separate examples. */
  readonly threaded: boolean
  /** Errors at a modal's fields after it was submitted and rejected: block id → sentence. */
  readonly errors: Readonly<Record<string, string>>
  /** The view's argument. */
  readonly data: unknown
  /** The views drawn from the data, or from the data after a change. */
  readonly draw: (change?: Change) => readonly Shown[]
}

export interface ExhibitGroup {
  readonly title: string
  readonly exhibits: readonly Exhibit[]
}

interface Card<T> extends Pick<Exhibit, 'name' | 'when'> {
  /** `asker` by default. */
  readonly seenBy?: Exhibit['seenBy']
  readonly threaded?: true
  readonly errors?: Exhibit['errors']
  readonly data: T
  readonly draw: (data: T) => Shown | readonly Shown[]
}

/** One view in one state. Everything it draws from is in `data`, so that any text can be replaced. */
export function exhibit<T>({ draw, ...card }: Card<T>): Exhibit {
  return {
    seenBy: 'asker',
    threaded: false,
    errors: {},
    ...card,
    draw: (change = (same) => same) => [draw(change(card.data))].flat(),
  }
}

type View<Drawn> = (...given: never[]) => Drawn
type Common = Pick<Card<unknown>, 'seenBy' | 'threaded'>

/**
 * The states of one view: name → when people see it, and the view's arguments.
 * @param common what all of them have in common
 */
export function exhibitsOf<Of extends View<Shown | readonly Shown[]>>(
  view: Of,
  states: Readonly<Record<string, readonly [when: string, ...given: Parameters<Of>]>>,
  common: Common = {},
): readonly Exhibit[] {
  return Object.entries(states).map(([name, [when, ...data]]) =>
    exhibit({ name, when, ...common, data, draw: (given) => view(...(given as never[])) }),
  )
}

/** The same, where everyone in the channel sees the view. */
export const inChannel: typeof exhibitsOf = (view, states) => exhibitsOf(view, states, { seenBy: 'channel' })

/** The same, where an exhibit shows the view several times: the arguments of each time. */
export function examplesOf<Of extends View<Shown>>(
  view: Of,
  states: Readonly<Record<string, readonly [when: string, ...examples: Parameters<Of>[]]>>,
  common: Common = {},
): readonly Exhibit[] {
  const draw = (...examples: never[][]) => examples.map((given) => view(...given))
  return exhibitsOf(draw, states as Parameters<typeof exhibitsOf<typeof draw>>[1], common)
}

export const isMessage = (shown: Shown): shown is Message => !('type' in shown)
