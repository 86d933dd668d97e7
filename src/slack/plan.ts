import type { Message, ModalView } from '../model/message.ts'
import type { Permission, Refusals } from '../model/permission.ts'
import type { Sender } from './port.ts'
import type { Workspace } from './workspace.ts'

export interface Caller extends Sender {
  readonly channel: string
  /** The caller shares the answer with the channel, and the answer names them. */
  readonly shares?: boolean
  /** The answer appears below the question, where everyone there reads both: in a thread or in direct messages. */
  readonly inConversation?: boolean
  /** Other companies are in the channel, so only the caller sees the answer. It says so and offers to share it. */
  readonly outsidersRead?: boolean
}

/** A parsed command, ready to run. Parsing does no I/O. */
export type Plan =
  /**
   * Needs to know only what the person may do. Answered in Slack's acknowledgement if that is known by then, otherwise right
   * after it. `understood: false`: the answer is a parse error.
   */
  | {
      readonly kind: 'instant'
      readonly verb: string | null
      readonly understood: boolean
      /** @param refusals what the person may not do, and so isn't offered */
      readonly answer: (refusals: Refusals) => Message
    }
  | {
      readonly kind: 'work'
      readonly verb: string
      readonly who: Permission
      readonly run: (caller: Caller, workspace: Workspace) => Promise<Message>
      /** The answer is posted for everyone in the channel, since it says what was done there. */
      readonly isForChannel?: boolean
      /** The answer is for one person only, and says so. */
      readonly isPrivate?: boolean
      /** After a run: `false` if the words weren't understood. */
      readonly understood?: boolean
      /** After a run: the command that the words were read as. */
      readonly read?: string
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

/** Whether the person may run it. Running it checks that again. */
export function isPermitted(plan: Plan, refusals: Refusals): boolean {
  return plan.kind === 'instant' || !refusals.has(plan.who)
}

/** Whether running it changes something. If so, repeated deliveries are ignored, and a click on a suggestion asks first. */
export function changesSomething(plan: Plan): boolean {
  return plan.kind === 'work' && (plan.who === 'changers' || plan.who === 'admins')
}
