/** Slack on this machine: Web API, Socket Mode, signed HTTP, strict Block Kit, rate limits and a page to click in. */
import formbody from '@fastify/formbody'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { createSandboxClock, type SandboxClock } from '../clock.ts'
import { createExchanges } from '../exchanges.ts'
import { listen } from '../listen.ts'
import { ALL_SCOPES } from './api/methods.ts'
import { addApi } from './api/route.ts'
import { addAbout } from './control/about.ts'
import { addControl, addPage } from './control/control.ts'
import { createPanelRegistry } from './control/panel.ts'
import { createDelivery } from './delivery/delivery.ts'
import { EVENT_SCOPES } from './delivery/events.ts'
import { createSockets } from './delivery/sockets.ts'
import { recordExchanges } from './exchange-log.ts'
import { createFaults } from './faults.ts'
import type { SlackSandboxOptions, SlackTeam } from './model.ts'
import { createConsent, createGrants, type Grants } from './oauth/grants.ts'
import { readManifest } from './oauth/manifest.ts'
import { addOAuth } from './oauth/oauth-routes.ts'
import { createEventBudget, createRateLimits } from './rate-limits.ts'
import { createResponses, createTriggers } from './responses.ts'
import { addRoutes } from './routes.ts'
import { createSandbox, type SlackSandbox } from './sandbox.ts'
import { createStepRuns } from './steps/runs.ts'
import { createAssistant } from './world/assistant.ts'
import { createCanvases } from './world/canvases.ts'
import { createChanges } from './world/changes.ts'
import { embedding } from './world/content.ts'
import { createFiles } from './world/files.ts'
import { createMessages } from './world/messages.ts'
import { TEAM, TOKENS } from './world/seed.ts'
import { createTimers } from './world/timers.ts'
import { createViews } from './world/views.ts'
import { createWorkspace } from './world/workspace.ts'
import type { World } from './world/world.ts'

export { APP, CHANNELS, TEAM, USERGROUP, USERS } from './world/seed.ts'

const ACK_TIMEOUT_MS = 3000
const PING_EVERY_MS = 10_000
const LARGEST_BODY = 20_000_000

async function createWorld(
  options: SlackSandboxOptions,
  team: SlackTeam,
  grants: Grants<World>,
  clock: SandboxClock,
): Promise<World> {
  const manifest = options.manifest ? await readManifest(options.manifest) : undefined
  for (const warning of manifest?.warnings ?? []) process.emitWarning(warning, 'SlackManifestWarning')
  const consent = createConsent({
    atFirst: manifest?.scopes ?? options.scopes ?? [...ALL_SCOPES, ...EVENT_SCOPES],
    added: options.moreScopes ?? [],
    leftOut: options.withoutScopes ?? [],
  })
  const { scopes } = consent
  const rights = embedding(scopes, manifest)
  const changes = createChanges()
  const { changed } = changes
  const timers = createTimers(clock)
  const exchanges = options.exchanges ?? createExchanges(clock)
  const pingEveryMs = options.pingEveryMs ?? PING_EVERY_MS
  const sockets = createSockets({ changed, exchanges, timers, pingEveryMs })
  const delivery = createDelivery({
    sockets,
    timers,
    exchanges,
    changed,
    timeoutMs: options.ackTimeoutMs ?? ACK_TIMEOUT_MS,
  })
  delivery.requestUrl = options.requestUrl ?? null
  const world: World = {
    team,
    enterprise: team.enterprise ?? options.enterprise ?? null,
    orgInstalled: false,
    teams: () =>
      [TEAM, ...(options.moreTeams ?? [])].filter(
        (one: SlackTeam) => (one.enterprise ?? options.enterprise)?.id === world.enterprise?.id,
      ),
    grants,
    clock,
    changes,
    exchanges,
    panel: createPanelRegistry(changes),
    timers,
    sockets,
    delivery,
    manifest,
    scopes,
    consent,
    rights,
    workspace: createWorkspace(changed, {
      appName: manifest?.appName ?? options.appName,
      morePeople: options.morePeople,
    }),
    messages: createMessages(clock, changed),
    missedMentions: new Map(),
    assistant: createAssistant(manifest?.assistant, timers, changed),
    views: createViews(rights, changed, () => placeOfViews(world)),
    files: createFiles(clock),
    canvases: createCanvases(changed),
    isFree: false,
    triggers: createTriggers(() => clock.now().epochMilliseconds),
    steps: createStepRuns(changed),
    responses: createResponses(clock, team.id),
    faults: createFaults(),
    limits: options.rateLimits === false ? undefined : createRateLimits(),
    events:
      options.rateLimits === false
        ? undefined
        : createEventBudget(() => clock.now().epochMilliseconds, options.eventsPerHour),
    choices: new Map(),
    pins: new Map(),
    scheduled: new Map(),
    requests: [],
    log: options.log ?? (() => undefined),
    origin: '',
    revoked: false,
    botToken: TOKENS.bot,
    startedAt: clock.now(),
    stopping: new AbortController(),
  }
  return world
}

/** The workspace in which a view is shown, and where the app is installed: possibly the whole organization. */
const placeOfViews = ({ team, enterprise, orgInstalled }: World) => ({
  team_id: team.id,
  app_installed_team_id: orgInstalled && enterprise !== null ? enterprise.id : team.id,
})

/**
 * Starts a workspace with its app installed, on 127.0.0.1 only. Rejects if the manifest can't be read or no port is
 * free. Without a manifest, the app gets every scope that a method needs, except `chat:write.public`.
 */
export async function startSlack(options: SlackSandboxOptions = {}): Promise<SlackSandbox> {
  const clock = options.clock ?? createSandboxClock()
  const grants = createGrants<World>(clock, options.oauth)
  const world = await createWorld(options, TEAM, grants, clock)
  // All workspaces share one server, so they share one log of exchanges.
  const shared = { ...options, exchanges: world.exchanges }
  const others = await Promise.all(
    (options.moreTeams ?? []).map((team) => createWorld(shared, team, grants, clock)),
  )
  const worlds = [world, ...others]
  const app = fastify({ bodyLimit: LARGEST_BODY, forceCloseConnections: true })
  app.register(formbody, { bodyLimit: LARGEST_BODY })
  app.register(multipart, { limits: { fileSize: LARGEST_BODY } })
  recordExchanges(app, world.exchanges)
  let sandbox: SlackSandbox | undefined
  app.after(() => {
    addApi(app, worlds)
    addRoutes(app, worlds)
    addOAuth(app, worlds)
    addPage(app)
    addAbout(app, world)
    addControl(app, world, () => {
      if (!sandbox) throw new Error('the sandbox is still starting')
      return sandbox
    })
  })
  world.sockets.attach(app.server)
  const origin = await listen(app, options.port ?? 0)
  for (const one of worlds) one.origin = origin
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= (async () => {
      for (const one of worlds) {
        one.stopping.abort(new Error('the sandbox was stopped'))
        one.changes.close()
        one.timers.close()
        one.delivery.close()
        await one.sockets.close()
      }
      await app.close()
    })()
    return stopped
  }
  sandbox = createSandbox(world, worlds, stop)
  return sandbox
}
