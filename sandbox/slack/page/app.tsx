/** The page: a sidebar, the channel or Home tab, a thread beside it, modals above. */
import { useEffect, useMemo, useState } from 'react'
import { USERS } from '../seed.ts'
import { Composer } from './composer.tsx'
import { type Surroundings, SurroundingsProvider } from './context.ts'
import { Conversation, repliesOf, Thread } from './conversation.tsx'
import { useDoors } from './doors.ts'
import { Modals } from './modal.tsx'
import { useAddress, useUnread } from './place.ts'
import { homePlace, Sidebar } from './sidebar.tsx'
import { type Channel, useConnection, type Workspace } from './state.ts'
import { useTheme } from './theme.ts'
import { Home } from './view.tsx'

export function App() {
  const [address, go] = useAddress()
  const connection = useConnection(address.user || USERS.owner)
  const { workspace, lost } = connection
  if (workspace === null) return <p className="empty">{lost ? lostText : 'Opening the workspace…'}</p>
  return (
    <>
      {lost && (
        <p className="banner" role="alert">
          {lostText}
        </p>
      )}
      <Rooms workspace={workspace} connection={connection} address={address} go={go} />
    </>
  )
}

const lostText =
  'The sandbox does not answer. If it was stopped, start it again; this page reconnects by itself.'

interface RoomsProps {
  readonly workspace: Workspace
  readonly connection: ReturnType<typeof useConnection>
  readonly address: ReturnType<typeof useAddress>[0]
  readonly go: ReturnType<typeof useAddress>[1]
}

function Rooms({ workspace, connection, address, go }: RoomsProps) {
  const [theme, setTheme] = useTheme()
  const [menu, setMenu] = useState(false)
  const people = workspace.users.filter(({ isBot }) => !isBot)
  const user = people.find(({ id }) => id === (address.user || USERS.owner)) ?? people[0]
  const app = workspace.users.find(({ isBot }) => isBot)
  const { channels, direct } = useChannels(workspace, user?.id ?? '')
  const all = useMemo(() => [...channels, ...direct], [channels, direct])
  const home = address.place === homePlace
  const channel = home ? undefined : (all.find(({ id }) => id === address.place) ?? channels[0])
  const messages = workspace.messages[channel?.id ?? ''] ?? []
  const root = messages.find(({ ts }) => ts === address.thread)
  const unread = useUnread(workspace, user?.id ?? '', channel?.id ?? '')
  const doors = useDoors(user?.id ?? '', channel?.id ?? '', connection)
  const { openHome } = doors
  useEffect(() => {
    if (home) void openHome()
  }, [home, openHome])
  const surroundings = useMemo(
    (): Surroundings => ({
      people: workspace.users.map(({ id, realName, name, isBot }) => ({ id, name: realName || name, isBot })),
      channels: all,
      now: connection.now,
    }),
    [workspace, all, connection.now],
  )
  if (user === undefined) return null
  const title = home ? (app?.realName ?? 'App') : `${channel?.kind === 'im' ? '' : '#'}${channel?.name ?? ''}`
  return (
    <SurroundingsProvider value={surroundings}>
      <div className={`rooms${menu ? ' menu-open' : ''}${root ? ' with-thread' : ''}`}>
        <Sidebar
          team={workspace.team.name}
          app={app?.realName ?? 'App'}
          users={people}
          user={user}
          channels={channels}
          direct={direct}
          place={home ? homePlace : (channel?.id ?? '')}
          unread={unread}
          theme={theme}
          onTheme={setTheme}
          onUser={(id) => go({ user: id })}
          onPlace={(place) => {
            setMenu(false)
            go({ place })
          }}
        />
        <button type="button" className="shade" aria-label="Close the menu" onClick={() => setMenu(false)} />
        <main aria-label={title}>
          <header className="bar">
            <button
              type="button"
              className="button icon menu-button"
              aria-label="Channels and settings"
              aria-expanded={menu}
              onClick={() => setMenu(!menu)}
            >
              ☰
            </button>
            <h2>{title}</h2>
            <span className="bar-note">{home ? 'Home' : membersText(channel)}</span>
          </header>
          {home ? (
            <Home key={user.id} view={workspace.home} app={app?.realName ?? 'The app'} doors={doors.views} />
          ) : (
            <>
              <Conversation
                key={`${user.id} ${channel?.id}`}
                messages={messages}
                notes={doors.notes.filter((note) => note.channel === channel?.id && note.user === user.id)}
                doors={doors.messages}
                onThread={(thread) => go({ thread })}
                target={address.message}
                empty="Nothing here yet. Type / below to see what the app can do."
              />
              <Composer
                place={title}
                commands={workspace.commands}
                disabled={channel?.archived === true}
                onSend={doors.send}
              />
            </>
          )}
        </main>
        {root && (
          <Thread
            root={root}
            replies={repliesOf(messages, root.ts)}
            doors={doors.messages}
            target={address.message}
            onReply={(text) => doors.send(text, root.ts)}
            onClose={() => go({ thread: '' })}
          />
        )}
        <Modals views={workspace.views} doors={doors.views} />
      </div>
    </SurroundingsProvider>
  )
}

const membersText = (channel: Channel | undefined): string => {
  if (channel === undefined || channel.kind === 'im') return ''
  return channel.members.length === 1 ? '1 member' : `${channel.members.length} members`
}

/** What this user finds in the sidebar; a direct message bears the other one's name. */
function useChannels(
  { channels, users }: Workspace,
  user: string,
): { channels: Channel[]; direct: Channel[] } {
  return useMemo(() => {
    const mine = channels.filter(({ kind, members }) => kind === 'public' || members.includes(user))
    const other = ({ members }: Channel) => users.find(({ id }) => id !== user && members.includes(id))
    return {
      channels: mine.filter(({ kind }) => kind !== 'im'),
      direct: mine
        .filter(({ kind }) => kind === 'im')
        .map((channel) => ({ ...channel, name: other(channel)?.realName ?? channel.name })),
    }
  }, [channels, users, user])
}
