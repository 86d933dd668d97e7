/** A thread beside the channel: its first message, its replies, and the composer. */
import { useRef } from 'react'
import type { ShownMessage } from '../../model.ts'
import type { Workspace } from '../state.ts'
import { Composer } from './composer.tsx'
import { Message, type MessageHandlers } from './message.tsx'
import { MessageList } from './message-list.tsx'
import { SidePanel } from './side-panel.tsx'

// The app's status in a thread, and the button that stops its work.

/** A thread's title and status, as set by the app. */
interface ThreadState {
  readonly title?: string
  /** Shown after the app's name, for example `is thinking…`. */
  readonly doing?: string
  /** Whether users may stop it. */
  readonly stoppable: boolean
}

export function threadState(
  { sessions, statuses, tabs }: Workspace,
  channel: string,
  thread: string,
): ThreadState {
  const here = (one: { channel: string; thread_ts: string }) =>
    one.channel === channel && one.thread_ts === thread
  const session = sessions.find(here)
  const status = statuses.find(here)
  const atWork = session?.status === 'processing'
  const doing = status ? (status.loading_messages[0] ?? status.status) : atWork ? 'is working…' : undefined
  return {
    ...(session?.title === undefined ? {} : { title: session.title }),
    ...(doing === undefined ? {} : { doing }),
    stoppable: atWork && tabs.stoppable,
  }
}

interface ThreadStatusProps {
  readonly app: string
  readonly state: ThreadState
  readonly onStop: () => void
}

/** Rendered even when empty, so that screen readers announce changes. */
export function ThreadStatus({ app, state: { doing, stoppable }, onStop }: ThreadStatusProps) {
  const line = useRef<HTMLParagraphElement>(null)
  const stop = () => {
    // The button disappears and would lose the focus.
    line.current?.focus()
    onStop()
  }
  return (
    <div className="doing">
      <p ref={line} role="status" tabIndex={-1}>
        {doing === undefined ? '' : `${app} ${doing}`}
      </p>
      {stoppable && (
        <button type="button" className="small" onClick={stop}>
          Stop
        </button>
      )}
    </div>
  )
}

interface ThreadProps {
  readonly root: ShownMessage
  readonly replies: readonly ShownMessage[]
  readonly handlers: MessageHandlers
  /** The message that a link pointed to, if any. */
  readonly target: string
  /** Why users can't write there. */
  readonly closed: string | undefined
  readonly app: string
  /** The app's title and status for the thread. */
  readonly state: ThreadState
  readonly onStop: () => void
  readonly onReply: (text: string) => void
  readonly onClose: () => void
}

export function Thread(props: ThreadProps) {
  const { root, replies, handlers, target, app, state, onReply, onClose } = props
  return (
    <SidePanel title="Thread" close="Close thread" onClose={onClose}>
      {state.title !== undefined && <p className="assistant-title">{state.title}</p>}
      <MessageList count={replies.length} label="Replies">
        <Message message={root} handlers={handlers} />
        {replies.length > 0 && (
          <p className="day">
            <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
          </p>
        )}
        {replies.map((reply) => (
          <Message key={reply.ts} message={reply} handlers={handlers} target={reply.ts === target} />
        ))}
      </MessageList>
      <ThreadStatus app={app} state={state} onStop={props.onStop} />
      <Composer place="the thread" commands={[]} closed={props.closed} onSend={onReply} />
    </SidePanel>
  )
}

export const isReply = ({ ts, thread_ts }: ShownMessage): boolean =>
  thread_ts !== undefined && thread_ts !== ts

export const repliesOf = (messages: readonly ShownMessage[], root: string): readonly ShownMessage[] =>
  messages.filter((message) => isReply(message) && message.thread_ts === root)
