/** Draws the Home tab when a person opens it, and when its content has changed. */

import { type HomeContent, homeCallbackId, homePage, homeView } from '../blocks/home/home.ts'
import { Problem, report } from '../lib/problem.ts'
import { type Click, PostError } from '../slack/port.ts'
import type { OpenHomeTab, Viewer } from '../slack/send/home-viewers.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { FollowUpWorkspace } from '../tasks/aims.ts'
import { type HomeContentWorkspace, homeContent, type ReadTab } from './content.ts'
import { homeFigures } from './figures.ts'

export type HomeWorkspace = HomeContentWorkspace &
  FollowUpWorkspace &
  Pick<Workspace, 'publishHome' | 'access' | 'log' | 'contact' | 'homeViewers'>

/** How long a person's channels are cached for redraws. */
const channelsMinutes = 5

/** First what the database has, then the service's figures. @throws {PostError} if Slack refuses the view */
export async function openHome(workspace: HomeWorkspace, viewer: Viewer): Promise<void> {
  const tab = workspace.homeViewers.open(viewer)
  tab.outcome = null
  const reading = await inTurn(tab, () => show(workspace, tab, true))
  // Even if nothing is missing: the last figures may be from a time when the service was down.
  await fill(workspace, tab, reading)
}

/** Shows another page to the person who clicked, or tries again to read figures that were unavailable. @throws {PostError} */
export async function turnHome(workspace: HomeWorkspace, viewer: Viewer, page: number): Promise<void> {
  const tab = workspace.homeViewers.open(viewer)
  const reading = await inTurn(tab, () => {
    tab.page = page
    return show(workspace, tab, false)
  })
  const isDown = reading.content.kind === 'dashboard' && reading.content.standing?.kind === 'unavailable'
  if (isDown || !reading.isAnswered) await fill(workspace, tab, reading)
}

/**
 * The content of this workspace's Home tabs may have changed: open ones are drawn again, and published if they differ.
 * Never rejects.
 * @param by the click that changed it; a person who clicked on their Home tab counts as having it open
 * @param outcome of a click on their Home tab that created no task
 */
export async function redrawHome(
  workspace: HomeWorkspace,
  by?: Click,
  outcome: OpenHomeTab['outcome'] = null,
): Promise<void> {
  const { homeViewers } = workspace
  if (by?.view?.callbackId === homeCallbackId)
    Object.assign(homeViewers.open(by), { page: homePage(by.view.privateMetadata), outcome })
  // The person who clicked comes first.
  for (const tab of homeViewers.tabs().toReversed()) await refreshInTurn(workspace, tab)
}

async function channelsOf(
  { people, clock }: HomeWorkspace,
  tab: OpenHomeTab,
  fresh: boolean,
): Promise<ReadonlySet<string> | null> {
  const now = clock.now().epochMilliseconds
  const { channels: cached } = tab
  if (!fresh && cached !== null && now - cached.at < channelsMinutes * 60_000) return cached.ids
  const ids = await people.channelsOf(tab.user, { fresh })
  tab.channels = ids === null ? null : { ids, at: now }
  return ids
}

async function read(workspace: HomeWorkspace, tab: OpenHomeTab, fresh: boolean): Promise<ReadTab> {
  const { team, user } = tab
  try {
    await workspace.access.require('readers', { team, user, channel: null, outside: tab.outside }, 'home')
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return withoutRequests({ kind: 'problem', sentence: error.message, reference: null, ask: error.ask })
  }
  const channels = await channelsOf(workspace, tab, fresh)
  // Nothing can be shown safely.
  if (channels === null)
    return withoutRequests({ kind: 'problem', sentence: channelsUnknown, reference: null, ask: [] })
  const reading = await homeContent(workspace, tab, channels, tab)
  tab.page = reading.content.page
  return reading
}

const channelsUnknown =
  'Slack didn’t say which channels you’re in. Open this tab again in a minute. If that doesn’t help, type /sightline doctor in a channel.'

function withoutRequests(content: HomeContent): ReadTab {
  return { content, requests: null, isAnswered: true }
}

async function draw(
  { contact, publishHome }: HomeWorkspace,
  tab: OpenHomeTab,
  content: HomeContent,
  always: boolean,
): Promise<void> {
  const view = homeView(content, contact)
  const shown = JSON.stringify(view)
  if (!always && shown === tab.shown) return
  // Without an answer, Slack may have drawn it.
  tab.shown = null
  await publishHome(tab.user, view)
  tab.shown = shown
}

/** The person is waiting: if the content can't be read, the tab says why. */
async function show(workspace: HomeWorkspace, tab: OpenHomeTab, fresh: boolean): Promise<ReadTab> {
  const reading = await read(workspace, tab, fresh).catch((error: unknown): ReadTab => {
    const { team, user } = tab
    const fields = { team, user }
    const { sentence, reference } = report(workspace.log, 'a Home tab could not be read', error, fields)
    return withoutRequests({ kind: 'problem', sentence, reference, ask: [] })
  })
  await draw(workspace, tab, reading.content, true)
  return reading
}

/** In the background: if the content can't be read, the tab stays as it was. */
async function refresh(workspace: HomeWorkspace, tab: OpenHomeTab): Promise<void> {
  tab.refreshing = false
  try {
    const { figures } = tab
    const reading = await read(workspace, tab, false)
    await draw(workspace, tab, reading.content, false)
    // Figures that have arrived in the meantime trigger their own refresh.
    if (!reading.isAnswered && tab.figures === figures) void fill(workspace, tab, reading)
  } catch (error) {
    // The person may have left Slack; opening the tab draws it again anyway.
    if (error instanceof PostError && error.outcome === 'refused') workspace.homeViewers.forget(tab)
    const { team, user } = tab
    workspace.log.warn('a Home tab could not be refreshed', { team, user, error })
  }
}

/** Requests the view's missing figures outside the tab's queue, so that no click waits for them. Never rejects. */
function fill(workspace: HomeWorkspace, tab: OpenHomeTab, { requests }: ReadTab): Promise<void> {
  if (requests === null) return Promise.resolve()
  const work = async () => {
    tab.figures = await homeFigures(workspace, requests)
    tab.filling = null
    await refreshInTurn(workspace, tab)
  }
  // If a request is already running, the refresh after it requests what is still missing.
  tab.filling ??= work()
  return tab.filling
}

/** Draws a tab's views in order, so that an older one never replaces a newer one. */
function inTurn<T>(tab: OpenHomeTab, work: () => Promise<T>): Promise<T> {
  const drawing = tab.drawing.then(work)
  tab.drawing = drawing.then(
    () => {},
    () => {},
  )
  return drawing
}

/** Merges refreshes while one is queued. */
function refreshInTurn(workspace: HomeWorkspace, tab: OpenHomeTab): Promise<void> {
  if (tab.refreshing) return tab.drawing
  tab.refreshing = true
  return inTurn(tab, () => refresh(workspace, tab))
}
