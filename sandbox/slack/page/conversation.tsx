/** A channel: its messages by day, the lines that only this page knows (commands sent, failures), and one thread. */
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate } from '../markup/dates.ts'
import type { ShownMessage } from '../model.ts'
import { Composer } from './composer.tsx'
import { useSurroundings } from './context.ts'
import { Message, type MessageDoors, SlackbotLine, secondsOf } from './message.tsx'

/** A line that no message stands for. */
export interface Note {
  readonly id: string
  readonly channel: string
  readonly user: string
  readonly ts: string
  readonly kind: 'sent' | 'failed'
  readonly text: string
  /** Of the command, e.g. `acknowledged in 12 ms`. */
  readonly detail?: string
}

interface ConversationProps {
  readonly messages: readonly ShownMessage[]
  readonly notes: readonly Note[]
  readonly doors: MessageDoors
  readonly onThread: (ts: string) => void
  /** The message that a link led to, if one did. */
  readonly target: string
  readonly empty: string
}

type Entry = { readonly ts: string } & ({ readonly message: ShownMessage } | { readonly note: Note })

const isReply = ({ ts, thread_ts }: ShownMessage): boolean => thread_ts !== undefined && thread_ts !== ts

export function Conversation({ messages, notes, doors, onThread, target, empty }: ConversationProps) {
  const { now } = useSurroundings()
  const replies = Map.groupBy(messages.filter(isReply), ({ thread_ts }) => thread_ts ?? '')
  const entries: Entry[] = [
    ...messages.filter((message) => !isReply(message)).map((message) => ({ ts: message.ts, message })),
    ...notes.map((note) => ({ ts: note.ts, note })),
  ].toSorted((a, b) => secondsOf(a.ts) - secondsOf(b.ts))
  const days = Map.groupBy(entries, ({ ts }) => dayOf(ts, now()))
  return (
    <Follow count={messages.length} own={notes.length} label="Messages">
      {entries.length === 0 && <p className="empty">{empty}</p>}
      {[...days].map(([day, list]) => (
        <section key={day} aria-label={day}>
          <p className="day">
            <span>{day}</span>
          </p>
          {list.map((entry) => {
            if ('note' in entry) return <NoteLine key={entry.note.id} note={entry.note} />
            const thread = replies.get(entry.ts) ?? []
            return (
              <Message
                key={entry.ts}
                message={entry.message}
                doors={doors}
                target={entry.ts === target}
                thread={{
                  count: thread.length,
                  last: thread.at(-1)?.ts ?? entry.ts,
                  open: () => onThread(entry.ts),
                }}
              />
            )
          })}
        </section>
      ))}
    </Follow>
  )
}

function NoteLine({ note }: { note: Note }) {
  if (note.kind === 'failed') return <SlackbotLine ts={note.ts} text={note.text} />
  return (
    <p className="sent">
      <span className="for-readers">You sent </span>
      <code>{note.text}</code> <span>{note.detail}</span>
    </p>
  )
}

interface FollowProps {
  readonly count: number
  /** What the reader sent: that is followed from anywhere. */
  readonly own?: number
  readonly label: string
  readonly children: ReactNode
}

/** Scrolls to the newest when something arrives, unless the reader has scrolled up. */
function Follow({ count, own = 0, label, children }: FollowProps) {
  const box = useRef<HTMLDivElement>(null)
  const atEnd = useRef(true)
  useEffect(() => {
    const element = box.current
    if (element !== null && count > 0 && atEnd.current) element.scrollTop = element.scrollHeight
  }, [count])
  useEffect(() => {
    const element = box.current
    if (element === null || own === 0) return
    atEnd.current = true
    element.scrollTop = element.scrollHeight
  }, [own])
  return (
    <div
      ref={box}
      className="messages"
      role="log"
      aria-label={label}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 60
      }}
    >
      {children}
    </div>
  )
}

interface ThreadProps {
  readonly root: ShownMessage
  readonly replies: readonly ShownMessage[]
  readonly doors: MessageDoors
  readonly target: string
  readonly onReply: (text: string) => void
  readonly onClose: () => void
}

export function Thread({ root, replies, doors, target, onReply, onClose }: ThreadProps) {
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus(), [])
  return (
    <aside className="thread" aria-label="Thread" onKeyDown={({ key }) => key === 'Escape' && onClose()}>
      <header className="bar">
        <h2>Thread</h2>
        <button ref={close} type="button" className="button icon" aria-label="Close thread" onClick={onClose}>
          ×
        </button>
      </header>
      <Follow count={replies.length} label="Replies">
        <Message message={root} doors={doors} />
        <p className="day">
          <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
        </p>
        {replies.map((reply) => (
          <Message key={reply.ts} message={reply} doors={doors} target={reply.ts === target} />
        ))}
      </Follow>
      <Composer place="the thread" commands={[]} disabled={false} onSend={onReply} />
    </aside>
  )
}

export const repliesOf = (messages: readonly ShownMessage[], root: string): readonly ShownMessage[] =>
  messages.filter((message) => isReply(message) && message.thread_ts === root)

const dayOf = (ts: string, now: number): string =>
  formatDate(secondsOf(ts), '{day_divider_pretty}', { now }) ?? ''
