/** The app's assistant beside the channel: prompts, conversation, status and composer. */
import { useEffect, useRef } from 'react'
import type { AssistantPane, ShownMessage } from '../../model.ts'
import { type Connection, deliver, type Workspace } from '../state.ts'
import { Composer } from './composer.tsx'
import { Message, type MessageHandlers } from './message.tsx'
import { MessageList } from './message-list.tsx'
import { SidePanel } from './side-panel.tsx'
import { isReply, ThreadStatus, threadState } from './thread.tsx'

/** Keeps the assistant open while `open` is true, and tells the app when the user goes to another channel. */
export function useAssistant(
  user: string,
  channel: string,
  open: boolean,
  { workspace, refresh }: Connection,
): void {
  // Calls run one after the other: the app must hear that it was opened before it hears where the user is.
  const queue = useRef(Promise.resolve())
  const isOpen = workspace?.assistant !== null
  const start = useRef({ channel, isOpen })
  start.current = { channel, isOpen }
  useEffect(() => {
    if (!open) return
    const send = (action: 'assistant' | 'assistant-close') => {
      const at = start.current.channel
      queue.current = queue.current.then(async () => {
        await deliver(action, { user, ...(action === 'assistant' && at ? { channel: at } : {}) })
        await refresh()
      })
    }
    // After a reload, it is already open.
    if (!start.current.isOpen) send('assistant')
    return () => send('assistant-close')
  }, [open, user, refresh])
  useEffect(() => {
    if (!open || channel === '') return
    queue.current = queue.current.then(async () => {
      await deliver('assistant-move', { user, channel })
    })
  }, [open, user, channel])
}

interface PromptsProps {
  readonly pane: AssistantPane
  readonly onChoose: (title: string) => void
}

/** The app's suggested prompts. Pressing one posts its message. */
export function Prompts({ pane: { promptsTitle, prompts }, onChoose }: PromptsProps) {
  if (prompts.length === 0) return null
  return (
    <div className="prompts">
      {promptsTitle !== undefined && <p>{promptsTitle}</p>}
      <ul aria-label={promptsTitle ?? 'Suggested prompts'}>
        {prompts.map(({ title, message }) => (
          <li key={title}>
            <button type="button" className="button" title={message} onClick={() => onChoose(title)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface AssistantSideProps {
  readonly workspace: Workspace
  readonly pane: AssistantPane
  readonly app: string
  readonly handlers: MessageHandlers
  readonly onPrompt: (title: string) => void
  readonly onStop: (thread: string) => void
  readonly onSend: (text: string) => void
  readonly onClose: () => void
}

/** The open conversation, or all conversations one after the other if they are in the Messages tab. */
function conversations(
  messages: readonly ShownMessage[],
  thread: string | undefined,
): readonly ShownMessage[][] {
  const replies = (ts: string) => messages.filter((message) => isReply(message) && message.thread_ts === ts)
  if (thread !== undefined) return [replies(thread)]
  return messages.filter((message) => !isReply(message)).map((root) => [root, ...replies(root.ts)])
}

export function AssistantSide(props: AssistantSideProps) {
  const { workspace, pane, app, handlers } = props
  const messages = workspace.messages[pane.channel] ?? []
  const shown = conversations(messages, pane.thread_ts)
  return (
    <SidePanel title={app} close={`Close ${app}`} onClose={props.onClose}>
      {pane.title !== undefined && <p className="assistant-title">{pane.title}</p>}
      <MessageList count={messages.length} label="Conversation">
        {shown.map((list) => {
          const thread = pane.thread_ts ?? list[0]?.ts ?? ''
          const state = threadState(workspace, pane.channel, thread)
          return (
            <div key={thread}>
              {state.title !== undefined && <p className="assistant-title">{state.title}</p>}
              {list.map((message) => (
                <Message key={message.ts} message={message} handlers={handlers} />
              ))}
              <ThreadStatus app={app} state={state} onStop={() => props.onStop(thread)} />
            </div>
          )
        })}
      </MessageList>
      <Prompts pane={pane} onChoose={props.onPrompt} />
      <Composer place={app} hint={`Message ${app}`} commands={[]} onSend={props.onSend} />
    </SidePanel>
  )
}
