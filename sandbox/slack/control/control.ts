/** /control: what a user does in Slack, as JSON over HTTP, for the page and for other processes. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { reasonOf } from '../../command-line.ts'
import { readRequestUrl } from '../delivery/signed-http.ts'
import { isJson, type Json } from '../json.ts'
import type { StepRunInput } from '../model.ts'
import type { SlackSandbox } from '../sandbox.ts'
import { APP } from '../world/seed.ts'
import type { World } from '../world/world.ts'

// The panel over HTTP, for the page.

/** `/control/panel`, `/control/jump` and `/control/fault`. All return 404 if there is no panel. */
function addPanel(scope: FastifyInstance, { panel: place }: World): void {
  const none = { error: 'this sandbox has no demo panel' }
  scope.get('/panel', async (_request, reply) => (await place.get()?.read()) ?? reply.code(404).send(none))
  scope.post('/jump', async (_request, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    try {
      return await panel.jump()
    } catch (error) {
      return reply.code(400).send({ error: reasonOf(error) })
    }
  })
  scope.post('/fault', async ({ body }, reply) => {
    const panel = place.get()
    if (panel === null) return reply.code(404).send(none)
    if (!isJson(body) || typeof body.id !== 'string' || typeof body.on !== 'boolean')
      return reply.code(400).send({ error: 'the body must be {"id": "…", "on": true or false}' })
    try {
      await panel.setFault(body.id, body.on)
      return await panel.read()
    } catch (error) {
      return reply.code(400).send({ error: reasonOf(error) })
    }
  })
}

// Server-sent events that tell the page to fetch what is new.

/** Sends a line after each burst of changes in the workspace, of exchanges with the app, or of changes in the panel. */
function streamChanges(world: World, reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  reply.raw.write(': connected\n\n')
  const tell = (type: 'change' | 'exchange' | 'panel') => () => {
    reply.raw.write(`data: ${JSON.stringify({ type })}\n\n`)
  }
  const ends = [
    world.changes.onChange(tell('change')),
    world.exchanges.onChange(tell('exchange')),
    world.panel.onChange(tell('panel')),
  ]
  reply.raw.on('close', () => {
    for (const end of ends) end()
  })
}

// Serves the page on which users click.

export function addPage(app: FastifyInstance): void {
  const serve = (path: string, type: string, part: 'html' | 'script' | 'style') =>
    app.get(path, async (_request, reply) => {
      try {
        // Only now, because most sandboxes never show it.
        const { createPage } = await import('../page/server.ts')
        return reply.type(type).send((await createPage())[part])
      } catch (error) {
        const type = 'text/plain; charset=utf-8'
        return reply
          .code(503)
          .type(type)
          .send(`The page can't be served: ${reasonOf(error)}`)
      }
    })
  serve('/', 'text/html; charset=utf-8', 'html')
  // Permalinks also open the page, which finds the message from the URL.
  serve('/archives/*', 'text/html; charset=utf-8', 'html')
  serve('/page.js', 'text/javascript; charset=utf-8', 'script')
  serve('/page.css', 'text/css; charset=utf-8', 'style')
}

/** Pages of other sites must not control the workspace. Their requests have a foreign Origin, Host or site. */
function isForeign(request: FastifyRequest, origin: string): boolean {
  const host = new URL(origin).host
  const hosts = [host, host.replace('127.0.0.1', 'localhost')]
  if (!hosts.includes(request.headers.host ?? '')) return true
  const from = request.headers.origin
  if (from !== undefined && !hosts.some((host) => from === `http://${host}`)) return true
  const site = request.headers['sec-fetch-site']
  return site !== undefined && site !== 'same-origin' && site !== 'none'
}

function stateFor(world: World, sandbox: SlackSandbox, user: string): Json {
  const { users, channels, canSee } = world.workspace
  world.workspace.user(user)
  const seen = [...channels.values()].filter((channel) => canSee(channel, user))
  return {
    team: sandbox.team,
    users: [...users.values()],
    channels: seen.map((channel) => ({ ...channel, members: [...channel.members] })),
    messages: Object.fromEntries(seen.map(({ id }) => [id, sandbox.messages(id, user)])),
    canvases: seen.flatMap(({ id }) => sandbox.canvases(id)),
    views: sandbox.views(user),
    home: sandbox.home(user),
    commands: sandbox.commands,
    shortcuts: sandbox.shortcuts,
    steps: sandbox.steps,
    stepRuns: sandbox.stepRuns(),
    slackbot: hasSlackbot(world) ? sandbox.slackbotMessages(user) : null,
    connections: sandbox.connections(),
    tabs: tabsOf(world),
    assistant: sandbox.assistant(user) ?? null,
    statuses: sandbox.statuses(),
    sessions: sandbox.sessions(),
    // The page requests the panel only if there is one.
    panel: world.panel.get() !== null,
    now: world.clock.now().toString(),
  }
}

/** Slackbot can reach only an app over HTTP. With a manifest, it asks only declared servers. */
const hasSlackbot = ({ manifest, delivery }: World): boolean =>
  delivery.requestUrl !== null && manifest?.mcpServers.length !== 0

/** The app's tabs and assistant. */
const tabsOf = ({ manifest }: World): Json => ({
  home: manifest?.homeTab ?? true,
  messages: manifest?.messagesTab ?? true,
  readOnly: manifest?.messagesReadOnly ?? false,
  assistant: manifest?.assistant?.view ?? null,
  stoppable: manifest?.events.has('agent_session_stopped') ?? false,
})

type ControlAction = (input: never) => unknown

/** If Slack refuses to run a workflow, that is an answer rather than an error: the user reads the reason. */
async function runOrRefusal(sandbox: SlackSandbox, input: StepRunInput): Promise<Json> {
  try {
    const run = await sandbox.runStep(input)
    return { ok: true, ms: run.acknowledged?.ms ?? 0, run }
  } catch (error) {
    return { ok: false, ms: 0, error: reasonOf(error) }
  }
}

/** The response to the page, also for an action that returns nothing, or the `ts` of what it posted. */
const answerOf = (result: unknown): unknown =>
  isJson(result) ? result : { ok: true, ms: 0, ...(typeof result === 'string' ? { ts: result } : {}) }

export function addControl(app: FastifyInstance, world: World, sandboxOf: () => SlackSandbox): void {
  const actionsOf = (sandbox: SlackSandbox): Readonly<Record<string, ControlAction>> => ({
    command: sandbox.command,
    click: sandbox.click,
    'view-action': sandbox.viewAction,
    submit: sandbox.submitView,
    close: sandbox.closeView,
    home: sandbox.openHome,
    suggest: sandbox.suggest,
    shortcut: sandbox.shortcut,
    'run-step': (input: StepRunInput) => runOrRefusal(sandbox, input),
    'repeat-step': ({ id, how }: { readonly id: string; readonly how?: 'retry' | 'again' }) =>
      sandbox.repeatStep(id, how),
    'slackbot-tools': async ({ user }: { readonly user: string }) => ({
      ok: true,
      body: await sandbox.slackbotTools(user),
    }),
    'slackbot-ask': sandbox.askSlackbot,
    'slackbot-click': sandbox.clickInSlackbot,
    post: sandbox.post,
    edit: sandbox.edit,
    remove: sandbox.remove,
    react: sandbox.react,
    messages: sandbox.openMessages,
    assistant: sandbox.openAssistant,
    'assistant-move': sandbox.moveTo,
    'assistant-close': sandbox.closeAssistant,
    'session-stop': sandbox.stopSession,
    prompt: sandbox.choosePrompt,
    // A click on the app's name in the channel's header: any member adds it.
    invite: ({ channel, user }: { readonly channel: string; readonly user: string }) =>
      sandbox.setMember({ channel, user: APP.botUser, member: true, inviter: user }),
    // As in the app's settings at Slack, the URL must answer the challenge.
    'request-url': async ({ url }: { readonly url: string | null }) => {
      sandbox.setRequestUrl(url === null ? null : readRequestUrl(String(url)))
      return { verified: url === null || (await sandbox.verifyRequestUrl()) }
    },
  })
  void app.register(
    async (scope) => {
      scope.addHook('onRequest', async (request, reply) => {
        if (isForeign(request, world.origin)) {
          return reply.code(403).send({ error: 'only pages and programs on this machine may do this' })
        }
      })
      scope.post<{ Params: { act: string } }>('/:act', async (request, reply) => {
        const actions = actionsOf(sandboxOf())
        const { act } = request.params
        const action = Object.hasOwn(actions, act) ? actions[act] : undefined
        if (!action) return reply.code(404).send({ error: `no action "${act}"` })
        if (!isJson(request.body)) return reply.code(400).send({ error: 'the body must be a JSON object' })
        try {
          return answerOf(await action(request.body as never))
        } catch (error) {
          return reply.code(400).send({ error: reasonOf(error) })
        }
      })
      scope.get<{ Querystring: { user?: string } }>('/state', async (request, reply) => {
        const user = request.query.user ?? ''
        if (!world.workspace.users.has(user)) return reply.code(404).send({ error: `no user "${user}"` })
        return stateFor(world, sandboxOf(), user)
      })
      scope.get('/requests', async () => ({ requests: world.requests }))
      scope.get('/deliveries', async () => ({ deliveries: world.delivery.log }))
      scope.get<{ Querystring: { after?: string } }>('/exchanges', async ({ query }) =>
        world.exchanges.after(Number(query.after) || 0),
      )
      scope.get('/events', (_request, reply) => streamChanges(world, reply))
      addPanel(scope, world)
    },
    { prefix: '/control' },
  )
}
