import type { Message, ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Outside } from './port.ts'
import type { Workspace } from './workspace.ts'

/** The person who asks, and where. Ids are Slack's. */
export interface Caller {
  readonly team: string
  readonly channel: string
  readonly user: string
  readonly outside: Outside
  /** The caller shares the answer with the channel, and the answer names them. */
  readonly shares?: boolean
}

/** A parsed command, ready to run. Parsing does no I/O. */
export type Plan =
  /** Answered in Slack's acknowledgement. `understood` `false`: the answer is a parse error. */
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
   * Opens a modal. Slack allows that only within 3 seconds, so `loading` opens at once, and `form` replaces it. A
   * rejection is shown in the modal.
   */
  | {
      readonly kind: 'modal'
      readonly verb: string
      readonly who: Permission
      readonly loading: () => ModalView
      readonly form: (caller: Caller, workspace: Workspace) => Promise<ModalView>
    }
