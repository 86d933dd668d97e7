/** A view with the data that it draws: what goldens, the gallery and the sweep with hostile texts are made of. */
import type { HomeView, Message, ModalView } from '../../../src/model/message.ts'

export type Shown = Message | ModalView | HomeView

/** Puts other values in the place of some, and leaves the shape as it is. */
export type Change = <T>(data: T) => T

export interface Exhibit {
  /** Of the golden, and in the gallery. */
  readonly name: string
  /** When a reader meets it, as a sentence. */
  readonly when: string
  /** Who sees a message: only the one who asked, or everybody in the channel. */
  readonly seenBy: 'asker' | 'channel'
  /** The messages after the first stand in its thread; otherwise several are told apart, each as it comes alone. */
  readonly threaded: boolean
  /** What stands at a modal's fields after it was sent off and refused: block id → sentence. */
  readonly errors: Readonly<Record<string, string>>
  /** As the view takes it. */
  readonly data: unknown
  /** What is shown of the data, or of the data as they are after a change. */
  readonly draw: (change?: Change) => readonly Shown[]
}

export interface ExhibitGroup {
  readonly title: string
  readonly exhibits: readonly Exhibit[]
}

interface Card<T> extends Pick<Exhibit, 'name' | 'when'> {
  /** Only the asker unless told. */
  readonly seenBy?: Exhibit['seenBy']
  readonly threaded?: true
  readonly errors?: Exhibit['errors']
  readonly data: T
  readonly draw: (data: T) => Shown | readonly Shown[]
}

/** One view in one state. All that it draws from stands in `data`, so that any text of it can be replaced. */
export function exhibit<T>({ draw, ...card }: Card<T>): Exhibit {
  return {
    seenBy: 'asker',
    threaded: false,
    errors: {},
    ...card,
    draw: (change = (same) => same) => [draw(change(card.data))].flat(),
  }
}

export const isMessage = (shown: Shown): shown is Message => !('type' in shown)
