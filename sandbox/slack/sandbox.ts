/** Implements `SlackSandbox` on top of the world. */

import { sendEvent } from './delivery/events.ts'
import { moveTo, openAssistant, openMessages, stopSession } from './interactions/assistant.ts'
import { actInView, clickMessage } from './interactions/click.ts'
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
import { suggest } from './interactions/suggest.ts'
import type { ShownCanvas, SlackSandbox } from './model.ts'
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

export function createSandbox(
  world: World,
  worlds: readonly World[],
  stop: () => Promise<void>,
): SlackSandbox {
  return {
    url: `${world.origin}/`,
    apiUrl: `${world.origin}/api/`,
    get botToken() {
      return world.botToken
    },
    appToken: TOKENS.app,
    signingSecret: TOKENS.signing,
    team: { id: world.team.id, name: world.team.name },
    in: (team) => {
      const other = worlds.find((one) => one.team.id === team)
      if (!other) throw new Error(`no workspace ${team} in the sandbox`)
      return createSandbox(other, worlds, stop)
    },
    uninstall: ({ org = false } = {}) => uninstall(world, worlds, org),
    reinstall: () => reinstall(world),
    users: world.workspace.users,
    channels: world.workspace.channels,
    commands: world.manifest?.commands ?? [],
    shortcuts: world.manifest?.shortcuts ?? [],
    steps: world.manifest?.steps ?? [],
    setRequestUrl: (url) => {
      for (const one of worlds) one.delivery.requestUrl = url
    },
    verifyRequestUrl: () => world.delivery.verify(),
    command: (input) => runCommand(world, input),
    click: (input) => clickMessage(world, input),
    viewAction: (input) => actInView(world, input),
    submitView: (input) => submitView(world, input),
    closeView: (input) => closeView(world, input),
    openHome: ({ user }) => openHome(world, user),
    suggest: (input) => suggest(world, input),
    shortcut: (input) => runShortcut(world, input),
    runStep: (input) => runStep(world, input),
    stepRuns: () => world.steps.list(),
    repeatStep: (id, how) => repeatStep(world, id, how),
    slackbotTools: (user) => slackbotTools(world, user),
    askSlackbot: (input) => askSlackbot(world, input),
    clickInSlackbot: (input) => clickInSlackbot(world, input),
    slackbotMessages: (user) => slackbotMessages(world, user),
    post: (input) => postAsPerson(world, input),
    edit: (input) => editAsPerson(world, input),
    remove: (input) => removeAsPerson(world, input),
    react: (input) => reactAsPerson(world, input),
    openMessages: ({ user }) => openMessages(world, user),
    openAssistant: ({ user, channel }) => openAssistant(world, user, channel),
    moveTo: ({ user, channel }) => moveTo(world, user, channel),
    closeAssistant: ({ user }) => world.assistant.close(user),
    assistant: (user) => world.assistant.shown(user),
    choosePrompt: ({ user, prompt }) => choosePrompt(world, user, prompt),
    statuses: () => world.assistant.statuses(),
    sessions: () => world.assistant.sessions(),
    stopSession: (input) => stopSession(world, input),
    setMember: (change) => setMember(world, change),
    shareChannel: (channel) => shareChannel(world, channel),
    setArchived: (channel, archived) => setArchived(world, channel, archived),
    setRole: (user, role) => {
      world.workspace.user(user).role = role
    },
    setLocale: (user, locale) => {
      world.workspace.user(user).locale = locale
    },
    deactivate: (user) => deactivate(world, user),
    addChannel: (channel) => world.workspace.addChannel(channel),
    messages: (channel, user) => world.messages.list(channel, user),
    canvases: (channel) => canvasesOf(world, channel),
    deleteCanvas: (id) => deleteCanvas(world, id),
    setFree: (isFree) => {
      world.isFree = isFree
    },
    views: (user) => world.views.stack(user),
    home: (user) => world.views.home(user)?.view ?? null,
    until: (probe, description, timeoutMs = WAIT_MS) => world.changes.until(probe, description, timeoutMs),
    requests: () => [...world.requests],
    fail: (method, how, times = 1) => world.faults.add(method, how, times),
    redeliver: (kind) => world.delivery.redeliver(kind),
    deliveries: () => [...world.delivery.log],
    connections: () => world.sockets.count(),
    disconnectSockets: (reason) => world.sockets.disconnect(reason),
    setPanel: (panel) => world.panel.set(panel),
    silenceSockets: (how) => world.sockets.silence(how),
    stop,
  }
}
