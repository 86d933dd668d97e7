/** The Home tab: drawn when somebody opens it, and again when what it shows has changed. */

import { type HomeContent, homeCallbackId, homePage, homeView } from '../blocks/home/home.ts'
import { Problem, report } from '../lib/problem.ts'
import { type Click, PostError } from '../slack/port.ts'
import type { Seen, Viewer } from '../slack/send/home-viewers.ts'
import type { Workspace } from '../slack/workspace.ts'
import { homeContent } from './content.ts'

export type HomeWorkspace = Pick<
  Workspace,
  'team' | 'url' | 'store' | 'people' | 'homeTabs' | 'access' | 'clock' | 'log' | 'contact' | 'homeViewers'
>

/** How long a person's channels are cached, however much changes. */
const channelsMinutes = 5

/** A person opened the tab. @throws {PostError} if Slack refuses the view */
export function openHome(workspace: HomeWorkspace, viewer: Viewer): Promise<void> {
  const seen = workspace.homeViewers.open(viewer)
  return inTurn(seen, () => show(workspace, seen, true))
}

/** Shows another page to the person who clicked. @throws {PostError} */
export function turnHome(workspace: HomeWorkspace, viewer: Viewer, page: number): Promise<void> {
  const seen = workspace.homeViewers.open(viewer)
  return inTurn(seen, () => {
    seen.page = page
    return show(workspace, seen, false)
  })
}

/**
 * The content of this workspace's Home tabs may have changed: open ones are drawn again, and published if they differ.
 * Never rejects.
 * @param by the click that changed it; a person who clicked on their Home tab counts as having it open
 */
export async function redrawHome(workspace: HomeWorkspace, by?: Click): Promise<void> {
  const { homeViewers, team } = workspace
  if (by?.view?.callbackId === homeCallbackId) homeViewers.open(by).page = homePage(by.view.privateMetadata)
  // The person who clicked comes first.
  for (const seen of homeViewers.of(team).toReversed()) await refreshInTurn(workspace, seen)
}

async function channelsOf(
  { people, clock }: HomeWorkspace,
  seen: Seen,
  fresh: boolean,
): Promise<ReadonlySet<string> | null> {
  const now = clock.now().epochMilliseconds
  const known = seen.channels
  if (!fresh && known !== null && now - known.at < channelsMinutes * 60_000) return known.ids
  const ids = await people.channelsOf(seen.user)
  seen.channels = ids === null ? null : { ids, at: now }
  return ids
}

async function read(workspace: HomeWorkspace, seen: Seen, fresh: boolean): Promise<HomeContent> {
  const { team, user } = seen
  try {
    await workspace.access.require('readers', { team, user, channel: null, outside: seen.outside }, 'home')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { kind: 'problem', sentence: error.message, reference: null, ask: error.ask }
  }
  const channels = await channelsOf(workspace, seen, fresh)
  if (channels === null) return { kind: 'channels_unknown' }
  const content = await homeContent(workspace, channels, seen.page)
  seen.page = content.kind === 'digests' ? content.page : 1
  return content
}

async function draw(
  { contact, homeTabs }: HomeWorkspace,
  seen: Seen,
  content: HomeContent,
  always: boolean,
): Promise<void> {
  const view = homeView(content, contact)
  const shown = JSON.stringify(view)
  if (!always && shown === seen.shown) return
  await homeTabs.publish(seen.user, view)
  seen.shown = shown
}

/** For a person who waits for it: a tab that can't be filled says why. */
async function show(workspace: HomeWorkspace, seen: Seen, fresh: boolean): Promise<void> {
  const content = await read(workspace, seen, fresh).catch((error: unknown): HomeContent => {
    const { team, user } = seen
    const fields = { team, user }
    const { sentence, reference } = report(workspace.log, 'a Home tab could not be read', error, fields)
    return { kind: 'problem', sentence, reference, ask: [] }
  })
  await draw(workspace, seen, content, true)
}

/** In the background: if the content can't be read, the tab stays as it was. */
async function refresh(workspace: HomeWorkspace, seen: Seen): Promise<void> {
  seen.refreshing = false
  try {
    await draw(workspace, seen, await read(workspace, seen, false), false)
  } catch (error) {
    // The person may be gone from Slack; opening the tab draws it again anyway.
    if (error instanceof PostError && error.outcome === 'refused') workspace.homeViewers.forget(seen)
    const { team, user } = seen
    workspace.log.warn('a Home tab could not be refreshed', { team, user, error })
  }
}

/** One after the other, so that an older view never comes after a newer one. */
function inTurn(seen: Seen, work: () => Promise<void>): Promise<void> {
  const drawing = seen.drawing.then(work)
  seen.drawing = drawing.catch(() => {})
  return drawing
}

/** Many changes at once are one refresh. */
function refreshInTurn(workspace: HomeWorkspace, seen: Seen): Promise<void> {
  if (seen.refreshing) return seen.drawing
  seen.refreshing = true
  return inTurn(seen, () => refresh(workspace, seen))
}
