import type { App, BlockAction, EnvelopedEvent, ViewSubmitAction } from '@slack/bolt'
import { loadingModal } from '../../blocks/kit/modal.ts'
import { problemMessage } from '../../blocks/kit/problem.ts'
import { type Clock, systemClock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import type { CommandOutcome, Meter } from '../../lib/metrics.ts'
import { report } from '../../lib/problem.ts'
import { YieldQueue } from '../../lib/yield-queue.ts'
import type { Answer, SlashCommand } from '../port.ts'
import type { SlackPorts } from '../send/ports.ts'
import type { Handlers } from './handlers.ts'
import { createIdentities, placeOf } from './identity.ts'
import type { InFlight } from './in-flight.ts'
import { toClick, toOptionsQuery, toSubmission } from './payloads.ts'
import { RecentDeliveries } from './recent-deliveries.ts'
import { answerSubmissions } from './submissions.ts'

export interface ListenerDeps {
  /** What the bot can do in the workspace from which a delivery comes. */
  readonly of: (
    team: string,
  ) => Pick<SlackPorts, 'modals' | 'poster' | 'answerAt' | 'people' | 'organization'>
  /** The one workspace of the bot's token; `null`: it works in several. */
  readonly installedIn: string | null
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly inFlight: InFlight
}

interface Fields {
  readonly team: string
  readonly channel: string
  readonly user: string
  readonly verb?: string
  readonly action?: string
}

/** Acknowledges what Slack delivers, then does the work; whatever fails reaches the person and the log. */
export function addListeners(app: App, handlers: Handlers, deps: ListenerDeps): void {
  const { of, log, meter, inFlight } = deps
  const { place, identify } = createIdentities(deps)
  const recentDeliveries = new RecentDeliveries(systemClock)
  /** What has arrived at the same time is acknowledged first, all of it; then its work begins, one after the other. */
  const begins = new YieldQueue()

  /** The sentence for the person, and with the same reference a line in the log. */
  const told = (error: unknown, fields: Fields) => report(log, 'request failed', error, fields)

  /** @param ended told how it ended, once the person has an answer */
  const follow = (
    answer: Answer,
    fields: Fields,
    work: () => Promise<void>,
    ended: (outcome: CommandOutcome) => void = () => {},
  ) =>
    inFlight.run(async (late) => {
      await begins.pass()
      try {
        await Promise.race([work(), late])
        ended('answered')
      } catch (error) {
        const { reference, from, ...problem } = told(error, fields)
        await answer.ephemeral(problemMessage({ ...problem, reference })).catch((failure: unknown) => {
          log.error('could not tell the person', { ...fields, reference, error: failure })
        })
        ended(from)
      }
    })

  app.command('/sightline', async ({ command, ack }) => {
    const arrived = performance.now()
    const asked: SlashCommand = {
      ...place(command),
      channel: command.channel_id,
      text: command.text,
      triggerId: command.trigger_id,
    }
    const { team, channel, user } = asked
    const reading = handlers.plan(asked.text)
    const ended = (verb: string | null, outcome: CommandOutcome) => {
      const ms = performance.now() - arrived
      meter.commandDone(verb, outcome, ms / 1_000)
      const fields = { team, channel, user, verb: verb ?? 'other', outcome, ms: Math.round(ms) }
      // What is answered in the acknowledgement asks nothing of anybody else.
      log[reading instanceof Promise || reading.kind !== 'instant' ? 'info' : 'debug']('command', fields)
    }
    if (!(reading instanceof Promise) && reading.kind === 'instant') {
      const { text, blocks } = reading.answer()
      await ack({ response_type: 'ephemeral', text, blocks: blocks as never[] })
      ended(reading.verb, reading.understood ? 'answered' : 'problem')
      return
    }
    await ack()
    if (recentDeliveries.has(asked.triggerId)) return
    const { modals, answerAt } = of(team)
    const answer = answerAt({ responseAddress: command.response_url, ...asked })
    let verb = reading instanceof Promise ? null : reading.verb
    let outcome: CommandOutcome = 'answered'
    const fields = { team, channel, user, ...(verb === null ? {} : { verb }) }
    const work = async () => {
      const plan = await reading
      verb = plan.verb
      if (plan.kind === 'instant') {
        outcome = plan.understood ? 'answered' : 'problem'
        return answer.ephemeral(plan.answer())
      }
      if (plan.kind === 'work') {
        const progress = answer.withProgress()
        const { outside } = await identify(command)
        const message = await handlers.run(plan, { ...asked, outside })
        return message === null ? undefined : progress.ephemeral(message)
      }
      const form = async () => {
        const { outside } = await identify(command)
        return handlers.form(plan, { ...asked, outside })
      }
      outcome = await modals.show({ triggerId: asked.triggerId }, plan.loading(), form, fields)
    }
    follow(answer, fields, work, (how) => ended(verb, how === 'answered' ? outcome : how))
  })

  app.action<BlockAction>(/^/, async ({ body, action, ack }) => {
    await ack()
    if (recentDeliveries.has(body.trigger_id)) return
    const click = toClick(body, { ...action }, place(body))
    const { team, channel, user, actionId } = click
    const answer = of(team).answerAt({ ...click, threadTs: click.message?.threadTs ?? null })
    follow(answer, { team, channel: channel ?? '', user, action: actionId }, async () => {
      const { outside } = await identify(body)
      await handlers.click({ ...click, outside }, answer)
    })
  })

  const submissions = answerSubmissions(deps, told)
  app.view<ViewSubmitAction>(/^/, async ({ body, ack }) => {
    const title = body.view.title?.text ?? 'Sightline'
    const checking = loadingModal(title, 'Checking… this takes a moment.')
    const submission = toSubmission(body, place(body))
    const submit = async () => handlers.submit({ ...submission, outside: (await identify(body)).outside })
    await inFlight.answer(() => submissions(submission, submit, checking, ack))
  })

  app.options<'block_suggestion'>(/^/, async ({ body, ack }) => {
    const query = toOptionsQuery(body, place(body))
    // A list that can't be had is an empty one: the form offers another way, or says so when it is sent off.
    const suggest = async () => handlers.suggest({ ...query, outside: (await identify(body)).outside })
    const options = await suggest().catch((error: unknown) => {
      told(error, { team: query.team, channel: '', user: query.user, action: query.actionId })
      return []
    })
    await ack({
      options: options
        .slice(0, 100)
        .map(({ text, value }) => ({ text: { type: 'plain_text', text, emoji: false }, value })),
    })
  })

  const removed = (why: string, body: EnvelopedEvent) => {
    const [authorization] = body.authorizations ?? []
    const { team: workspace, enterprise } = placeOf(body)
    const isOrg = authorization?.is_enterprise_install === true || workspace === ''
    const team = (isOrg ? enterprise : null) ?? workspace
    // Slack tells whole seconds; an installation in the same second was before it.
    const happened = Temporal.Instant.fromEpochMilliseconds(body.event_time * 1_000 + 999)
    inFlight.run(async () => {
      await handlers.removed(team, why, happened).catch((error: unknown) => {
        told(error, { team, channel: '', user: '', action: why })
      })
    })
  }
  app.event('app_uninstalled', async ({ body }) => removed('app_uninstalled', body))
  app.event('tokens_revoked', async ({ event, body }) => {
    // A person's own token is none of ours.
    if ((event.tokens.bot ?? []).length > 0) removed('tokens_revoked', body)
  })

  app.event('channel_id_changed', async ({ event, body }) => {
    const move = { team: place(body).team, from: event.old_channel_id, to: event.new_channel_id }
    inFlight.run(async () => {
      await handlers.channelMoved(move).catch((error: unknown) => {
        told(error, { team: move.team, channel: move.to, user: '', action: 'channel_id_changed' })
      })
    })
  })

  app.event('app_home_opened', async ({ event, body }) => {
    if (event.tab !== 'home') return
    const { team, user } = place(body)
    const draw = async () => handlers.homeOpened(await identify(body))
    inFlight.run(async () => {
      await draw().catch((error: unknown) => {
        told(error, { team, user, channel: '', action: 'app_home_opened' })
      })
    })
  })
}
