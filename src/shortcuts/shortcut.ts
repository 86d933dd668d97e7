import type { ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Answer, ShortcutCall } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'

export type Shortcut = { readonly who: Permission } & (
  | {
      readonly loading: () => ModalView
      /** A rejection becomes a sentence in the modal. */
      readonly content: (call: ShortcutCall, workspace: Workspace) => Promise<ModalView>
      readonly run?: never
    }
  | {
      /** A rejection becomes a sentence for the person. */
      readonly run: (call: ShortcutCall, answer: Answer, workspace: Workspace) => Promise<void>
      readonly loading?: never
    }
)
