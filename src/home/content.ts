import type { HomeContent, HomeTask } from '../blocks/home/home.ts'
import { type DigestCalendar, describeDigests } from '../digests/manage/digests.ts'
import type { Store } from '../store/index.ts'

export interface ContentDeps {
  readonly store: Store
  readonly calendar: DigestCalendar
  /** The address of a message in Slack, by its channel and its `ts`. */
  readonly linkTo: (channel: string, ts: string) => string | null
}

/** Each takes three blocks, and a Home tab has room for a hundred; more than so many nobody reads at once. */
const digestsOnAPage = 12
const tasksShown = 5
/** Of the next runs, as everywhere. */
const runsTold = 2

/**
 * What a Home tab shows of the channels that its viewer is in.
 * @param wanted the page, from 1; the nearest one where there is none such
 */
export async function homeContent(
  deps: ContentDeps,
  team: string,
  channels: ReadonlySet<string>,
  wanted: number,
  now: Temporal.Instant,
): Promise<Extract<HomeContent, { kind: 'digests' | 'nothing' }>> {
  const all = await deps.store.subscriptions.ofChannels(team, [...channels])
  if (all.length === 0) return { kind: 'nothing' }
  const pages = Math.ceil(all.length / digestsOnAPage)
  const page = Math.min(Math.max(1, wanted), pages)
  const here = all.slice((page - 1) * digestsOnAPage, page * digestsOnAPage)
  const digests = await describeDigests(deps, here, now, runsTold)
  const { tasks, left } = await newestTasks(deps.store, team, [
    ...new Set(here.map(({ channel }) => channel)),
  ])
  return {
    kind: 'digests',
    digests: digests.map((digest) => ({
      ...digest,
      link: digest.last?.messageTs ? deps.linkTo(digest.channel, digest.last.messageTs) : null,
    })),
    total: all.length,
    page,
    pages,
    tasks,
    moreTasks: left,
  }
}

/** The newest tasks of some channels, and how many more there are. */
async function newestTasks(
  { tasks }: Store,
  team: string,
  channels: readonly string[],
): Promise<{ readonly tasks: readonly HomeTask[]; readonly left: number }> {
  const page = { limit: tasksShown, offset: 0 }
  const found = (await Promise.all(channels.map((channel) => tasks.ofChannel(team, channel, page)))).flat()
  const counts = await Promise.all(channels.map((channel) => tasks.countsOfChannel(team, channel)))
  const total = counts.reduce((sum, { creating, created, unknown }) => sum + creating + created + unknown, 0)
  const newest = found.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).slice(0, tasksShown)
  return { tasks: newest, left: Math.max(0, total - newest.length) }
}
