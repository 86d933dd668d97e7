import { clickWithChannel, runAction } from '../actions/index.ts'
import { ApiError } from '../api/index.ts'
import { planText } from '../commands/free-text/ask.ts'
import { formOf, runTyped } from '../commands/index.ts'
import { type Config, databaseName } from '../config/index.ts'
import { createKeyRing } from '../connections/connection.ts'
import { openAgentView, sessionKind, stopSession, welcomeKind } from '../conversations/agent-view.ts'
import { answerKind } from '../conversations/answer.ts'
import { createQuestions } from '../conversations/questions.ts'
import { introductionTo } from '../digests/invitation/introduction.ts'
import { digestMessageKinds } from '../digests/kinds.ts'
import { type Scheduler, startScheduler } from '../digests/schedule/schedule.ts'
import { createForms } from '../forms/index.ts'
import { openHome, redrawHome } from '../home/index.ts'
import { fewAtOnce } from '../lib/async.ts'
import { lazy } from '../lib/cache.ts'
import type { Problem } from '../lib/problem.ts'
import { currentReference, type Log } from '../lib/telemetry.ts'
import type { MessageKind } from '../outbox/kind.ts'
import { runShortcut } from '../shortcuts/index.ts'
import type { FixedInstallation } from '../slack/app.ts'
import type { SlackTeams } from '../slack/oauth/installed-teams.ts'
import type { Handlers } from '../slack/receive/handlers.ts'
import type { Installed, RenewalRefused, SlackInstallations } from '../slack/send/client.ts'
import { HomeViewers } from '../slack/send/home-viewers.ts'
import type { Workspace } from '../slack/workspace.ts'
import { runStep, stepKind } from '../steps/index.ts'
import { createEncryptor, openStore, type Store, type Subscription } from '../store/index.ts'
import { newTaskKind, recoverStaleTasks } from '../tasks/create.ts'
import { checkWatches, evaluationKind } from '../watches/watches.ts'
import { fillWeeks } from '../weeks/weeks.ts'
import { accessEndsKind, createDisconnections, reconnectedKind } from './disconnections.ts'
import type { RuntimeHealth } from './health/source.ts'
import { openInstallations } from './installations.ts'
import { createPruning } from './retention.ts'
import { createWorkspace, createWorkspaces } from './workspaces.ts'

/** Renewals per pass; the next pass takes the rest. */
const renewalsAtOnce = 50

/** Everything that runs after an acknowledgement: the store, the API, the scheduler and the handlers. */
export interface Runtime extends Handlers {
  readonly scheduler: Scheduler
  readonly installations: SlackInstallations
  installed(installation: Installed): Promise<void>
  /** Slack refuses to renew a token. May be called repeatedly. */
  renewalRefused(refusal: RenewalRefused): Promise<void>
  /** Slack refuses a workspace's token. May be called repeatedly; never rejects. */
  tokenRefused(team: string, code: string): Promise<void>
  readonly healthSource: RuntimeHealth
  digests(team: string): Promise<readonly Subscription[]>
  close(): Promise<void>
}

export interface RuntimeOptions extends Pick<Workspace, 'clock' | 'log' | 'meter'> {
  readonly config: Config
  readonly database: Parameters<typeof openStore>[0]
  /** The configured workspace; `null`: workspaces install Sightline by "Add to Slack". */
  readonly fixed: FixedInstallation | null
  readonly slack: SlackTeams
  readonly maxWorkspaces?: number
}

/**
 * Builds everything that a command or a click needs after its acknowledgement. Loading this module takes longer than
 * the rest of the start, so it is loaded once Slack is connected.
 * @throws {StoreError} with one line for the operator; nothing is left open then
 */
export async function buildRuntime(options: RuntimeOptions): Promise<Runtime> {
  const { database, config } = options
  const store = await openStore(database, createEncryptor(config.encryptionKeys()))
  if (store.newerSchema !== null)
    options.log.warn('a newer Sightline has upgraded the database; this version works on it', {
      detail: `schema ${store.newerSchema}`,
    })
  try {
    return await runtimeWith(store, options)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function runtimeWith(store: Store, options: RuntimeOptions): Promise<Runtime> {
  const { config, clock, log, meter, slack, fixed, maxWorkspaces = 5_000 } = options
  const keys = createKeyRing(store, clock)
  const workspaces = createWorkspaces({
    clock,
    max: maxWorkspaces,
    find: (team) => installations.find(team),
    create: (installation, before) => {
      const { team } = installation
      return createWorkspace({
        ...installation,
        config,
        clock,
        log,
        meter,
        slack: slack.of(team),
        store,
        keys,
        scheduler,
        wakeOutbox: () => scheduler.wakeOutbox(),
        // A tab that is open stays open with another key or analysis.
        homeViewers: before?.homeViewers ?? new HomeViewers(clock),
        keyChanged: () => {
          workspaces.changed(team)
          of(team)
            .then((current) => current && redrawHome(current))
            .catch(() => {})
        },
      })
    },
    released: (team) => slack.release(team),
  })
  const changed = (team: string) => {
    workspaces.changed(team)
    slack.changed(team)
  }
  const wake = () => void scheduler.wake()
  const of = (team: string) => workspaces.of(team)
  const disconnections = createDisconnections({
    contact: config.contact,
    install: config.slack.install,
    store,
    clock,
    log,
    of,
    refused: (team) => workspaces.evict(team),
    reconnected: wake,
  })
  const installations = await openInstallations(
    { config, store, clock, log, slack, disconnections, changed, onRestoreOffered: wake },
    fixed,
  )
  const shared = { store, clock, log, meter, of }
  const prune = createPruning({ store, clock, log }, config.retentionDays)
  const scheduler = startScheduler({ ...shared, graceHours: config.digest.graceHours }, messageKinds, {
    upkeep: {
      connections: () => disconnections.recheck(),
      tasks: () => recoverStaleTasks(shared),
      watches: (signal) => checkWatches(shared, signal),
      renewals: {
        run: async () => {
          const expired = await store.installations.expiredRenewals(clock.now(), renewalsAtOnce)
          await fewAtOnce(expired, (token) => slack.resumeRenewal(token))
        },
        dueAt: () => store.installations.renewalDueAt(),
      },
      prune: async (signal) => {
        workspaces.releaseIdle()
        await prune()
        // In this loop, because nobody waits for pruning either.
        await fillWeeks(shared, signal)
      },
    },
    changed: () => {
      for (const workspace of workspaces.values()) void redrawHome(workspace)
    },
  })
  if (fixed !== null) checkApi(await workspaces.of(fixed.team), log)
  wake()
  const questions = createQuestions({ ...shared, wakeOutbox: () => scheduler.wakeOutbox() })
  return {
    ...createHandlers(
      async (team) => {
        const workspace = await of(team)
        if (workspace === null) throw installations.notInstalled()
        return workspace
      },
      (team) => disconnections.problemOf(team),
      shared,
    ),
    scheduler,
    installations: { ...store.installations, ...store.idempotencyKeys },
    installed: (installation) => installations.installed(installation),
    renewalRefused: async (refusal) => {
      await installations.renewalRefused(refusal)
      scheduler.wakeOutbox()
    },
    tokenRefused: (team, code) => disconnections.refused(team, code),
    removed: (...removal) => installations.removed(...removal),
    invited: async (place) => {
      // Slack may bring the event again after Sightline was removed and its data erased.
      if ((await of(place.team).catch(() => undefined)) === null) return
      const now = clock.now()
      await store.outbox.enqueue([introductionTo(place, now, config.digest.graceHours)], now)
      scheduler.wakeOutbox()
    },
    questionArrived: (question) => questions.arrived(question),
    channelMoved: async ({ team, from, to }) => {
      if (await store.channels.move({ team, from, to, reference: currentReference() }, clock.now()))
        log.info('Slack changed a channel id; its settings and digests were moved', { team, channel: to })
      if (config.digest.channels.includes(from))
        log.error('Slack changed the id of a configured channel', {
          team,
          channel: from,
          detail: `Replace it with ${to} in SIGHTLINE_DIGEST_CHANNELS before the next start.`,
        })
    },
    healthSource: { store, database: databaseName(config), scheduler },
    digests: (team) => store.subscriptions.forTeam(team),
    close: async () => {
      await workspaces.close()
      await store.close()
    },
  }
}

/** Logs a wrong key at the start, where the operator looks. The bot still runs, and its answers name the problem. */
function checkApi(workspace: Workspace | null, log: Log): void {
  workspace?.api.authenticate().catch((error: unknown) => {
    log.warn('the analytics service is unusable', {
      code: error instanceof ApiError ? error.code : 'internal',
      error,
    })
  })
}

/** Everything that Sightline owes, by the names in the database. */
export const messageKinds = new Map<string, MessageKind>([
  ...digestMessageKinds,
  ['evaluation', evaluationKind],
  ['answer', answerKind],
  ['welcome', welcomeKind],
  ['session', sessionKind],
  ['access_ends', accessEndsKind],
  ['reconnected', reconnectedKind],
  ['step', stepKind],
  ['new_task', newTaskKind],
])

/**
 * @param installedIn rejects with a `Problem` if Sightline is not installed there
 * @param disconnection the error for people of a workspace whose token Slack refuses; `null`: Slack accepts it
 */
function createHandlers(
  installedIn: (team: string) => Promise<Workspace>,
  disconnection: (team: string) => Promise<Problem | null>,
  shared: Pick<Workspace, 'clock' | 'log' | 'meter'>,
): Omit<Handlers, 'removed' | 'invited' | 'channelMoved' | 'questionArrived'> {
  const forms = createForms()
  const requireConnected = async (team: string) => {
    const problem = await disconnection(team)
    if (problem !== null) throw problem
  }
  const of = async (team: string) => {
    const workspace = await installedIn(team)
    await requireConnected(team)
    return workspace
  }
  const errorToReport = async (team: string, error: unknown) => (await disconnection(team)) ?? error
  // Most bots aren't asked by Slackbot, and its protocol takes long to load.
  const mcp = lazy(async () => (await import('../mcp/index.ts')).createMcp({ ...shared, of, errorToReport }))
  return {
    errorToReport,
    mcp: async (request, message) => (await mcp())(request, message),
    plan: (text) => planText(text),
    refusals: async (requester) => (await of(requester.team)).access.refusals(requester),
    run: async (plan, command, identify, onStart) =>
      runTyped(plan, command, identify, await of(command.team), onStart),
    form: async (plan, command) => formOf(plan, command, await of(command.team)),
    click: async (click, answer, identify) => {
      const workspace = await of(click.team)
      const identified = async () =>
        clickWithChannel({ ...click, outside: (await identify()).outside }, workspace)
      const { view, actionId } = click
      if (view !== null && forms.owns(view, actionId)) return forms.click(view, click, workspace, identified)
      return runAction(click, answer, workspace, identified)
    },
    shortcut: async (call, answer, identify) => {
      const identified = async () => ({ ...call, outside: (await identify()).outside })
      return runShortcut(call, answer, await of(call.team), identified)
    },
    step: async (call, delivery) => {
      const identify = async () => {
        const { outside } = await delivery.identify()
        // With a token that Slack refuses, nobody can be identified.
        if (outside === null) await requireConnected(call.team)
        return { ...call, outside }
      }
      return runStep(call, await of(call.team), { ...delivery, identify })
    },
    submit: async (submission) => {
      const workspace = await of(submission.team)
      const answer = await forms.submit(submission, workspace)
      // With a new key it is another one.
      installedIn(submission.team)
        .then(redrawHome)
        .catch(() => {})
      return answer
    },
    suggest: async (query) => forms.suggest(query, await of(query.team)),
    homeOpened: async (viewer) => openHome(await of(viewer.team), viewer),
    agentViewOpened: async (viewer, identify) => openAgentView(viewer, await of(viewer.team), identify),
    agentSessionStopped: async (session) => stopSession(session, await of(session.team)),
  }
}
