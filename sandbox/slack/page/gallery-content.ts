/** The gallery's content, sent by the server as JSON. */
import type { Json } from '../markup/read.ts'
import type { OpenView, ShownMessage } from '../model.ts'

export interface GalleryExhibit {
  readonly name: string
  /** When users see it, as a sentence. */
  readonly when: string
  readonly messages: readonly ShownMessage[]
  /** Whether the other messages are replies in the first one's thread. */
  readonly threaded: boolean
  readonly modals: readonly OpenView[]
  readonly home: Json | null
  /** Everything as text, including the values of buttons. */
  readonly text: string
}

export interface GalleryContent {
  readonly people: readonly { readonly id: string; readonly name: string; readonly isBot: boolean }[]
  readonly channels: readonly {
    readonly id: string
    readonly name: string
    readonly kind: 'public' | 'private' | 'im' | 'mpim'
  }[]
  /** The time used for the display, in Unix milliseconds. */
  readonly now: number
  readonly sections: readonly { readonly title: string; readonly exhibits: readonly GalleryExhibit[] }[]
}
