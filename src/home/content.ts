import type { HomeContent, HomeTask } from '../blocks/home/home.ts'
import { missingTitles } from '../channels/recommendation.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import { nextRunsShown } from '../digests/manage/manage.ts'
import { messageLink, type Workspace } from '../slack/workspace.ts'

/** Each takes three blocks, and a Home tab holds a hundred; a longer page would not be read. */
const digestsOnAPage = 12
const tasksShown = 5

/**
 * What a Home tab shows of the channels that its viewer is in.
 * @param requestedPage the page, from 1; the nearest existing one otherwise
 */
export async function homeContent(
  workspace: Pick<Workspace, 'team' | 'url' | 'store' | 'api' | 'clock'>,
  channels: ReadonlySet<string>,
  requestedPage: number,
): Promise<Extract<HomeContent, { kind: 'digests' | 'nothing' }>> {
  const { store, team } = workspace
  const all = await store.subscriptions.ofChannels(team, [...channels])
  if (all.length === 0) return { kind: 'nothing' }
  const pages = Math.ceil(all.length / digestsOnAPage)
  const page = Math.min(Math.max(1, requestedPage), pages)
  const here = all.slice((page - 1) * digestsOnAPage, page * digestsOnAPage)
  const digests = await describeDigests(workspace, here, workspace.clock.now(), nextRunsShown)
  const { tasks, more } = await newestTasks(workspace, team, [...new Set(here.map(({ channel }) => channel))])
  return {
    kind: 'digests',
    digests: digests.map((digest) => ({
      ...digest,
      link: digest.last?.messageTs ? messageLink(workspace, digest.channel, digest.last.messageTs) : null,
    })),
    total: all.length,
    page,
    pages,
    tasks,
    moreTasks: more,
  }
}

/** The newest tasks of some channels, and how many more there are. */
async function newestTasks(
  workspace: Pick<Workspace, 'store' | 'api' | 'clock'>,
  team: string,
  channels: readonly string[],
): Promise<{ readonly tasks: readonly HomeTask[]; readonly more: number }> {
  const { tasks } = workspace.store
  const page = { limit: tasksShown, offset: 0 }
  const newestOfEach = (
    await Promise.all(channels.map((channel) => tasks.ofChannel(team, channel, page)))
  ).flat()
  const counts = await Promise.all(channels.map((channel) => tasks.countsOfChannel(team, channel)))
  const total = counts.reduce((sum, { creating, created, unknown }) => sum + creating + created + unknown, 0)
  const newest = newestOfEach.toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1)).slice(0, tasksShown)
  const titles = await missingTitles(workspace, newest)
  const titled = newest.map((task) => ({ ...task, title: titles.get(task.resultId) ?? null }))
  return { tasks: titled, more: Math.max(0, total - newest.length) }
}
