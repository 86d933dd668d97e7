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

export const isMessage = (shown: Shown): shown is Message => !('type' in shown)
