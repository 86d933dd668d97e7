/** What a modal's fields hold, and what its menus offer, as Slack gives them. */

/** Field values by block id: text, a choice or a date as text, multiple choices as a list, `null` if empty. */
export type FormValues = Readonly<Record<string, string | readonly string[] | null>>

/** A modal or Home tab as it comes back from Slack. */
export interface ViewState {
  readonly id: string
  readonly callbackId: string
  /** Our own data in the view, at most 3,000 characters. */
  readonly privateMetadata: string
  readonly values: FormValues
  /** Changes whenever the view is drawn anew; what a person enters doesn't change it. */
  readonly hash?: string
}

/** At most 100 are shown. Texts are plain, at most 75 characters; values at most 150. */
export interface Option {
  readonly text: string
  readonly value: string
  /** A second line, at most 75 characters; checkboxes and radio buttons only. */
  readonly description?: string
}
