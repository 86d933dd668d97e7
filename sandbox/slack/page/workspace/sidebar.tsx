/** The workspace's name, its channels, direct messages and apps; the current user; light or dark. */
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { SlackUser } from '../../model.ts'
import { PlainSelect } from '../inputs/plain-select.tsx'
import type { Channel, Workspace } from '../state.ts'
import { Avatar } from './message.tsx'
import { type Theme, ThemeChoice } from './theme.tsx'

// The channels and direct messages in a user's sidebar.

interface Channels {
  readonly channels: readonly Channel[]
  /** Direct messages, each named after its other members. */
  readonly direct: readonly Channel[]
  readonly all: readonly Channel[]
}

export const isDirect = ({ kind }: Pick<Channel, 'kind'>): boolean => kind === 'im' || kind === 'mpim'

export function useChannels({ channels, users }: Workspace, user: string): Channels {
  return useMemo(() => {
    const mine = channels.filter(({ kind, members }) => kind === 'public' || members.includes(user))
    const others = ({ members }: Channel) =>
      users.filter(({ id }) => id !== user && members.includes(id)).map(({ realName }) => realName)
    const named = mine.filter((channel) => !isDirect(channel))
    const direct = mine
      .filter(isDirect)
      .map((channel) => ({ ...channel, name: others(channel).join(', ') || channel.name }))
    return { channels: named, direct, all: [...named, ...direct] }
  }, [channels, users, user])
}

/** The content of the main part: a channel's id, or the app's Home tab. */
export type Place = string
export const homePlace: Place = 'home'
/** The direct messages with the app, even before there are any. */
export const messagesPlace: Place = 'messages'

interface SidebarProps {
  readonly team: string
  readonly app: string
  readonly users: readonly SlackUser[]
  readonly user: SlackUser
  readonly channels: readonly Channel[]
  readonly direct: readonly Channel[]
  readonly place: Place
  /** Channels with messages that this user has not seen. */
  readonly unread: ReadonlySet<string>
  readonly theme: Theme
  /** On a phone: whether it covers the channel. */
  readonly open: boolean
  readonly onClose: () => void
  readonly onPlace: (place: Place) => void
  readonly onUser: (id: string) => void
  readonly onTheme: (theme: Theme) => void
}

export function Sidebar(props: SidebarProps) {
  const { place, onPlace, unread, open, onClose } = props
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!open) return
    const before = document.activeElement
    box.current?.querySelector<HTMLElement>('[aria-current]')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])
  const latest = useRef(onClose)
  latest.current = onClose
  useEffect(() => {
    if (!open) return
    // The focus may be elsewhere, because choosing another user removes the focused element.
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && latest.current()
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])
  const link = (to: Place, sign: ReactNode, label: string, note = '') => (
    <li key={to}>
      <button
        type="button"
        className={unread.has(to) && place !== to ? 'place unread' : 'place'}
        aria-current={place === to ? 'page' : undefined}
        onClick={() => onPlace(to)}
      >
        <span className="sign" aria-hidden="true">
          {sign}
        </span>
        <span className="place-name">{label}</span>
        {note && <span className="place-note">{note}</span>}
        {unread.has(to) && place !== to && <span className="for-readers">new messages</span>}
      </button>
    </li>
  )
  const signOf = ({ kind }: Channel) => (kind === 'private' ? <Lock /> : '#')
  const noteOf = ({ kind, archived }: Channel) =>
    archived ? 'archived' : kind === 'private' ? 'private' : ''
  return (
    <nav ref={box} className="sidebar" aria-label="Workspace">
      <p className="team">{props.team}</p>
      <div className="places">
        <h2>Channels</h2>
        <ul>
          {props.channels.map((channel) => link(channel.id, signOf(channel), channel.name, noteOf(channel)))}
        </ul>
        {props.direct.length > 0 && (
          <>
            <h2>Direct messages</h2>
            <ul>{props.direct.map((channel) => link(channel.id, '@', channel.name))}</ul>
          </>
        )}
        <h2>Apps</h2>
        <ul>{link(homePlace, '⌂', props.app, 'Home')}</ul>
      </div>
      <div className="you">
        <label>
          <span>You are</span>
          <span className="you-choice">
            <Avatar id={props.user.id} name={props.user.realName} />
            <PlainSelect
              value={props.user.id}
              options={props.users.map(({ id, realName, role }) => [
                id,
                `${realName} (${role === 'external' ? 'other workspace' : role})`,
              ])}
              onChange={props.onUser}
            />
          </span>
        </label>
        <ThemeChoice theme={props.theme} onTheme={props.onTheme} />
        <p className="memory">
          A sandbox on this machine. Its data is kept in memory and lost when it stops.{' '}
          <a href="/about">IDs, tokens and methods</a>
        </p>
      </div>
    </nav>
  )
}

const Lock = () => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    <path
      d="M2.5 5.5h7v5h-7zM4 5.5V3.8a2 2 0 0 1 4 0v1.7"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
    />
  </svg>
)
