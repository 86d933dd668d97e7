/** The workspace: a sidebar, the channel or Home tab, a thread or a tool beside it, modals above. */
import { useEffect, useMemo, useState } from 'react'
import { USERS } from '../../world/seed.ts'
import { type Surroundings, SurroundingsProvider } from '../context.ts'
import { DemoBar } from '../demo/demo-bar.tsx'
import { useExchanges } from '../demo/exchanges.ts'
import { Faults } from '../demo/faults.tsx'
import { usePanel } from '../demo/panel.ts'
import { Requests } from '../demo/requests.tsx'
import { useDoors } from '../doors.ts'
import { useNarrow } from '../narrow.ts'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import type { Channel, useConnection, Workspace } from '../state.ts'
import { Steps } from '../steps/panel.tsx'
import { useChannels } from './channels.ts'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { Modals } from './modal.tsx'
import { type useAddress, useUnread } from './place.ts'
import { homePlace, Sidebar } from './sidebar.tsx'
import { useTheme } from './theme.tsx'
import { repliesOf, Thread } from './thread.tsx'
import { Home } from './view.tsx'

interface RoomsProps {
  readonly workspace: Workspace
  readonly connection: ReturnType<typeof useConnection>
  readonly address: ReturnType<typeof useAddress>[0]
  readonly go: ReturnType<typeof useAddress>[1]
}

const nothing: Workspace['messages'][string] = []

export function Rooms({ workspace, connection, address, go }: RoomsProps) {
  const [theme, setTheme] = useTheme()
  const [menu, setMenu] = useState(false)
  const narrow = useNarrow()
  const panel = usePanel(workspace.panel)
  const tool = panel === null && address.tool !== 'steps' ? '' : address.tool
  const exchanges = useExchanges(tool === 'requests')
  const { users } = workspace
  const people = users.filter(({ isBot }) => !isBot)
  const user = people.find(({ id }) => id === (address.user || USERS.owner)) ?? people[0]
  const app = users.find(({ isBot }) => isBot)
  const appName = app?.realName ?? 'App'
  const { channels, direct, all } = useChannels(workspace, user?.id ?? '')
  const home = address.place === homePlace
  const channel = home ? undefined : (all.find(({ id }) => id === address.place) ?? channels[0])
  const place = home ? homePlace : (channel?.id ?? '')
  const messages = workspace.messages[channel?.id ?? ''] ?? nothing
  const root = tool === '' ? messages.find(({ ts }) => ts === address.thread) : undefined
  const unread = useUnread(workspace, user?.id ?? '', channel?.id ?? '')
  const doors = useDoors(user?.id ?? '', channel?.id ?? '', connection)
  const { openHome } = doors
  useEffect(() => {
    if (home) void openHome()
  }, [home, openHome])
  const openThread = useMemo(() => (thread: string) => go({ thread, tool: '' }), [go])
  const surroundings = useMemo(
    (): Surroundings => ({
      people: users.map(({ id, realName, name, isBot }) => ({ id, name: realName || name, isBot })),
      channels: all,
      now: connection.now,
      origin: location.origin,
      openChannel: (id) => go({ place: id }),
    }),
    [users, all, connection.now, go],
  )
  if (user === undefined) return null
  const title = home ? appName : `${channel?.kind === 'im' ? '' : '#'}${channel?.name ?? ''}`
  const beside = root !== undefined || tool !== ''
  return (
    <SurroundingsProvider value={surroundings}>
      {panel && (
        <DemoBar
          panel={panel}
          tool={tool}
          onTool={(next) => go({ tool: next })}
          onArrival={({ channel: where }) => {
            void connection.refresh()
            // The digest is to be seen, also where a tool takes all the room.
            if (all.some(({ id }) => id === where))
              go({ place: where ?? '', ...(narrow ? { tool: '' } : {}) })
          }}
        />
      )}
      <div className={`rooms${menu ? ' menu-open' : ''}${beside ? ' with-side' : ''}`}>
        <Sidebar
          team={workspace.team.name}
          app={appName}
          users={people}
          user={user}
          channels={channels}
          direct={direct}
          place={place}
          unread={unread}
          theme={theme}
          open={menu}
          onClose={() => setMenu(false)}
          onTheme={setTheme}
          onUser={(id) => go({ user: id })}
          onPlace={(to) => {
            setMenu(false)
            go({ place: to })
          }}
        />
        <button type="button" className="shade" aria-label="Close the menu" onClick={() => setMenu(false)} />
        <main aria-label={title}>
          <h1 className="for-readers">{workspace.team.name}</h1>
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
            {app && isWithout(channel, app.id, user.id) && (
              <button type="button" className="button" onClick={() => void doors.invite()}>
                Invite {appName}
              </button>
            )}
          </header>
          {home ? (
            <Home key={user.id} view={workspace.home} app={appName} doors={doors.views} />
          ) : (
            <>
              <Conversation
                key={`${user.id} ${place}`}
                messages={messages}
                notes={doors.notes.filter((note) => note.channel === place && note.user === user.id)}
                doors={doors.messages}
                onThread={openThread}
                target={address.message}
                empty="Nothing here yet. Type / below to see what the app can do."
              />
              <Composer
                key={place}
                place={title}
                commands={workspace.commands}
                disabled={channel?.archived === true}
                main
                tools={
                  <Shortcuts
                    shortcuts={workspace.shortcuts}
                    steps={workspace.steps}
                    onShortcut={doors.shortcut}
                    onSteps={() => go({ tool: 'steps' })}
                  />
                }
                onSend={doors.send}
              />
            </>
          )}
        </main>
        {root && (
          <Thread
            key={root.ts}
            root={root}
            replies={repliesOf(messages, root.ts)}
            doors={doors.messages}
            target={address.message}
            closed={channel?.archived === true}
            onReply={(text) => doors.send(text, root.ts)}
            onClose={() => go({ thread: '' })}
          />
        )}
        {tool === 'requests' && <Requests exchanges={exchanges} onClose={() => go({ tool: '' })} />}
        {tool === 'steps' && (
          <Steps
            key={user.id}
            steps={workspace.steps}
            runs={workspace.stepRuns}
            user={user}
            refresh={connection.refresh}
            onClose={() => go({ tool: '' })}
          />
        )}
        {tool === 'faults' && panel && <Faults panel={panel} onClose={() => go({ tool: '' })} />}
        <Modals views={workspace.views} doors={doors.views} />
      </div>
    </SurroundingsProvider>
  )
}

/** Whether this person may add the app: they are in the channel, and it is not. */
const isWithout = (channel: Channel | undefined, app: string, user: string): boolean =>
  channel !== undefined &&
  !channel.archived &&
  channel.members.includes(user) &&
  !channel.members.includes(app)

const membersText = (channel: Channel | undefined): string => {
  if (channel === undefined || channel.kind === 'im') return ''
  return channel.members.length === 1 ? '1 member' : `${channel.members.length} members`
}
