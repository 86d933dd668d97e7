/** The Home tab: drawn when somebody opens it, and again when what it shows has changed. */

import { type HomeContent, homeCallbackId, homePage, homeView } from '../blocks/home/home.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { Problem, report } from '../lib/problem.ts'
import type { Contact } from '../model/contact.ts'
import { type Click, type HomeTabs, type People, PostError } from '../slack/port.ts'
import type { Permissions } from '../slack/receive/permission.ts'
import { type ContentDeps, homeContent } from './content.ts'
import { type Seen, type Viewer, Viewers } from './viewers.ts'

export interface HomeDeps extends ContentDeps {
  readonly people: People
  readonly homeTabs: HomeTabs
  readonly access: Pick<Permissions, 'require'>
  readonly clock: Clock
  readonly log: Log
  /** `null`: the configuration names nobody. */
  readonly contact: Contact | null
}

export interface Home {
  /** Somebody looks at it. @throws {PostError} where Slack does not take it */
  opened(viewer: Viewer): Promise<void>
  /** Shows another page to who clicked. @throws {PostError} */
  turn(viewer: Viewer, page: number): Promise<void>
  /**
   * What Home tabs of this workspace show may have changed: those that are open are drawn again, and published where
   * they differ from what was there. Never rejects.
   * @param by the click that changed it; who clicked on their Home tab is drawn though nobody remembers them
   */
  changed(team: string, by?: Click): Promise<void>
}

/** Slack is not asked for somebody's channels more often, however much changes. */
const channelsMinutes = 5

export function createHome(deps: HomeDeps): Home {
  const { people, homeTabs, access, clock, log } = deps
  const viewers = new Viewers(clock)

  const channelsOf = async (seen: Seen, fresh: boolean): Promise<ReadonlySet<string> | null> => {
    const now = clock.now().epochMilliseconds
    const known = seen.channels
    if (!fresh && known !== null && now - known.at < channelsMinutes * 60_000) return known.ids
    const ids = await people.channelsOf(seen.user)
    seen.channels = ids === null ? null : { ids, at: now }
    return ids
  }

  const read = async (seen: Seen, fresh: boolean): Promise<HomeContent> => {
    const { team, user } = seen
    try {
      await access.require('readers', { team, user, channel: null, outside: seen.outside }, 'home')
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      return { kind: 'problem', sentence: error.message, reference: null, ask: error.ask }
    }
    const channels = await channelsOf(seen, fresh)
    if (channels === null) return { kind: 'channels_unknown' }
    const content = await homeContent(deps, team, channels, seen.page, clock.now())
    seen.page = content.kind === 'digests' ? content.page : 1
    return content
  }

  const draw = async (seen: Seen, content: HomeContent, always: boolean): Promise<void> => {
    const view = homeView(content, deps.contact)
    const shown = JSON.stringify(view)
    if (!always && shown === seen.shown) return
    await homeTabs.publish(seen.user, view)
    seen.shown = shown
  }

  /** For somebody who waits for it: a tab that can't be filled says why. */
  const show = async (seen: Seen, fresh: boolean): Promise<void> => {
    const content = await read(seen, fresh).catch((error: unknown): HomeContent => {
      const { team, user } = seen
      const { sentence, reference } = report(log, 'a Home tab could not be read', error, { team, user })
      return { kind: 'problem', sentence, reference, ask: [] }
    })
    await draw(seen, content, true)
  }

  /** For somebody who may not even look: what can't be read stays as it was. */
  const refresh = async (seen: Seen): Promise<void> => {
    seen.refreshing = false
    try {
      await draw(seen, await read(seen, false), false)
    } catch (error) {
      // Slack may not know them any more; whoever opens it again has it drawn anyway.
      if (error instanceof PostError && error.outcome === 'refused') viewers.forget(seen)
      log.warn('a Home tab could not be brought up to date', { team: seen.team, user: seen.user, error })
    }
  }

  /** One after the other, so that an older view never comes after a newer one. */
  const inTurn = (seen: Seen, work: () => Promise<void>): Promise<void> => {
    const drawing = seen.drawing.then(work)
    seen.drawing = drawing.catch(() => {})
    return drawing
  }

  /** Many changes at once are one refresh. */
  const refreshInTurn = (seen: Seen): Promise<void> => {
    if (seen.refreshing) return seen.drawing
    seen.refreshing = true
    return inTurn(seen, () => refresh(seen))
  }

  return {
    opened: (viewer) => {
      const seen = viewers.open(viewer)
      return inTurn(seen, () => show(seen, true))
    },
    turn: (viewer, page) => {
      const seen = viewers.open(viewer)
      return inTurn(seen, () => {
        seen.page = page
        return show(seen, false)
      })
    },
    changed: async (team, by) => {
      if (by?.view?.callbackId === homeCallbackId) viewers.open(by).page = homePage(by.view.privateMetadata)
      // Whoever has just clicked is the first to see it.
      for (const seen of viewers.of(team).toReversed()) await refreshInTurn(seen)
    },
  }
}
