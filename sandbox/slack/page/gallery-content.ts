/** The gallery's content, which the server sends as JSON. */
import type { Json } from '../markup/read.ts'
import type { OpenView, ShownMessage } from '../model.ts'

export interface GalleryExhibit {
  readonly name: string
  /** When people see it, as a sentence. */
  readonly when: string
  readonly messages: readonly ShownMessage[]
  /** The messages after the first stand in its thread. */
  readonly threaded: boolean
  readonly modals: readonly OpenView[]
  readonly home: Json | null
  /** All of it as text, with its buttons' values. */
  readonly text: string
}

export interface GalleryContent {
  readonly people: readonly { readonly id: string; readonly name: string; readonly isBot: boolean }[]
  readonly channels: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'public' | 'private' | 'im' | 'mpim'
  }[]
  /** The time at which everything is shown, in Unix milliseconds. */
  readonly now: number
  readonly sections: readonly { readonly title: string; readonly exhibits: readonly GalleryExhibit[] }[]
}
