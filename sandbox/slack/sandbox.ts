/** What people and the app's surroundings do in one workspace, on top of the world. */

import type { Panel } from './control/panel.ts'
import { sendEvent } from './delivery/events.ts'
import { moveTo, openAssistant, openMessages, stopSession } from './interactions/assistant.ts'
import { actInView, clickMessage, suggest } from './interactions/click.ts'
import { runCommand } from './interactions/command.ts'
import {
  choosePrompt,
  editAsPerson,
  postAsPerson,
  reactAsPerson,
  removeAsPerson,
} from './interactions/messages.ts'
import { closeView, submitView } from './interactions/modal.ts'
import { deactivate, openHome, setArchived, setMember, shareChannel } from './interactions/people.ts'
import { runShortcut } from './interactions/shortcut.ts'
import type {
  ClickInput,
  CommandInput,
  EnvelopeKind,
  MessageInput,
  NewChannel,
  OpenView,
  PostInput,
  ShortcutInput,
  ShownCanvas,
  SlackbotCall,
  SlackbotClick,
  SlackFault,
  SlackUser,
  StepRunInput,
  SubmitInput,
  SuggestInput,
  ViewActionInput,
} from './model.ts'
import { askSlackbot, clickInSlackbot, slackbotMessages, slackbotTools } from './slackbot/slackbot.ts'
import { repeatStep, runStep } from './steps/run.ts'
import { markdownOf } from './world/canvases.ts'
import { APP, TOKENS } from './world/seed.ts'
import type { World } from './world/world.ts'

/** Generous, because a busy machine is slow. Normally nothing waits this long. */
const WAIT_MS = 50_000

/** Slack revokes the tokens at once, then notifies the app. */
async function uninstall(world: World, worlds: readonly World[], org: boolean): Promise<void> {
  world.grants.revoke(world, org)
  const deliveries = [
    sendEvent(world, 'tokens_revoked', { type: 'tokens_revoked', tokens: { oauth: [], bot: [APP.botUser] } }),
    sendEvent(world, 'app_uninstalled', { type: 'app_uninstalled' }),
  ]
  await Promise.all(deliveries)
  const same = worlds.filter(({ enterprise }) => enterprise?.id === world.enterprise?.id)
  for (const one of org ? same : [world]) one.consent.withdraw()
  if (org) for (const one of same) one.orgInstalled = false
  // Without OAuth, the app's only token is the one that the sandbox starts with.
  if (world.grants.app === undefined) world.revoked = true
}

/** Installs the app in its settings again: it gets a new token, and the previous one stays refused. */
function reinstall(world: World): void {
  world.botToken = `${world.botToken}-again`
  world.revoked = false
}

const canvasesOf = ({ canvases }: World, channel: string): ShownCanvas[] =>
  canvases
    .in(channel)
    .map((canvas) => ({ id: canvas.id, channel, title: canvas.title, markdown: markdownOf(canvas) }))

function deleteCanvas({ canvases }: World, id: string): void {
  const canvas = canvases.find(id)
  if (canvas === undefined) throw new Error(`no canvas ${id} in the sandbox`)
  canvas.isDeleted = true
  canvases.changed()
}

/** One workspace of the sandbox, as the demo, the page and the tests use it. */
export interface SlackSandbox extends ReturnType<typeof sandboxOf> {
  /** Another workspace in the same sandbox. Throws if there is none. */
  in(team: string): SlackSandbox
}

export function createSandbox(
  world: World,
  worlds: readonly World[],
  stop: () => Promise<void>,
): SlackSandbox {
  return Object.assign(sandboxOf(world, worlds, stop), {
    in: (team: string) => {
      const other = worlds.find((one) => one.team.id === team)
      if (!other) throw new Error(`no workspace ${team} in the sandbox`)
      return createSandbox(other, worlds, stop)
    },
  })
}

function sandboxOf(world: World, worlds: readonly World[], stop: () => Promise<void>) {
  return {
    /** The page: `http://127.0.0.1:<port>/`. */
    url: `${world.origin}/`,
    /** For `slackApiUrl`: `http://127.0.0.1:<port>/api/`. */
    apiUrl: `${world.origin}/api/`,
    get botToken() {
      return world.botToken
    },
    appToken: TOKENS.app,
    signingSecret: TOKENS.signing,
    team: { id: world.team.id, name: world.team.name },
    /** Uninstalls the app as an admin, from the workspace or with `org` the organization. The app gets the events. */
    uninstall: ({ org = false } = {}) => uninstall(world, worlds, org),
    /** Without OAuth: installs the app again as an admin. `botToken` changes. */
    reinstall: () => reinstall(world),
    users: world.workspace.users,
    channels: world.workspace.channels,
    /** The commands, shortcuts and workflow steps declared in the manifest. */
    commands: world.manifest?.commands ?? [],
    shortcuts: world.manifest?.shortcuts ?? [],
    steps: world.manifest?.steps ?? [],
    /** From now on, delivers over signed HTTP to this URL (`null`: over Socket Mode). */
    setRequestUrl: (url: string | null) => {
      for (const one of worlds) one.delivery.requestUrl = url
    },
    /** Sends `url_verification` to the request URL. True if the challenge came back. */
    verifyRequestUrl: () => world.delivery.verify(),
    /** Types a slash command as a user and waits for its acknowledgement. */
    command: (input: CommandInput) => runCommand(world, input),
    /** Clicks a button (or uses another interactive element) of a message that this user sees. */
    click: (input: ClickInput) => clickMessage(world, input),
    viewAction: (input: ViewActionInput) => actInView(world, input),
    submitView: (input: SubmitInput) => submitView(world, input),
    closeView: (input: { user: string; viewId: string }) => closeView(world, input),
    openHome: ({ user }: ByUser) => openHome(world, user),
    /** Types into an external select and waits for the app's options. */
    suggest: (input: SuggestInput) => suggest(world, input),
    /** Uses a shortcut and waits for its acknowledgement. Throws if Slack doesn't offer it to this user there. */
    shortcut: (input: ShortcutInput) => runShortcut(world, input),
    /**
     * Runs a workflow that consists of this step. Resolves when the app has acknowledged it or failed to. Throws
     * Workflow Builder's message if it would not run such a workflow.
     */
    runStep: (input: StepRunInput) => runStep(world, input),
    /** Every execution of a step, oldest first. */
    stepRuns: () => world.steps.list(),
    /**
     * Delivers an execution's event again: as after a lost acknowledgement (`retry`), or as another event with its own
     * token (`again`).
     */
    repeatStep: (id: string, how?: 'retry' | 'again') => repeatStep(world, id, how),
    /** The tools of the app's MCP server, as Slackbot lists them. Rejects with the reason if it can't. */
    slackbotTools: (user: string) => slackbotTools(world, user),
    /** Calls a tool as Slackbot does for this user. `body` is the tool's result. */
    askSlackbot: (input: SlackbotCall) => askSlackbot(world, input),
    /** Presses a button of Slackbot's answer. */
    clickInSlackbot: (input: SlackbotClick) => clickInSlackbot(world, input),
    /** The user's conversation with Slackbot. */
    slackbotMessages: (user: string) => slackbotMessages(world, user),
    /**
     * Posts a message as a user and returns its `ts`. The app gets the events that its manifest subscribes to. The text
     * is in Slack's markup: a mention is `<@U…>`.
     */
    post: (input: PostInput) => postAsPerson(world, input),
    /** Edits a user's own message (`message_changed`). */
    edit: (input: MessageInput & { readonly text: string }) => editAsPerson(world, input),
    /** Deletes a message: a user's own, or any message as an owner or admin (`message_deleted`). */
    remove: (input: MessageInput) => removeAsPerson(world, input),
    /** Adds a reaction, or removes it with `on: false` (`reaction_added`, `reaction_removed`). */
    react: (input: ReactionInput) => reactAsPerson(world, input),
    /** Opens the app's Messages tab (`app_home_opened`). `channel` is the user's direct messages with the app. */
    openMessages: ({ user }: ByUser) => openMessages(world, user),
    /** Opens the app's assistant beside a channel. Rejects if the app has none. */
    openAssistant: ({ user, channel }: ByUser & { channel?: string }) => openAssistant(world, user, channel),
    /** Opens another channel while the assistant is open. */
    moveTo: ({ user, channel }: ByUser & { channel: string }) => moveTo(world, user, channel),
    closeAssistant: ({ user }: ByUser) => world.assistant.close(user),
    /** What the user sees in the assistant; undefined if it is closed. */
    assistant: (user: string) => world.assistant.shown(user),
    /** Presses the prompt with this title, which posts its message. Returns the `ts`. */
    choosePrompt: ({ user, prompt }: ByUser & { prompt: string }) => choosePrompt(world, user, prompt),
    /** The app's status in each thread. */
    statuses: () => world.assistant.statuses(),
    sessions: () => world.assistant.sessions(),
    /** Presses “Stop” on a working agent (`agent_session_stopped`). Rejects if it isn't working. */
    stopSession: (input: ByUser & { channel: string; thread_ts: string }) => stopSession(world, input),
    /**
     * Adds a user or the bot to a channel, or removes them (`member_joined_channel`, `member_left_channel`; the bot gets
     * `channel_left` or `group_left`). `inviter`: who added them; missing if they joined themselves.
     */
    setMember: (change: Parameters<typeof setMember>[1]) => setMember(world, change),
    /**
     * Shares a channel with another organization. A private channel gets a new id (`channel_id_changed`). Returns the
     * id. docs.slack.dev/reference/events/channel_id_changed
     */
    shareChannel: (channel: string) => shareChannel(world, channel),
    /** Archives or restores a channel (`channel_archive`, `channel_unarchive`). */
    setArchived: (channel: string, archived: boolean) => setArchived(world, channel, archived),
    /** Changes a user's role as an admin. The app gets no event. */
    setRole: (user: string, role: SlackUser['role']) => {
      world.workspace.user(user).role = role
    },
    /** Deactivates a user's account and removes them from all channels. */
    deactivate: (user: string) => deactivate(world, user),
    addChannel: (channel: NewChannel) => world.workspace.addChannel(channel),
    /** Messages as a user sees them, oldest first, without others' ephemeral messages. Without a user: all messages. */
    messages: (channel: string, user?: string) => world.messages.list(channel, user),
    /** The canvases in a channel's tabs, starting with the channel's own. */
    canvases: (channel: string) => canvasesOf(world, channel),
    /** Deletes a canvas as a user. */
    deleteCanvas: (id: string) => deleteCanvas(world, id),
    /** Switches the workspace to Slack's free plan, or back. */
    setFree: (isFree: boolean) => {
      world.isFree = isFree
    },
    /** The user's stack of modals; the last one is on top. */
    views: (user: string): readonly OpenView[] => world.views.stack(user),
    home: (user: string) => world.views.home(user)?.view ?? null,
    /** Resolves with the probe's first truthy result, now or after a change. Rejects after `timeoutMs` real ms. */
    until: <T>(probe: () => T | null | undefined | false, description: string, timeoutMs = WAIT_MS) =>
      world.changes.until(probe, description, timeoutMs),
    /** Each request from the app to the Web API, oldest first (tokens masked). */
    requests: () => [...world.requests],
    /** Makes the next `times` calls of `method` fail or slow. `reset`: cuts the connection before or after the effect. */
    fail: (method: string, how: SlackFault, times = 1) => world.faults.add(method, how, times),
    /** Delivers the last envelope (of this kind) again, as Slack does after a lost acknowledgement. */
    redeliver: (kind?: EnvelopeKind) => world.delivery.redeliver(kind),
    /** Each finished attempt to deliver a command, an interaction or an event to the app, oldest first. */
    deliveries: () => [...world.delivery.log],
    /** The number of open Socket Mode connections. */
    connections: () => world.sockets.count(),
    /**
     * Tells the app to reconnect, as Slack does before it recycles a server. `warning` is followed after ten seconds by
     * `refresh_requested`, and ten seconds later the connection closes. `link_disabled` also refuses new connections.
     */
    disconnectSockets: (reason: 'warning' | 'refresh_requested' | 'link_disabled') =>
      world.sockets.disconnect(reason),
    /** Adds a panel to the page for what surrounds Slack, like the demo's. */
    setPanel: (panel: Panel) => world.panel.set(panel),
    /**
     * Silently stops all traffic on the connections that are open now. `half` still answers the app's own pings, like a
     * proxy in between would; `whole` answers nothing. `hello` instead omits Slack's hello on new connections.
     */
    silenceSockets: (how: 'half' | 'whole' | 'hello') => world.sockets.silence(how),
    stop,
  }
}

type ByUser = { readonly user: string }
type ReactionInput = MessageInput & { readonly reaction: string; readonly on?: boolean }
