import type { WebClient } from '@slack/web-api'
import { problemModal } from '../../blocks/forms/modal.ts'
import { clip } from '../../blocks/kit/text.ts'
import { AnswerCache } from '../../lib/cache.ts'
import type { Clock } from '../../lib/clock.ts'
import { report } from '../../lib/problem.ts'
import type { HomeView, ModalView } from '../../model/message.ts'
import {
  type AgentView,
  type Answer,
  asUnknown,
  type Canvases,
  type ChannelState,
  type History,
  type MessageAddress,
  type Modals,
  type People,
  PostError,
  type Poster,
  type SlackHealth,
  type StepResult,
} from '../port.ts'
import { type Approved, asPostError, callWithRetry, type SlackTime } from './calls.ts'
import type { SlackClient, SlackContext } from './client.ts'
import { createAnswer, createHistory, createPoster } from './messages.ts'
import { createPeople } from './people.ts'

/** The bot's operations in one Slack workspace. Those that reject do so with a `PostError`. */
export interface SlackPorts {
  readonly poster: Poster
  readonly modals: Modals
  readonly people: People
  readonly history: History
  readonly canvases: Canvases
  readonly agentView: AgentView
  /** `null`: the bot can't see the channel. A private channel without the bot looks as if it didn't exist. */
  channelState(channel: string): Promise<ChannelState | null>
  /** Whether other organizations are in the channel, or invited; `null`: Slack didn't say. */
  isShared(channel: string): Promise<boolean | null>
  publishHome(user: string, view: HomeView): Promise<void>
  /** Sends a file by direct message, so that only the person who asked gets it. @returns its address, if Slack gives one */
  sendFile(
    user: string,
    file: { readonly filename: string; readonly title: string; readonly content: string },
  ): Promise<{ readonly permalink: string | null }>
  /** Tells Slack how the execution of a workflow step ended. Does nothing if it has already ended. */
  endStep(id: string, result: StepResult): Promise<void>
  checkToken(): Promise<SlackHealth>
  /** The Enterprise Grid organization of the bot's token; `null`: none. */
  organization(): Promise<string | null>
  /** Answers through the response address; without one, in the channel or in direct messages. */
  answerAt(place: {
    readonly responseAddress: string | null
    readonly channel: string | null
    readonly user: string
    /** Thread of the click, by the `ts` of its first message. */
    readonly threadTs?: string | null
  }): Answer
}

/**
 * @param client with the workspace's bot token; must not retry, and must have a time-out
 * @param approvedBy the workspaces in which an organization's token works
 */
export function createPorts(
  team: string,
  client: SlackClient,
  time: SlackTime,
  { clock, log }: Pick<SlackContext, 'clock' | 'log'>,
  approvedBy: (org: string) => Promise<Approved>,
): SlackPorts {
  const organizations = new AnswerCache<string | null>({ clock, ttlMs: organizationMs, max: 1 })
  return {
    poster: createPoster(client),
    modals: createModals(client, { clock, log }),
    people: createPeople(client, { clock, log }),
    history: createHistory(client),
    canvases: createCanvases(client),
    agentView: createAgentView(client, { clock, log }),
    channelState: async (channel) => {
      try {
        const { channel: info } = await asPostError(() => client.conversations.info({ channel }))
        if (info === undefined) return null
        return {
          isMember: info.is_member === true || info.is_im === true,
          isArchived: info.is_archived === true,
          ...(info.name === undefined ? {} : { name: info.name }),
        }
      } catch (error) {
        if (hasCode(error, 'channel_not_found')) return null
        throw error
      }
    },
    isShared: (channel) => isShared(client, clock, channel),
    publishHome: async (user, view) => {
      await callWithRetry(clock, () => client.views.publish({ user_id: user, view: view as never }))
    },
    // A message to the person opens the conversation (`chat:write` is enough), then the file is uploaded there.
    sendFile: (user, { filename, title, content }) =>
      asPostError(async () => {
        const text = `Here is your file: ${filename}`
        const { channel, ts } = await client.chat.postMessage({ channel: user, text })
        if (channel === undefined) throw new PostError('unknown', 'no_channel')
        const sent = await client
          .filesUploadV2({ channel_id: channel, filename, title, content })
          .catch(async (error: unknown) => {
            if (ts !== undefined) await client.chat.delete({ channel, ts }).catch(() => {})
            throw error
          })
        const [file] = sent.files?.[0]?.files ?? []
        return { permalink: file?.permalink ?? null }
      }),
    endStep: (id, result) => endStep(client, id, result),
    // The scopes come from the answer's `x-oauth-scopes` header.
    checkToken: () =>
      asPostError(async () => {
        const identity = await client.auth.test()
        const isOrg = identity.is_enterprise_install === true
        const organization = identity.enterprise_id || null
        // `auth.test` accepts it also for a workspace that the app was removed from.
        if (isOrg && organization !== null && team.startsWith('T'))
          if (!(await approvedBy(organization)).teams.has(team))
            throw new PostError('refused', 'team_access_not_granted')
        return {
          // An organization's token names the organization.
          team: isOrg ? team : (identity.team_id ?? ''),
          isOrg,
          organization,
          botUser: identity.user_id ?? '',
          scopes: identity.response_metadata?.scopes ?? null,
          now: time.last,
        }
      }),
    organization: () =>
      organizations.get('', () => asPostError(async () => (await client.auth.test()).enterprise_id || null)),
    answerAt: ({ responseAddress, channel, user, threadTs = null }) =>
      createAnswer(responseAddress, client, { channel, user, threadTs }, clock),
  }
}

/** How long the organization is cached. A workspace that joins one is recognized after this time. */
const organizationMs = 60 * 60_000

/** Opens and updates modals. The SDK's types lack charts, hence the casts. */
function createModals(client: WebClient, { clock, log }: Pick<SlackContext, 'clock' | 'log'>): Modals {
  const open = async (triggerId: string, view: ModalView, onTop: boolean) => {
    const request = { trigger_id: triggerId, view: view as never }
    const opened = await asPostError(() => (onTop ? client.views.push(request) : client.views.open(request)))
    return opened.view?.id ?? ''
  }
  const update = async (viewId: string, view: ModalView, hash?: string) => {
    const request = { view_id: viewId, view: view as never, ...(hash === undefined ? {} : { hash }) }
    return (await callWithRetry(clock, () => client.views.update(request))).view?.hash
  }
  return {
    show: async ({ triggerId, viewId, onTop = false }, loading, content, fields) => {
      let modal: string
      try {
        modal = viewId ?? (await open(triggerId, loading, onTop))
      } catch (error) {
        if (!hasCode(error, 'exchanged_trigger_id')) throw error
        // A repeated delivery of the same click: its modal is open already.
        log.info('the modal is already open', fields)
        return 'answered'
      }
      try {
        const view = await content()
        await update(modal, view)
        return 'answered'
      } catch (error) {
        if (hasCode(error, closed)) return 'answered'
        const problem = report(log, 'request failed', error, fields)
        await update(modal, problemModal(loading.title.text, problem)).catch((failure: unknown) => {
          // The caller tells the person about the first error elsewhere.
          if (!hasCode(failure, closed)) throw error
        })
        return problem.from
      }
    },
    update,
  }
}

/** Slack's code for a modal that was closed, so the person needs no answer. */
const closed = 'not_found'

function hasCode(error: unknown, code: string): boolean {
  return error instanceof PostError && error.code === code
}

/** Slack's code for a step that has ended, perhaps by an earlier call whose answer was lost. */
const ended = 'execution_not_in_running_state'

/**
 * The workspace's own token works, too: `functions.completeSuccess` and `functions.completeError` need no scope
 * (https://docs.slack.dev/reference/methods/functions.completeSuccess).
 */
export async function endStep(client: WebClient, id: string, result: StepResult): Promise<void> {
  const execution = { function_execution_id: id }
  try {
    await asPostError(async () =>
      result.ok
        ? client.functions.completeSuccess({ ...execution, outputs: result.outputs })
        : client.functions.completeError({ ...execution, error: result.sentence }),
    )
  } catch (error) {
    if (!hasCode(error, ended)) throw error
  }
}

export async function isShared(client: WebClient, clock: Clock, channel: string): Promise<boolean | null> {
  // Direct messages with Sightline.
  if (channel.startsWith('D')) return false
  return callWithRetry(clock, () => client.conversations.info({ channel })).then(
    ({ channel: info }) => info?.is_ext_shared === true || info?.is_pending_ext_shared === true,
    asUnknown,
  )
}

/** Slack's codes for a workspace without the agent view. All others concern one thread. */
const unavailable = new Set([
  'feature_disabled',
  'missing_scope',
  'no_permission',
  'access_denied',
  'unknown_method',
])
/** Such a workspace is tried again after this, since an admin may have added the scope. */
const unavailableForMs = 10 * 60_000
/** agents.sessions.setStatus: at most 200 characters. */
const longestTitle = 200

/**
 * Sessions (https://docs.slack.dev/ai/agent-sessions) need `chat:write`, suggested prompts `assistant:write`; both work only
 * for apps whose manifest has `agent_view`.
 */
export function createAgentView(
  client: WebClient,
  { clock, log }: Pick<SlackContext, 'clock' | 'log'>,
): AgentView {
  const unavailableUntil = new Map<string, number>()
  /** The last call about each thread, so that an older status doesn't overtake a newer one. */
  const sessions = new Map<string, Promise<unknown>>()
  const inOrder = <Answer>({ channel, ts }: MessageAddress, call: () => Promise<Answer>): Promise<Answer> => {
    const place = `${channel} ${ts}`
    const shown = (sessions.get(place) ?? Promise.resolve()).then(call)
    const settled = shown.then(
      () => {},
      () => {},
    )
    sessions.set(place, settled)
    void settled.then(() => sessions.get(place) === settled && sessions.delete(place))
    return shown
  }
  const unlessUnavailable = async (method: string, call: () => Promise<unknown>): Promise<boolean> => {
    const now = clock.now().epochMilliseconds
    if ((unavailableUntil.get(method) ?? 0) > now) return false
    try {
      await asPostError(call)
      return true
    } catch (error) {
      if (error instanceof PostError && unavailable.has(error.code))
        unavailableUntil.set(method, now + unavailableForMs)
      log.debug('the agent view could not be updated', { detail: method, error })
      return false
    }
  }
  return {
    begin: (thread, title, user) =>
      inOrder(thread, () =>
        unlessUnavailable('agents.sessions.setStatus', () =>
          client.agents.sessions.setStatus({
            ...threadArgs(thread),
            status: 'processing',
            title: clip(title, longestTitle),
            initiator_user_id: user,
          }),
        ),
      ),
    end: (thread) =>
      inOrder(thread, async () => {
        await asPostError(() => client.agents.sessions.setStatus({ ...threadArgs(thread), status: 'active' }))
      }),
    // With `thread_ts` the call does nothing in the agent view
    // (https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts).
    suggest: async (channel, title, prompts) => {
      await unlessUnavailable('assistant.threads.setSuggestedPrompts', () =>
        client.assistant.threads.setSuggestedPrompts({ channel_id: channel, title, prompts: [...prompts] }),
      )
    },
  }
}

const threadArgs = ({ channel, ts }: MessageAddress) => ({ channel_id: channel, thread_ts: ts })

/**
 * Canvases in a channel's tabs. Requires `canvases:write`. Sightline creates its own canvas, so that replacing its content
 * (https://docs.slack.dev/reference/methods/canvases.edit, `replace` without a section) doesn't touch what people write in
 * the channel's canvas. Free workspaces require the channel's id
 * (https://docs.slack.dev/reference/methods/canvases.create). A canvas whose creation Slack didn't confirm is found by its
 * words (https://docs.slack.dev/reference/methods/canvases.sections.lookup), which requires `canvases:read`.
 */
export function createCanvases(client: WebClient): Canvases {
  return {
    create: (channel, title, markdown) =>
      asPostError(async () => {
        const { canvas_id: id } = await client.canvases.create({
          channel_id: channel,
          title,
          document_content: { type: 'markdown', markdown },
        })
        if (id === undefined) throw new PostError('unknown', 'no_canvas')
        return id
      }),
    find: async (channel, words) => {
      const info = await unlessRefused(() => client.conversations.info({ channel }))
      for (const id of tabsOf(info?.channel?.properties?.tabs).slice(-maxTabsChecked)) {
        const lookup = await unlessRefused(() =>
          client.canvases.sections.lookup({ canvas_id: id, criteria: { contains_text: words } }),
        )
        if ((lookup?.sections?.length ?? 0) > 0) return id
      }
      return null
    },
    replace: (id, markdown) =>
      asPostError(async () => {
        await client.canvases.edit({
          canvas_id: id,
          changes: [{ operation: 'replace', document_content: { type: 'markdown', markdown } }],
        })
      }),
  }
}

/** Only the newest canvases are searched, since a channel has few. */
const maxTabsChecked = 8

/** `null`: Slack refused, for example because the scope is missing or the bot can't read the canvas. */
async function unlessRefused<T>(call: () => Promise<T>): Promise<T | null> {
  return asPostError(call).catch((error: unknown) => {
    if (error instanceof PostError && error.outcome === 'refused') return null
    throw error
  })
}

/**
 * The canvases among a channel's tabs: `{ type: 'canvas', data: { file_id } }`. The SDK's types lack `data`
 * (https://github.com/rusq/slackdump/issues/717).
 */
function tabsOf(tabs: unknown): readonly string[] {
  if (!Array.isArray(tabs)) return []
  return tabs.flatMap((tab: { readonly type?: unknown; readonly data?: { readonly file_id?: unknown } }) =>
    tab.type === 'canvas' && typeof tab.data?.file_id === 'string' ? [tab.data.file_id] : [],
  )
}
