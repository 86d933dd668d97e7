/** A thread beside the channel: its first message, its replies, and the composer. */
import type { ShownMessage } from '../../model.ts'
import { Composer } from './composer.tsx'
import { Message, type MessageHandlers } from './message.tsx'
import { MessageList } from './message-list.tsx'
import { SidePanel } from './side-panel.tsx'
import { type ThreadState, ThreadStatus } from './thread-status.tsx'

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
