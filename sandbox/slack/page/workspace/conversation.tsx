/** A channel: its messages by day, and lines that exist only on this page (sent commands, failures). */

import { startTransition, useMemo, useState } from 'react'
import { formatDate } from '../../markup/dates.ts'
import { escapeText } from '../../markup/entities.ts'
import type { ShownMessage } from '../../model.ts'
import { useSurroundings } from '../context.ts'
import { Message, type MessageHandlers, secondsOf } from './message.tsx'
import { MessageList } from './message-list.tsx'
import { isReply } from './thread.tsx'

/** A line that is not a message. */
export interface Note {
  readonly id: string
  readonly channel: string
  readonly user: string
  readonly ts: string
  /** `slackbot`: from Slack itself, for example a failure's reason. */
  readonly kind: 'sent' | 'slackbot'
  readonly text: string
  /** For a command, e.g. `acknowledged in 12 ms`. */
  readonly detail?: string
}

interface ConversationProps {
  readonly messages: readonly ShownMessage[]
  readonly notes: readonly Note[]
  /** The app's status by thread. */
  readonly doing: ReadonlyMap<string, string>
  readonly handlers: MessageHandlers
  readonly onThread: (ts: string) => void
  /** The message that a link pointed to, if any. */
  readonly target: string
  readonly empty: string
}

type Entry = { readonly ts: string } & ({ readonly message: ShownMessage } | { readonly note: Note })

/** The number of messages drawn at first, and added each time the reader reaches the top. */
const batch = 40
/** How many messages are drawn before the one that a link pointed to. */
const before = 8

export function Conversation(props: ConversationProps) {
  const { messages, notes, doing, handlers, onThread, target, empty } = props
  const { now } = useSurroundings()
  const replies = useMemo(
    () => Map.groupBy(messages.filter(isReply), ({ thread_ts }) => thread_ts ?? ''),
    [messages],
  )
  const entries: Entry[] = [
    ...messages.filter((message) => !isReply(message)).map((message) => ({ ts: message.ts, message })),
    ...notes.map((note) => ({ ts: note.ts, note })),
  ].toSorted((a, b) => secondsOf(a.ts) - secondsOf(b.ts))
  const [folded, setFolded] = useState(Math.max(0, entries.length - batch))
  const wanted = entries.findIndex(({ ts }) => ts === target)
  const earlier = wanted < 0 ? folded : Math.min(folded, Math.max(0, wanted - before))
  const days = Map.groupBy(entries.slice(earlier), ({ ts }) => new Date(secondsOf(ts) * 1000).toDateString())
  return (
    <MessageList
      label="Messages"
      count={messages.length}
      sent={notes.length}
      earlier={earlier}
      onEarlier={() => startTransition(() => setFolded(Math.max(0, earlier - batch)))}
    >
      {entries.length === 0 && <p className="empty">{empty}</p>}
      {[...days].map(([day, list]) => (
        <section key={day} aria-label={dayOf(list[0]?.ts, now())}>
          <p className="day">
            <span>{dayOf(list[0]?.ts, now())}</span>
          </p>
          {list.map((entry) => {
            if ('note' in entry) return <NoteLine key={entry.note.id} note={entry.note} handlers={handlers} />
            const thread = replies.get(entry.ts) ?? []
            const last = thread.at(-1)?.ts
            return (
              <Message
                key={entry.ts}
                message={entry.message}
                handlers={handlers}
                target={entry.ts === target}
                replies={thread.length}
                {...(doing.has(entry.ts) ? { doing: doing.get(entry.ts) ?? '' } : {})}
                onThread={onThread}
                {...(last === undefined ? {} : { lastReply: last })}
              />
            )
          })}
        </section>
      ))}
    </MessageList>
  )
}

function NoteLine({ note, handlers }: { note: Note; handlers: MessageHandlers }) {
  const { ts, channel, user } = note
  const fromSlack = {
    ts,
    channel,
    user: 'USLACKBOT',
    ephemeralFor: user,
    text: escapeText(note.text),
    blocks: [],
  }
  if (note.kind === 'slackbot') return <Message message={fromSlack} handlers={handlers} />
  return (
    <p className="sent">
      <span className="for-readers">You sent </span>
      <code>{note.text}</code> <span>{note.detail}</span>
    </p>
  )
}

const dayOf = (ts = '', now: number): string =>
  formatDate(secondsOf(ts), '{day_divider_pretty}', { now }) ?? ''
