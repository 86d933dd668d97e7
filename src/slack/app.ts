import {
  App,
  type BlockAction,
  type Logger as BoltLogger,
  HTTPReceiver,
  LogLevel,
  SocketModeReceiver,
} from '@slack/bolt'
import { WebAPIPlatformError, WebClient } from '@slack/web-api'
import type { Message } from '../blocks/message.ts'
import { problemMessage } from '../blocks/problem.ts'
import type { Clock } from '../clock.ts'
import { type Log, newReference } from '../log.ts'
import { explain, Problem } from '../problem.ts'
import { answerTo, callTimeoutMs } from './answer.ts'
import { InFlight } from './in-flight.ts'
import { patientAnswer } from './patient.ts'
import type { Answer, Click, Modals, Poster, SlashCommand } from './port.ts'
import { createModals, createPoster } from './poster.ts'
import { Repeats } from './repeats.ts'

export interface SlackSettings {
  readonly mode: 'socket' | 'http'
  readonly botToken: string
  readonly appToken: string
  readonly signingSecret: string
  readonly apiUrl: string
  readonly port: number
}

/** What the house does with a command or a click. A rejection becomes a sentence for the person and a line in the log. */
export interface Handlers {
  /** Decided without I/O, so that the acknowledgement leaves at once. */
  command(
    command: SlashCommand,
  ):
    | { readonly kind: 'instant'; readonly message: Message }
    | { readonly kind: 'work'; run(): Promise<Message> }
  click(click: Click, answer: Answer): Promise<void>
}

export interface SlackApp {
  readonly poster: Poster
  readonly modals: Modals
  /** Verifies the bot token. @throws {SlackStartError} */
  verify(): Promise<{ readonly team: string }>
  /** Starts to receive. In HTTP mode the port that it listens on is returned. @throws {SlackStartError} */
  listen(handlers: Handlers): Promise<{ readonly port: number | null }>
  /** Stops receiving, then waits for the work in flight; returns how much was still running at the deadline. */
  stop(deadlineMs: number): Promise<number>
}

/** The start can't go on: one line that says what is wrong and what to do. Exit code 1. */
export class SlackStartError extends Error {
  override readonly name = 'SlackStartError'
}

export function createSlackApp(settings: SlackSettings, deps: { clock: Clock; log: Log }): SlackApp {
  const { clock, log } = deps
  const logger = boltLogger(log)
  // One options object for each client: Bolt and the socket receiver write into what they are given.
  const client = new WebClient(settings.botToken, {
    slackApiUrl: settings.apiUrl,
    logger,
    timeout: callTimeoutMs,
    retryConfig: { retries: 0 },
    rejectRateLimitedCalls: true,
  })
  const receiver =
    settings.mode === 'socket'
      ? new SocketModeReceiver({
          appToken: settings.appToken,
          logger,
          installerOptions: { clientOptions: { slackApiUrl: settings.apiUrl } },
        })
      : new HTTPReceiver({ signingSecret: settings.signingSecret, logger, port: settings.port })
  const createApp = (botId: string, botUserId: string) =>
    new App({
      token: settings.botToken,
      botId,
      botUserId,
      // Done by `verify`, whose answer they are.
      tokenVerificationEnabled: false,
      receiver,
      logger,
      logLevel: LogLevel.INFO,
      convoStore: false,
      clientOptions: { slackApiUrl: settings.apiUrl, retryConfig: { retries: 1 } },
    })
  let app: App | null = null
  const inFlight = new InFlight(clock)
  const repeats = new Repeats()
  let listening = false

  /** Runs work after its acknowledgement; whatever it throws reaches the person and, with the same reference, the log. */
  const follow = (
    answer: Answer,
    fields: { team: string; channel: string; user: string; verb?: string; action?: string },
    work: () => Promise<void>,
  ) =>
    inFlight.run(async () => {
      try {
        await work()
      } catch (error) {
        const { sentence, code, foreseen } = explain(error)
        const reference = newReference()
        log[foreseen ? 'warn' : 'error']('request failed', { ...fields, reference, code, error })
        const hints = error instanceof Problem ? { usage: error.usage, suggestion: error.suggestion } : {}
        const told = problemMessage({ sentence, reference, usage: null, suggestion: null, ...hints })
        await answer.privately(told).catch((failure: unknown) => {
          log.error('could not tell the person', { ...fields, reference, error: failure })
        })
      }
    })

  const onCommand = (to: App, handlers: Handlers) =>
    to.command('/sightline', async ({ command, ack }) => {
      const asked: SlashCommand = {
        team: command.team_id,
        channel: command.channel_id,
        user: command.user_id,
        text: command.text,
        triggerId: command.trigger_id,
      }
      const plan = handlers.command(asked)
      if (plan.kind === 'instant') {
        await ack({
          response_type: 'ephemeral',
          text: plan.message.text,
          blocks: plan.message.blocks as never[],
        })
        return
      }
      await ack()
      if (repeats.has(asked.triggerId)) return
      const answer = patientAnswer(clock, answerTo(command.response_url, client, asked))
      const verb = asked.text.trim().split(/\s/u)[0] ?? ''
      follow(
        answer,
        { team: asked.team, channel: asked.channel, user: asked.user, verb: verb.slice(0, 40) },
        async () => answer.privately(await plan.run()),
      )
    })

  const onClick = (to: App, handlers: Handlers) =>
    to.action<BlockAction>(/^/, async ({ body, action, ack }) => {
      await ack()
      if (repeats.has(body.trigger_id)) return
      const click = toClick(body, action as { action_id: string; value?: string })
      const fields = {
        team: click.team,
        channel: click.channel ?? '',
        user: click.user,
        action: click.actionId,
      }
      const answer = answerTo(body.response_url ?? null, client, click)
      follow(answer, fields, () => handlers.click(click, answer))
    })

  return {
    poster: createPoster(client),
    modals: createModals(client),
    verify: async () => {
      try {
        const who = await client.auth.test()
        app = createApp(who.bot_id ?? '', who.user_id ?? '')
        app.error(async (error) => log.error('Bolt could not handle a delivery', { code: error.code, error }))
        return { team: who.team_id ?? '' }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    listen: async (handlers) => {
      if (app === null) throw new Error('verify() comes before listen()')
      onCommand(app, handlers)
      onClick(app, handlers)
      try {
        const server: unknown = await app.start()
        listening = true
        return { port: portOf(server) }
      } catch (error) {
        throw startError(error, settings)
      }
    },
    stop: async (deadlineMs) => {
      const closed = app !== null && listening ? app.stop().catch(() => {}) : Promise.resolve()
      listening = false
      const left = await inFlight.drain(deadlineMs)
      // The HTTP server closes when its last keep-alive connection does; nobody has to wait for that.
      await Promise.race([closed, clock.sleep(250)])
      return left
    },
  }
}

function toClick(body: BlockAction, action: { action_id: string; value?: string }): Click {
  const container = body.container as {
    type?: string
    message_ts?: string
    channel_id?: string
    is_ephemeral?: boolean
    thread_ts?: string
    view_id?: string
  }
  const channel = container.channel_id ?? body.channel?.id ?? null
  return {
    team: body.team?.id ?? body.user.team_id ?? '',
    channel,
    user: body.user.id,
    actionId: action.action_id,
    value: action.value ?? '',
    triggerId: body.trigger_id,
    message:
      container.message_ts === undefined || channel === null
        ? null
        : {
            channel,
            ts: container.message_ts,
            ephemeral: container.is_ephemeral === true,
            threadTs: container.thread_ts ?? null,
            content: contentOf(body.message),
          },
    viewId: container.view_id ?? null,
  }
}

function contentOf(message: BlockAction['message']): Message | null {
  if (message === undefined || !Array.isArray(message.blocks)) return null
  return { text: message.text ?? '', blocks: message.blocks }
}

function startError(error: unknown, settings: SlackSettings): SlackStartError {
  const code = error instanceof WebAPIPlatformError ? error.data.error : null
  if (
    code === 'invalid_auth' ||
    code === 'not_authed' ||
    code === 'account_inactive' ||
    code === 'token_revoked'
  )
    return new SlackStartError(
      `Slack refused a token (${code}). Copy SLACK_BOT_TOKEN${settings.mode === 'socket' ? ' and SLACK_APP_TOKEN' : ''} again from your app's settings at api.slack.com/apps.`,
    )
  if (code !== null) return new SlackStartError(`Slack refused the start (${code}).`)
  const reason = error instanceof Error ? error.message : String(error)
  const listenCode =
    error instanceof Error && 'syscall' in error && error.syscall === 'listen' ? reason : null
  if (listenCode !== null)
    return new SlackStartError(
      `Port ${settings.port} can't be used (${listenCode}). Free it, or set SIGHTLINE_HTTP_PORT to another one.`,
    )
  return new SlackStartError(`Slack can't be reached at ${settings.apiUrl}: ${reason}. Check the network.`)
}

function portOf(server: unknown): number | null {
  if (typeof server !== 'object' || server === null || !('address' in server)) return null
  const address = (server.address as () => { port?: number } | null)()
  return address?.port ?? null
}

/** Bolt's and the SDK's own lines, in our log. Their debug lines hold message bodies and are left out. */
function boltLogger(log: Log): BoltLogger {
  const line = (parts: unknown[]) => parts.map(String).join(' ').slice(0, 500)
  return {
    debug: () => {},
    info: (...parts) => log.debug('slack sdk', { detail: line(parts) }),
    warn: (...parts) => log.warn('slack sdk', { detail: line(parts) }),
    error: (...parts) => log.error('slack sdk', { detail: line(parts) }),
    setLevel: () => {},
    getLevel: () => LogLevel.INFO,
    setName: () => {},
  }
}
