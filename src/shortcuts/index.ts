import { callerOf } from '../actions/handler.ts'
import { digestFormTitle, digestModal } from '../blocks/digests/digest-form.ts'
import { loadingModal } from '../blocks/forms/modal.ts'
import { standingModal, standingTitle } from '../blocks/home/standing.ts'
import { decode } from '../blocks/kit/codec.ts'
import { problemMessage } from '../blocks/kit/problem.ts'
import { chooseChannelModal } from '../blocks/settings/choose-channel.ts'
import { channelsOf } from '../channels/conversation-channel.ts'
import { channelScope } from '../channels/settings.ts'
import { recommendationsAtOnce } from '../channels/setup-parse.ts'
import { answerTo } from '../commands/free-text/ask.ts'
import { newDigestForm } from '../digests/manage/digest-form.ts'
import { channelOfAnalysis } from '../home/content.ts'
import { standingIn } from '../home/figures.ts'
import { Problem } from '../lib/problem.ts'
import { isUuid } from '../lib/strings.ts'
import type { ModalView } from '../model/message.ts'
import type { Permission } from '../model/permission.ts'
import type { Answer, ShortcutCall } from '../slack/port.ts'
import type { Placed } from '../slack/receive/payloads.ts'
import type { Workspace } from '../slack/workspace.ts'
import { resultIdFrom, titlesInTime } from '../tasks/recommendations.ts'

/** Slack's shortcuts: global ones, and those in the menu of a message. */

type Shortcut = { readonly who: Permission } & (
  | {
      /** Opened at once, then filled. */
      readonly loading: () => ModalView
      /** A rejection becomes a sentence in the modal. */
      readonly content: (call: ShortcutCall, workspace: Workspace) => Promise<ModalView>
    }
  | {
      /** A rejection becomes a sentence for the person. */
      readonly run: (call: ShortcutCall, answer: Answer, workspace: Workspace) => Promise<void>
    }
)

/** "Set up a digest": opens the form. Asks for the channel first, unless there is exactly one. */
const setUpDigestShortcut: Shortcut = {
  who: 'changers',
  loading: () => loadingModal(digestFormTitle),
  content: async ({ team, user }, workspace) => {
    const [channel, another] = await channelsOf(workspace, user)
    if (channel === undefined || another !== undefined) return chooseChannelModal(null, 'digest')
    return digestModal(await newDigestForm(workspace, { team, channel, user }))
  },
}

/** "Where do we stand?": starts with the person's only channel, or the channel that the Home tab shows. */
const standingShortcut: Shortcut = {
  who: 'readers',
  loading: () => loadingModal(standingTitle),
  content: async ({ team, user }, workspace) => {
    const channels = await channelsOf(workspace, user, { fresh: true })
    const [only] = channels
    const channel =
      channels.size === 1
        ? (only ?? null)
        : await channelOfAnalysis(
            workspace.store,
            team,
            user,
            channels,
            await workspace.store.subscriptions.forChannels(team, [...channels]),
          )
    const canChoose = channels.size > 1
    return standingModal(await standingIn(workspace, channel), { channel, canChoose })
  },
}

/** Shows the titles of the message's recommendations, and tracks them when asked to. */
const trackShortcut: Shortcut = {
  who: 'changers',
  run: (call, answer, workspace) => typed(`actions add ${idsIn(call).join(' ')}`, call, answer, workspace),
}

/** Shows the message's recommendation, and creates its task when asked to. If there are several, asks which one. */
const createTaskShortcut: Shortcut = {
  who: 'changers',
  run: async (call, answer, workspace) => {
    const ids = idsIn(call)
    const [only, another] = ids
    if (another === undefined) return typed(`task ${only}`, call, answer, workspace)
    const progress = answer.withProgress()
    const { workspace: scope } = await channelScope(workspace, callerOf(call))
    const titles = await titlesInTime(
      workspace,
      ids.map((resultId) => ({ ...scope, resultId })),
    )
    // An id without a title may not be a recommendation at all.
    const titled = ids.filter((id) => titles.has(id))
    const suggestions = (titled.length === 0 ? ids : titled).map((id) => ({
      text: `task ${id}`,
      ...(titles.has(id) ? { label: titles.get(id) ?? id } : {}),
    }))
    await progress.ephemeral(
      problemMessage({
        sentence: 'This message has several recommendations. Which one needs a task?',
        reference: null,
        suggestions,
      }),
    )
  },
}

async function typed(text: string, call: ShortcutCall, answer: Answer, workspace: Workspace): Promise<void> {
  const progress = answer.withProgress()
  await progress.ephemeral(await answerTo(text, callerOf(call), workspace))
}

function idsIn({ message }: ShortcutCall): readonly string[] {
  const ids = recommendationsIn(message?.content ?? {})
  if (ids.length > 0) return ids
  throw new Problem(
    'no_recommendation',
    'I found no recommendation in this message. It needs the recommendation’s address from the console, or its id. To add one yourself, type /sightline actions add and paste it.',
  )
}

/** By their ids in `manifest.yml`. */
export const shortcuts = new Map<string, Shortcut>([
  ['where_do_we_stand', standingShortcut],
  ['set_up_digest', setUpDigestShortcut],
  ['track_recommendation', trackShortcut],
  ['create_task', createTaskShortcut],
])

/**
 * Runs a shortcut. A modal opens before the permission check: Slack allows three seconds for that, and identifying the
 * person may take longer. A shortcut opens only one modal, so a repeated delivery does no harm.
 * @param identified resolves with the call once the person is identified
 */
export async function runShortcut(
  placed: Placed<ShortcutCall>,
  answer: Answer,
  workspace: Workspace,
  identified: () => Promise<ShortcutCall>,
): Promise<void> {
  const { callbackId, team, user, triggerId } = placed
  const shortcut = shortcuts.get(callbackId)
  if (shortcut === undefined)
    throw new Problem(
      'shortcut_unknown',
      'This shortcut is from another version of Sightline, so nothing was done. Type /sightline help to see what it can do.',
    )
  const permitted = async (): Promise<ShortcutCall> => {
    const call = await identified()
    await workspace.access.require(shortcut.who, call, `shortcut.${callbackId}`)
    return call
  }
  if ('run' in shortcut) {
    if (await workspace.first(placed)) await shortcut.run(await permitted(), answer, workspace)
    return
  }
  const { loading, content } = shortcut
  const fields = { team, user, action: callbackId }
  const fill = async () => content(await permitted(), workspace)
  await workspace.modals.show({ triggerId }, loading(), fill, fields)
}

/** Fields of messages, blocks and attachments that contain visible text or a link's address. */
const readable: ReadonlySet<string> = new Set(
  'text url title title_link pretext fallback from_url original_url footer'.split(' '),
)

/**
 * Ids of the recommendations in a message, without duplicates: from our own buttons, console addresses and UUIDs. Without
 * any of these, words that may be ids. Anyone may have written the message, so ids are looked up before they are shown.
 * @param content the message as Slack sends it
 */
export function recommendationsIn(content: Readonly<Record<string, unknown>>): readonly string[] {
  const candidates = { buttons: new Set<string>(), texts: new Set<string>() }
  collect(content, candidates)
  const words = [...candidates.texts].flatMap(wordsIn)
  const certain = words.filter((word) => isUuid(word) || word.includes('://')).flatMap(idOf)
  const ids = new Set([...candidates.buttons, ...certain])
  if (ids.size === 0) for (const word of words) if (mayBeId.test(word)) ids.add(word)
  return [...ids].slice(0, recommendationsAtOnce)
}

/** A word with a digit and a letter, so it is neither a number nor a date in digits. */
const mayBeId = /^(?=.*\d)(?=.*[A-Za-z])[A-Za-z0-9_-]{6,128}$/

function collect(
  value: unknown,
  candidates: { readonly buttons: Set<string>; readonly texts: Set<string> },
): void {
  if (typeof value !== 'object' || value === null) return
  const { action_id: actionId, value: ofButton } = value as Readonly<Record<string, unknown>>
  if (typeof actionId === 'string' && typeof ofButton === 'string') {
    const decoded = decode(actionId, ofButton)
    if (decoded.ok && 'resultId' in decoded.action) candidates.buttons.add(decoded.action.resultId)
  }
  for (const [name, inside] of Object.entries(value))
    if (typeof inside === 'string') {
      if (readable.has(name)) candidates.texts.add(inside)
    } else collect(inside, candidates)
}

/** The words of a text in Slack's mrkdwn, where a link is `<address|label>`. */
function wordsIn(text: string): readonly string[] {
  const words = text.replaceAll(/<([^<>|]+)(?:\|[^<>]*)?>/g, ' $1 ').split(/[\s,;()"“”]+/u)
  return words.map((word) => word.replaceAll(/^['`*_~]+|['`*_~.:!?]+$/g, '')).filter(Boolean)
}

function idOf(word: string): readonly string[] {
  const read = resultIdFrom(word)
  return read.ok ? [read.value] : []
}
