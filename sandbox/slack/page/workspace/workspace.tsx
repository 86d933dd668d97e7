/** The workspace: a sidebar, the channel or Home tab, a thread or tool beside it, and modals above. */
import { useEffect, useMemo, useState } from 'react'
import { parseMarkdown } from '../../markup/markdown.ts'
import type { ShownCanvas } from '../../model.ts'
import { USERS } from '../../world/seed.ts'
import { Flows } from '../blocks/text.tsx'
import { type Surroundings, SurroundingsProvider } from '../context.ts'
import { DemoBar, Faults, usePanel } from '../demo/demo-bar.tsx'
import { Requests, useExchanges } from '../demo/requests.tsx'
import { useHandlers } from '../handlers.ts'
import { Shortcuts } from '../shortcuts/shortcuts.tsx'
import { Slackbot } from '../slackbot/panel.tsx'
import type { Channel, useConnection, Workspace } from '../state.ts'
import { Steps } from '../steps/panel.tsx'
import { type Tool, type useAddress, useUnread } from './address.ts'
import { AssistantSide, Prompts, useAssistant } from './assistant.tsx'
import { Composer } from './composer.tsx'
import { Conversation } from './conversation.tsx'
import { Modals } from './modal.tsx'
import { useNarrow } from './side-panel.tsx'
import { homePlace, isDirect, messagesPlace, type Place, Sidebar, useChannels } from './sidebar.tsx'
import { useTheme } from './theme.tsx'
import { repliesOf, Thread, threadState } from './thread.tsx'
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
  const tool = toolFor(address.tool, panel !== null, workspace)
  const exchanges = useExchanges(tool === 'requests')
  const { users } = workspace
  const people = users.filter(({ isBot }) => !isBot)
  const user = people.find(({ id }) => id === (address.user || USERS.owner)) ?? people[0]
  const app = users.find(({ isBot }) => isBot)
  const appName = app?.realName ?? 'App'
  const { channels, direct, all } = useChannels(workspace, user?.id ?? '')
  const canvas = workspace.canvases.find(({ id }) => id === address.canvas)
  const at = canvas?.channel ?? address.place
  const home = at === homePlace
  const appDm = app && direct.find(({ kind, members }) => kind === 'im' && members.includes(app.id))
  const toApp = !home && [messagesPlace, appDm?.id].includes(at)
  const channel = channelAt(at, all, toApp ? appDm : undefined)
  const place = home ? homePlace : (channel?.id ?? '')
  const messages = workspace.messages[channel?.id ?? ''] ?? nothing
  const root = tool === '' ? messages.find(({ ts }) => ts === address.thread) : undefined
  const unread = useUnread(workspace, user?.id ?? '', channel?.id ?? '')
  const handlers = useHandlers(user?.id ?? '', channel?.id ?? '', connection)
  const { openHome, openMessages } = handlers
  const asks = tool === 'assistant'
  useEffect(() => {
    if (home) void openHome()
  }, [home, openHome])
  useEffect(() => {
    // With the assistant open, the app learns from the assistant where the user is.
    if (toApp && !asks) void openMessages()
  }, [toApp, asks, openMessages])
  useAssistant(user?.id ?? '', channel?.id ?? '', asks, connection)
  const openThread = useMemo(() => (thread: string) => go({ thread, tool: '' }), [go])
  const surroundings = useMemo(
    (): Surroundings => ({
      people: users.map(({ id, realName, name, isBot }) => ({
        id,
        name: realName || name,
        handle: name,
        isBot,
      })),
      channels: all,
      now: connection.now,
      origin: location.origin,
      openChannel: (id) => go({ place: id }),
    }),
    [users, all, connection.now, go],
  )
  if (user === undefined) return null
  const title = home || toApp ? appName : `${channel && isDirect(channel) ? '' : '#'}${channel?.name ?? ''}`
  const pane = asks ? workspace.assistant : null
  const beside = root !== undefined || (asks ? pane !== null : tool !== '')
  const closed = closedFor(channel, toApp, workspace.tabs)
  const { tabs } = workspace
  const tabbed = (home || toApp) && tabs.home && tabs.messages
  const canvases = workspace.canvases.filter((one) => one.channel === channel?.id)
  return (
    <SurroundingsProvider value={surroundings}>
      {panel && (
        <DemoBar
          panel={panel}
          tool={tool}
          onTool={(next) => go({ tool: next })}
          onArrival={({ channel: where }) => {
            void connection.refresh()
            // Show the digest, even if a tool takes all the room.
            if (all.some(({ id }) => id === where))
              go({ place: where ?? '', ...(narrow ? { tool: '' } : {}) })
          }}
        />
      )}
      <div className={`panes${menu ? ' menu-open' : ''}${beside ? ' with-side' : ''}`}>
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
          // The assistant belongs to one user.
          onUser={(id) => go({ user: id, ...(asks ? { tool: '' } : {}) })}
          onPlace={(to) => {
            setMenu(false)
            go({ place: to })
          }}
        />
        <button type="button" className="shade" aria-label="Close menu" onClick={() => setMenu(false)} />
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
            {tabbed ? (
              <nav className="tabs" aria-label={`${appName} tabs`}>
                <Tab name="Home" current={home} onOpen={() => go({ place: homePlace })} />
                <Tab name="Messages" current={toApp} onOpen={() => go({ place: messagesPlace })} />
              </nav>
            ) : (
              <span className="bar-note">{home ? 'Home' : membersText(channel)}</span>
            )}
            {!home && canvases.length > 0 && (
              <nav className="tabs" aria-label="Messages and canvases">
                <Tab name="Messages" current={!canvas} onOpen={() => go({ place })} />
                {canvases.map(({ id, title: name }) => (
                  <Tab
                    key={id}
                    name={name || 'Canvas'}
                    current={id === canvas?.id}
                    onOpen={() => go({ place, canvas: id })}
                  />
                ))}
              </nav>
            )}
            {tabs.assistant !== null && !home && !toApp && (
              <button
                type="button"
                className="button"
                aria-pressed={asks}
                onClick={() => go({ tool: asks ? '' : 'assistant' })}
              >
                Ask {appName}
              </button>
            )}
            {app && isWithout(channel, app.id, user.id) && (
              <button type="button" className="button" onClick={() => void handlers.invite()}>
                Invite {appName}
              </button>
            )}
          </header>
          {home ? (
            <Home key={user.id} view={workspace.home} app={appName} handlers={handlers.views} />
          ) : canvas ? (
            <Canvas key={canvas.id} canvas={canvas} />
          ) : (
            <>
              <Conversation
                key={`${user.id} ${place}`}
                messages={messages}
                notes={handlers.notes.filter((note) => note.channel === place && note.user === user.id)}
                doing={doingIn(workspace, channel?.id ?? '')}
                handlers={handlers.messages}
                onThread={openThread}
                target={address.message}
                empty="No messages yet. Type / to see what the app can do."
              />
              {toApp && !asks && workspace.assistant && !workspace.assistant.thread_ts && (
                <Prompts pane={workspace.assistant} onChoose={handlers.prompt} />
              )}
              <Composer
                key={place}
                place={title}
                commands={workspace.commands}
                closed={closed}
                main
                tools={
                  <Shortcuts
                    shortcuts={workspace.shortcuts}
                    steps={workspace.steps}
                    onShortcut={handlers.shortcut}
                    onSteps={() => go({ tool: 'steps' })}
                    onSlackbot={workspace.slackbot && (() => go({ tool: 'slackbot' }))}
                  />
                }
                onSend={handlers.send}
              />
            </>
          )}
        </main>
        {root && (
          <Thread
            key={root.ts}
            root={root}
            replies={repliesOf(messages, root.ts)}
            handlers={handlers.messages}
            target={address.message}
            closed={closed}
            app={appName}
            state={threadState(workspace, channel?.id ?? '', root.ts)}
            onStop={() => handlers.stop(channel?.id ?? '', root.ts)}
            onReply={(text) => handlers.send(text, root.ts)}
            onClose={() => go({ thread: '' })}
          />
        )}
        {pane && (
          <AssistantSide
            key={pane.thread_ts ?? pane.channel}
            workspace={workspace}
            pane={pane}
            app={appName}
            handlers={handlers.messages}
            onPrompt={handlers.prompt}
            onStop={(thread) => handlers.stop(pane.channel, thread)}
            onSend={(text) => handlers.post(pane.channel, text, pane.thread_ts)}
            onClose={() => go({ tool: '' })}
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
        {tool === 'slackbot' && (
          <Slackbot
            key={user.id}
            messages={workspace.slackbot ?? []}
            user={user.id}
            refresh={connection.refresh}
            onClose={() => go({ tool: '' })}
          />
        )}
        {tool === 'faults' && panel && <Faults panel={panel} onClose={() => go({ tool: '' })} />}
        <Modals views={workspace.views} handlers={handlers.views} />
      </div>
    </SurroundingsProvider>
  )
}

const slackTools: readonly Tool[] = ['steps', 'slackbot', 'assistant']

/** The tool to show: without the demo, only Slack's own tools, and the assistant only if the app has one. */
function toolFor(tool: Tool, demo: boolean, { tabs }: Workspace): Tool {
  if (tool === 'assistant' && tabs.assistant === null) return ''
  return demo || slackTools.includes(tool) ? tool : ''
}

/** @param toApp the direct messages with the app, if that is the place */
function channelAt(place: Place, all: readonly Channel[], toApp: Channel | undefined): Channel | undefined {
  if (place === homePlace || place === messagesPlace) return toApp
  return toApp ?? all.find(({ id }) => id === place) ?? all[0]
}

/** Why users can't write in the channel. */
function closedFor(
  channel: Channel | undefined,
  toApp: boolean,
  tabs: Workspace['tabs'],
): string | undefined {
  if (channel?.archived === true) return 'This channel is archived'
  const off = toApp && (tabs.readOnly || !tabs.messages)
  return off ? 'Sending messages to this app has been turned off.' : undefined
}

function doingIn(workspace: Workspace, channel: string): ReadonlyMap<string, string> {
  const threads = [...workspace.statuses, ...workspace.sessions].filter((one) => one.channel === channel)
  return new Map(
    threads.flatMap(({ thread_ts }) => {
      const { doing } = threadState(workspace, channel, thread_ts)
      return doing === undefined ? [] : [[thread_ts, doing]]
    }),
  )
}

interface TabProps {
  readonly name: string
  readonly current: boolean
  readonly onOpen: () => void
}

const Tab = ({ name, current, onOpen }: TabProps) => (
  <button type="button" aria-current={current ? 'page' : undefined} onClick={onOpen}>
    {name}
  </button>
)

/** Whether this user may add the app: the user is in the channel and the app isn't. */
const isWithout = (channel: Channel | undefined, app: string, user: string): boolean =>
  channel !== undefined &&
  !channel.archived &&
  channel.members.includes(user) &&
  !channel.members.includes(app)

const membersText = (channel: Channel | undefined): string => {
  if (channel === undefined || isDirect(channel)) return ''
  const count = channel.members.length === 1 ? '1 member' : `${channel.members.length} members`
  return channel.topic ? `${count} · ${channel.topic}` : count
}

// A canvas in a channel's tabs.

function Canvas({ canvas }: { canvas: ShownCanvas }) {
  const name = canvas.title || 'Untitled canvas'
  return (
    <section className="canvas" aria-label={name}>
      <article>
        <h3 className="canvas-title">{name}</h3>
        {canvas.markdown === '' && <p className="note">This canvas is empty.</p>}
        <Flows flows={parseMarkdown(canvas.markdown)} />
      </article>
    </section>
  )
}
