import type { Message, ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Outside } from './port.ts'
import type { Workspace } from './workspace.ts'

/** Who asks, and from where. All are Slack ids. */
export interface Caller {
  readonly team: string
  readonly channel: string
  readonly user: string
  readonly outside: Outside
  /** The caller shows the answer to everybody, and the answer says so. */
  readonly shares?: boolean
}

/** What a command's text asks for, from the parser to the answer. Making one does no I/O. */
export type Plan =
  /** Answered in Slack's acknowledgement. Not `understood`: it says what was wrong with what was typed. */
  | {
      readonly kind: 'instant'
      /** `null`: no verb was recognized. */
      readonly verb: string | null
      readonly understood: boolean
      readonly answer: () => Message
    }
  | {
      readonly kind: 'work'
      readonly verb: string
      readonly who: Permission
      readonly run: (caller: Caller, workspace: Workspace) => Promise<Message>
    }
  /**
   * Opens a modal. Slack allows that only within 3 seconds, so `loading` opens at once and is then replaced by what
   * `form` makes; a rejection is shown in the modal as a sentence.
   */
  | {
      readonly kind: 'modal'
      readonly verb: string
      readonly who: Permission
      readonly loading: () => ModalView
      readonly form: (caller: Caller, workspace: Workspace) => Promise<ModalView>
    }
