/** One message: author, time, content, and a link to its thread. */
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { initialsOf, shadeOf } from '../../control/avatars.ts'
import type { Values } from '../../interactions/selections.ts'
import { parseMrkdwn } from '../../markup/mrkdwn.ts'
import type { Json } from '../../markup/read.ts'
import type { ShownMessage } from '../../model.ts'
import { Attachments } from '../blocks/attachments.tsx'
import { Blocks } from '../blocks/block.tsx'
import { Flows } from '../blocks/text.tsx'
import { type Surface, SurfaceProvider, useSurroundings } from '../context.ts'
import type { Action } from '../inputs/menu.tsx'
import type { MessageEdits } from '../message-actions.ts'
import { MessageActions } from '../shortcuts/shortcuts.tsx'
import { Reactions, useMessageMenu } from './message-menu.tsx'

/** How messages reach the app. Created once per channel and user. */
export interface MessageHandlers {
  readonly click: (
    message: ShownMessage,
    blockId: string,
    actionId: string,
    selection?: Json,
  ) => Promise<void>
  /** Actions on the message, besides its own elements. */
  readonly actions?: (message: ShownMessage) => readonly Action[]
  /** Missing if users can't write. */
  readonly writing?: MessageEdits
  readonly suggest: (message: ShownMessage, blockId: string, actionId: string, query: string) => Promise<Json>
}

interface MessageProps {
  readonly message: ShownMessage
  readonly handlers: MessageHandlers
  /** A link pointed to this message, so scroll to it and highlight it. */
  readonly target?: boolean
  /** The number of replies in its thread. */
  readonly replies?: number
  /** The `ts` of the last reply. */
  readonly lastReply?: string
  /** The app's status in the message's thread, shown after the app's name. */
  readonly doing?: string
  /** Opens the message's thread; missing within a thread. */
  readonly onThread?: (ts: string) => void
}

/** Only rendered again if its own props change, because a channel may hold a thousand messages. */
export const Message = memo(MessageView)

function MessageView(props: MessageProps) {
  const { message, handlers, target = false, replies = 0, lastReply, doing, onThread } = props
  const { people } = useSurroundings()
  const person = people.find(({ id }) => id === message.user)
  const name = person?.name ?? (message.user === 'USLACKBOT' ? 'Slackbot' : message.user)
  const surface = useMessageSurface(message, handlers)
  const ephemeral = message.ephemeralFor !== undefined
  const box = useRef<HTMLElement>(null)
  const { writing } = handlers
  const menu = useMessageMenu(message, writing, box)
  const actions = [...menu.actions, ...(handlers.actions?.(message) ?? [])]
  const mayReact = writing?.reaches(message) === true
  useEffect(() => {
    if (target) box.current?.scrollIntoView({ block: 'center' })
  }, [target])
  return (
    <article
      ref={box}
      className={`message${ephemeral ? ' ephemeral' : ''}${target ? ' target' : ''}`}
      aria-label={`${name}, ${clock(message.ts)}`}
    >
      <Avatar id={message.user} name={name} />
      <div className="message-main">
        {ephemeral && <p className="only-you">Only visible to you</p>}
        <p className="byline">
          <strong>{name}</strong>
          {person?.isBot && <span className="app-tag">App</span>}
          <time dateTime={isoOf(message.ts)} title={new Date(secondsOf(message.ts) * 1000).toLocaleString()}>
            {clock(message.ts)}
          </time>
          {message.edited && <span className="edited">(edited)</span>}
        </p>
        <SurfaceProvider value={surface}>
          <div className="content">
            {menu.editing ||
              (message.blocks.length > 0 ? (
                <Blocks blocks={message.blocks} byPlace />
              ) : (
                <div className="block">
                  <Flows flows={parseMrkdwn(message.text)} />
                </div>
              ))}
            <Attachments message={message} />
          </div>
        </SurfaceProvider>
        <Reactions
          message={message}
          {...(writing && mayReact
            ? { you: writing.user, onReact: (name, on) => writing.react(message, name, on) }
            : {})}
        />
        {onThread && replies > 0 && (
          <button type="button" className="replies" onClick={() => onThread(message.ts)}>
            <strong>{replies === 1 ? '1 reply' : `${replies} replies`}</strong>
            {lastReply !== undefined && <span>Last reply at {clock(lastReply)}</span>}
          </button>
        )}
        {doing !== undefined && (
          <p className="doing">
            {people.find(({ isBot }) => isBot)?.name} {doing}
          </p>
        )}
      </div>
      {!ephemeral && (onThread || actions.length > 0) && (
        <div className="message-tools">
          {onThread && (
            <button
              type="button"
              className="small"
              aria-label={`Reply in thread to ${name}, ${clock(message.ts)}`}
              onClick={() => onThread(message.ts)}
            >
              Reply in thread
            </button>
          )}
          <MessageActions message={`${name}, ${clock(message.ts)}`} actions={actions} />
        </div>
      )}
      {menu.dialog}
    </article>
  )
}

function useMessageSurface(message: ShownMessage, handlers: MessageHandlers): Surface {
  const [edits, setEdits] = useState<Values>({})
  return useMemo(
    () => ({
      value: (blockId, actionId) => edits[blockId]?.[actionId] ?? null,
      change: (blockId, actionId, state) =>
        setEdits((last) => ({ ...last, [blockId]: { ...last[blockId], [actionId]: state } })),
      act: (blockId, actionId, selection) => handlers.click(message, blockId, actionId, selection),
      suggest: (blockId, actionId, query) => handlers.suggest(message, blockId, actionId, query),
      error: () => null,
    }),
    [message, handlers, edits],
  )
}

export const Avatar = ({ id, name }: { id: string; name: string }) => (
  <span className="avatar" style={{ backgroundColor: shadeOf(id) }} aria-hidden="true">
    {initialsOf(name)}
  </span>
)

export const secondsOf = (ts: string): number => Number.parseFloat(ts) || 0
const isoOf = (ts: string): string => new Date(secondsOf(ts) * 1000).toISOString()
// Created once, because a formatter costs more than a message.
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' })
const clock = (ts: string): string => clockFormat.format(secondsOf(ts) * 1000)
