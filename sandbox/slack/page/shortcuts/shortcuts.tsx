/** The app's shortcuts, beside the composer and on each message. */
import type { DeclaredShortcut, DeclaredStep } from '../../model.ts'
import { type Action, Actions, MenuButton } from '../inputs/menu.tsx'

interface ShortcutsProps {
  readonly shortcuts: readonly DeclaredShortcut[]
  readonly steps: readonly DeclaredStep[]
  readonly onShortcut: (shortcut: DeclaredShortcut) => void
  /** Opens the panel that runs workflow steps. */
  readonly onSteps: () => void
  /** Opens the conversation with Slackbot; null if Slackbot can't ask the app. */
  readonly onSlackbot: (() => void) | null
}

/** A menu with the global shortcuts and the workflow steps. Empty if the app has neither. */
export function Shortcuts({ shortcuts, steps, onShortcut, onSteps, onSlackbot }: ShortcutsProps) {
  const actions: Action[] = shortcuts
    .filter(({ type }) => type === 'global')
    .map((shortcut) => ({
      key: shortcut.callback_id,
      label: shortcut.name,
      description: shortcut.description,
      run: () => onShortcut(shortcut),
    }))
  if (steps.length > 0)
    actions.push({
      key: ' steps',
      label: 'Run a workflow step',
      description: 'Run a step as Workflow Builder does, with your own inputs.',
      run: onSteps,
    })
  if (onSlackbot !== null)
    actions.push({
      key: ' slackbot',
      label: 'Ask Slackbot',
      description: 'Call a tool of the app as Slackbot does.',
      run: onSlackbot,
    })
  if (actions.length === 0) return null
  return (
    <MenuButton label="Shortcuts" sign={<Bolt />} className="button icon">
      {(close) => <Actions actions={actions} close={close} />}
    </MenuButton>
  )
}

interface MessageActionsProps {
  /** The message's author and time, for the button's name. */
  readonly message: string
  readonly actions: readonly Action[]
}

/** The actions on one message. */
export const MessageActions = ({ message, actions }: MessageActionsProps) =>
  actions.length === 0 ? null : (
    <MenuButton label={`Actions for the message from ${message}`} sign="⋮" className="small">
      {(close) => <Actions actions={actions} close={close} />}
    </MenuButton>
  )

const Bolt = () => (
  <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
    <path
      d="M9 1.5 3 9h4l-.8 5.5L13 7H8.6z"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
    />
  </svg>
)
