/** The workspace's name, its channels, direct messages and apps; who "you" are; light or dark. */
import type { SlackUser } from '../model.ts'
import { Avatar } from './message.tsx'
import type { Channel } from './state.ts'
import { type Theme, themes } from './theme.ts'

/** What the main part shows: a channel's id, or the app's Home tab. */
export type Place = string
export const homePlace: Place = 'home'

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
  readonly onPlace: (place: Place) => void
  readonly onUser: (id: string) => void
  readonly onTheme: (theme: Theme) => void
}

const roles: Readonly<Record<SlackUser['role'], string>> = {
  owner: 'owner',
  admin: 'admin',
  member: 'member',
  guest: 'guest',
  external: 'other workspace',
}

export function Sidebar(props: SidebarProps) {
  const { place, onPlace, unread } = props
  const link = (to: Place, sign: string, label: string, note = '') => (
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
        {unread.has(to) && place !== to && <span className="for-readers">, new messages</span>}
      </button>
    </li>
  )
  const signOf = ({ kind }: Channel) => (kind === 'private' ? '◆' : '#')
  const noteOf = ({ kind, archived }: Channel) =>
    archived ? 'archived' : kind === 'private' ? 'private' : ''
  return (
    <nav className="sidebar" aria-label="Workspace">
      <h1>{props.team}</h1>
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
            <select
              className="input"
              value={props.user.id}
              onChange={(event) => props.onUser(event.target.value)}
            >
              {props.users.map(({ id, realName, role }) => (
                <option key={id} value={id}>
                  {realName} ({roles[role]})
                </option>
              ))}
            </select>
          </span>
        </label>
        <label>
          <span>Appearance</span>
          <select
            className="input"
            value={props.theme}
            onChange={(event) =>
              props.onTheme(themes.find((theme) => theme === event.target.value) ?? 'system')
            }
          >
            <option value="system">As the system</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
        <p className="memory">A sandbox on this machine. All it holds is in memory and gone when it stops.</p>
      </div>
    </nav>
  )
}
