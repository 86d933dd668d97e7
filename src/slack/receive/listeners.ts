import type {
  App,
  BlockAction,
  EnvelopedEvent,
  GlobalShortcut,
  MessageShortcut,
  SlackCommandMiddlewareArgs,
  ViewSubmitAction,
} from '@slack/bolt'
import { loadingModal } from '../../blocks/forms/modal.ts'
import { atOnce, FairQueue, withTimeout } from '../../lib/async.ts'
import { AnswerCache } from '../../lib/cache.ts'
import { systemClock } from '../../lib/clock.ts'
import { report } from '../../lib/problem.ts'
import type { CommandOutcome } from '../../lib/telemetry.ts'
import type { Refusals } from '../../model/permission.ts'
import type { Answer, Click, ShortcutCall, SlashCommand } from '../port.ts'
import type { SlackPorts } from '../send/ports.ts'
import { createIdentities, deliveryOrigin, isOfOrganization, refusalsOfUnknown } from './access.ts'
import {
  createRunAfterAck,
  type ListenerTools,
  NotRecordedError,
  type RecordQuestion,
  recentDeliveries,
} from './deliveries.ts'
import type { Handlers } from './handlers.ts'
import {
  channelsIn,
  type Placed,
  questionIn,
  toClick,
  toOptionsQuery,
  toShortcutCall,
  toSubmission,
  type ViewContext,
} from './payloads.ts'
import { addSteps } from './steps.ts'
import { answerSubmissions } from './submissions.ts'

/** Bolt's listeners exist once per process, for all workspaces. */
interface ListenerOptions extends Pick<ListenerTools, 'clock' | 'log' | 'meter' | 'inFlight'> {
  readonly of: (
    team: string,
  ) => Pick<SlackPorts, 'modals' | 'poster' | 'answerAt' | 'people' | 'organization'>
  /** The only workspace of the bot token; `null`: there are several. */
  readonly installedIn: string | null
}

/** Less than the three seconds that Slack waits for an acknowledgement. */
const recordWithinMs = 2_500

/** How long refusals are cached, to decide what to show. Actions check permissions again. */
const refusalsTtlMs = 60_000

/** Commands of a workspace; more would delay other workspaces' answers. Most of the time each waits for the service. */
const questionsAtOnce = 16

/** Acknowledges deliveries, then does the work. @returns records a delivery's question, before it is acknowledged */
export function addListeners(app: App, handlers: Handlers, options: ListenerOptions): RecordQuestion {
  const { of, installedIn, clock, log, meter, inFlight } = options
  const identities = createIdentities(of, installedIn)
  const { place, identify } = identities
  const isRepeated = recentDeliveries(systemClock)
  const startQueue = new FairQueue(clock)
  const questions = new FairQueue(clock, questionsAtOnce)

  const reportFailure: ListenerTools['reportFailure'] = (error, fields) =>
    report(log, 'request failed', error, fields)

  const inBackground: ListenerTools['inBackground'] = (fields, work) =>
    inFlight.run(async () => {
      await work().catch((error: unknown) => void reportFailure(error, fields))
    })

  // Saves an eighth of the CPU time of help.
  const shownRefusals = new AnswerCache<Refusals>({ clock: systemClock, ttlMs: refusalsTtlMs, max: 5_000 })
  /** What the person may not do, to decide what to show. Never rejects; actions check permissions again. */
  const refusalsFor = (payload: unknown): Promise<Refusals> => {
    const { team, user } = place(payload)
    const ask = async () => handlers.refusals({ ...(await identify(payload)), channel: null })
    return shownRefusals.get(`${team} ${user}`, ask).catch((error: unknown) => {
      log.debug('permissions unknown: reading is allowed, other actions are refused', { error })
      return refusalsOfUnknown
    })
  }

  const runAfterAck = createRunAfterAck(handlers, { ...options, startQueue, reportFailure })

  const answerCommand = async ({ command, ack }: SlackCommandMiddlewareArgs) => {
    const arrivedAt = performance.now()
    const request: SlashCommand = {
      ...place(command),
      channel: command.channel_id,
      text: command.text,
      triggerId: command.trigger_id,
      // Nobody can type where they aren't.
      presence: { channel: command.channel_id, isMember: true },
    }
    const { team, channel, user } = request
    const planned = handlers.plan(request.text)
    // A failed start is reported where the plan is awaited: later, or never for a repeated delivery.
    if (planned instanceof Promise) planned.catch(() => {})
    const ended = (verb: string | null, outcome: CommandOutcome) => {
      const ms = performance.now() - arrivedAt
      meter.commandDone(verb, outcome, ms / 1_000)
      const fields = { team, channel, user, verb: verb ?? 'other', outcome, ms: Math.round(ms) }
      // An instant answer calls no other service, so it is logged at debug level only.
      log[planned instanceof Promise || planned.kind !== 'instant' ? 'info' : 'debug']('command', fields)
    }
    const refusals = () => refusalsFor(command)
    if (!(planned instanceof Promise) && planned.kind === 'instant') {
      const knownRefusals = await atOnce(refusals())
      if (knownRefusals !== null) {
        const { text, blocks } = planned.answer(knownRefusals)
        await ack({ response_type: 'ephemeral', text, blocks: blocks as never[] })
        ended(planned.verb, planned.understood ? 'answered' : 'problem')
        return
      }
    }
    await ack()
    if (isRepeated(request.triggerId)) return
    const { modals, answerAt } = of(team)
    const answer = answerAt({ responseAddress: command.response_url, ...request })
    let verb = planned instanceof Promise ? null : planned.verb
    let outcome: CommandOutcome = 'answered'
    const fields = { team, channel, user, verb }
    const work = async () => {
      const plan = await planned
      verb = plan.verb
      if (plan.kind === 'instant') {
        outcome = plan.understood ? 'answered' : 'problem'
        return answer.withProgress().ephemeral(plan.answer(await refusals()))
      }
      if (plan.kind === 'work') {
        const onStart = () => answer.withProgress()
        const message = await questions.run(team, (turn) => {
          const identified = async () => {
            await turn()
            return identify(command)
          }
          return handlers.run(plan, request, identified, onStart)
        })
        if (plan.understood === false) outcome = 'problem'
        if (message === null) return
        return plan.isForChannel === true ? answer.inChannel(message) : answer.ephemeral(message)
      }
      const form = async () => {
        const { outside } = await identify(command)
        return handlers.form(plan, { ...request, outside })
      }
      outcome = await modals.show({ triggerId: request.triggerId }, plan.loading(), form, fields)
    }
    runAfterAck(answer, fields, refusals, work, {
      ended: (how) => ended(verb, how === 'answered' ? outcome : how),
      retry: request.text,
    })
  }
  // Runs before Bolt's listeners, since Bolt offers each delivery to all of them: help runs at 0.88 of a bare app's rate,
  // and with `app.command` at 0.76 (`npm run bench -- ack`).
  app.use(async (args) => {
    if ('command' in args && args.command.command === '/sightline') return answerCommand(args)
    await args.next()
  })

  const answerAfterAck = (
    body: unknown,
    delivery: Placed<Click | ShortcutCall>,
    action: string,
    work: (answer: Answer) => Promise<void>,
  ) => {
    const { team, channel, user, message } = delivery
    const answer = of(team).answerAt({ ...delivery, threadTs: message?.threadTs ?? null })
    const fields = { team, channel: channel ?? '', user, action }
    runAfterAck(
      answer,
      fields,
      () => refusalsFor(body),
      () => work(answer),
    )
  }
  app.action<BlockAction>(/^/, async ({ body, action, ack }) => {
    await ack()
    if (isRepeated(body.trigger_id)) return
    const click = toClick(body, { ...action }, place(body))
    answerAfterAck(body, click, click.actionId, (answer) =>
      handlers.click(click, answer, () => identify(body)),
    )
  })

  // https://docs.slack.dev/interactivity/implementing-shortcuts
  app.shortcut<GlobalShortcut | MessageShortcut>(/^/, async ({ body, ack }) => {
    await ack()
    if (isRepeated(body.trigger_id)) return
    const call = toShortcutCall(body, place(body))
    answerAfterAck(body, call, call.callbackId, (answer) =>
      handlers.shortcut(call, answer, () => identify(body)),
    )
  })

  const tools = { ...identities, ...options, startQueue, reportFailure, inBackground }
  addAgentView(app, handlers, tools)
  addSteps(app, handlers, tools)

  const submissions = answerSubmissions({ ...options, reportFailure, inBackground })
  app.view<ViewSubmitAction>(/^/, async ({ body, ack }) => {
    const title = body.view.title?.text ?? 'Sightline'
    const checking = loadingModal(title, 'Checking… one moment.')
    const submission = toSubmission(body, place(body))
    const submit = async () => handlers.submit({ ...submission, outside: (await identify(body)).outside })
    await inFlight.answer(() => submissions(submission, submit, checking, ack))
  })

  app.options<'block_suggestion'>(/^/, async ({ body, ack }) => {
    const query = toOptionsQuery(body, place(body))
    // If the options can't be loaded the list is empty; the form offers another way or explains on submission.
    const suggest = async () => handlers.suggest({ ...query, outside: (await identify(body)).outside })
    const options = await suggest().catch((error: unknown) => {
      reportFailure(error, { team: query.team, channel: '', user: query.user, action: query.actionId })
      return []
    })
    await ack({
      options: options
        .slice(0, 100)
        .map(({ text, value }) => ({ text: { type: 'plain_text', text, emoji: false }, value })),
    })
  })

  const removed = (why: string, body: EnvelopedEvent) => {
    const { team: workspace, enterprise } = deliveryOrigin(body)
    const isOrg = isOfOrganization(body) || workspace === ''
    const team = (isOrg ? enterprise : null) ?? workspace
    // Slack gives whole seconds, so an installation in the same second counts as earlier.
    const happened = Temporal.Instant.fromEpochMilliseconds(body.event_time * 1_000 + 999)
    inBackground({ team, channel: '', user: '', action: why }, () => handlers.removed(team, why, happened))
  }
  app.event('app_uninstalled', async ({ body }) => removed('app_uninstalled', body))
  app.event('tokens_revoked', async ({ event, body }) => {
    // User tokens aren't ours.
    if ((event.tokens.bot ?? []).length > 0) removed('tokens_revoked', body)
  })

  app.event('channel_id_changed', async ({ event, body }) => {
    const move = { team: place(body).team, from: event.old_channel_id, to: event.new_channel_id }
    const fields = { team: move.team, channel: move.to, user: '', action: 'channel_id_changed' }
    inBackground(fields, () => handlers.channelMoved(move))
  })

  app.event('member_joined_channel', async ({ event, body }) => {
    const isOwn = body.authorizations?.some(({ is_bot, user_id }) => is_bot && user_id === event.user)
    if (isOwn !== true) return
    const { team } = place(body)
    const { channel } = event
    const fields = { team, channel, user: '', action: 'member_joined_channel' }
    inBackground(fields, () => handlers.invited({ team, channel }))
  })

  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return
    const { team, user } = place(body)
    const fields = { team, user, channel: '', action: 'app_home_opened' }
    inBackground(fields, async () => handlers.homeOpened(await identify(body)))
  })

  return async (body) => {
    const question = questionIn(body, place)
    if (question === null) return null
    const { team, channel, user, kind } = question
    const recording = handlers.questionArrived(question)
    const start = () =>
      inFlight.run(async (late) => {
        const stopping = abortedBy(late)
        const answer = await recording.catch(() => null)
        if (answer === null) return
        await startQueue.run(team, (turn) => turn())
        await answer(stopping).catch((error: unknown) => {
          reportFailure(error, { team, channel, user, action: kind })
        })
      })
    if ((await withTimeout(clock, recordWithinMs, () => recording.then(() => true))) === null) {
      // It may still be recorded, as claimed by this process, so that Slack's repeat finds nothing to do.
      start()
      throw new NotRecordedError()
    }
    return start
  }
}

/** A signal for work that leaves the rest to another process when Sightline stops. */
function abortedBy(late: Promise<never>): AbortSignal {
  const stopping = new AbortController()
  late.catch((reason: unknown) => stopping.abort(reason))
  return stopping.signal
}

function addAgentView(app: App, handlers: Handlers, tools: ListenerTools): void {
  const { place, identify, inBackground } = tools

  const seen = (channel: string, context: ViewContext, body: EnvelopedEvent) => {
    const { team, user } = place(body)
    inBackground({ team, channel, user, action: 'agent_view' }, () =>
      handlers.agentViewOpened({ team, user, channel, viewing: channelsIn(context) }, () => identify(body)),
    )
  }
  app.event('app_home_opened', async ({ event, body }) => {
    // Only the agent view sends a context. Without it, Slack refuses the suggestions.
    if (event.tab === 'messages') seen(event.channel, event.context ?? {}, body)
  })
  // The person pressed “Stop” and wants no answer (https://docs.slack.dev/ai/agent-sessions).
  app.event('agent_session_stopped', async ({ event, body }) => {
    const { team, user } = place(body)
    const { channel, thread_ts: threadTs } = event
    inBackground({ team, channel, user, action: 'stop' }, () =>
      handlers.agentSessionStopped({ team, user, channel, threadTs }),
    )
  })
  app.event('app_context_changed', async ({ event, body }) => {
    // Slack also sends a form without a person or a channel, which tells nobody's view.
    const { channel, user }: { readonly channel?: string; readonly user?: string } = event
    if (channel !== undefined && user !== undefined) seen(channel, event.context, body)
  })
}
