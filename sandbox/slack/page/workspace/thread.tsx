/** One thread beside the channel: its first message, the replies, and where one writes another. */
import type { ShownMessage } from '../../model.ts'
import { Composer } from './composer.tsx'
import { Follow } from './follow.tsx'
import { Message, type MessageDoors } from './message.tsx'
import { Side } from './side.tsx'

interface ThreadProps {
  readonly root: ShownMessage
  readonly replies: readonly ShownMessage[]
  readonly doors: MessageDoors
  /** The message that a link led to, if one did. */
  readonly target: string
  /** Nobody writes in an archived channel. */
  readonly closed: boolean
  readonly onReply: (text: string) => void
  readonly onClose: () => void
}

export function Thread({ root, replies, doors, target, closed, onReply, onClose }: ThreadProps) {
  return (
    <Side title="Thread" close="Close thread" onClose={onClose}>
      <Follow count={replies.length} label="Replies">
        <Message message={root} doors={doors} />
        {replies.length > 0 && (
          <p className="day">
            <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
          </p>
        )}
        {replies.map((reply) => (
          <Message key={reply.ts} message={reply} doors={doors} target={reply.ts === target} />
        ))}
      </Follow>
      <Composer place="the thread" commands={[]} disabled={closed} onSend={onReply} />
    </Side>
  )
}

export const isReply = ({ ts, thread_ts }: ShownMessage): boolean =>
  thread_ts !== undefined && thread_ts !== ts

export const repliesOf = (messages: readonly ShownMessage[], root: string): readonly ShownMessage[] =>
  messages.filter((message) => isReply(message) && message.thread_ts === root)
