import type { ModalView } from '../model/message.ts'
import type { Answer, Click } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'

/** What a button does. A rejection becomes a sentence for the person who clicked. */
export type ActionHandler<Kind> = (
  action: Kind,
  click: Click,
  answer: Answer,
  workspace: Workspace,
) => Promise<void>

/** A button that opens a modal: opened at once, then filled. */
export interface ModalButton<Kind> {
  readonly loading: () => ModalView
  /** The id of the modal to fill again; `null` or omitted: a new one opens. */
  readonly within?: (click: Placed<Click>) => string | null
  /** A rejection becomes a sentence in the modal. */
  readonly content: (action: Kind, click: Click, workspace: Workspace) => Promise<ModalView>
}
