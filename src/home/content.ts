import type { HomeContent, HomeDigest } from '../blocks/home/home.ts'
import type { HomeRecommendation } from '../blocks/home/home-work.ts'
import { channelOfDigests, newestFirst } from '../channels/conversation-channel.ts'
import { channelScope } from '../channels/settings.ts'
import { describeDigests } from '../digests/manage/describe-digests.ts'
import type { Story } from '../model/story.ts'
import { isAdmin } from '../slack/receive/access.ts'
import type { OpenHomeTab, Viewer } from '../slack/send/home-viewers.ts'
import { messageLink, type Workspace } from '../slack/workspace.ts'
import type { Subscription, TaskRecord } from '../store/index.ts'
import { storyKey, storyWords } from '../tasks/follow-up.ts'
import { createdAt } from '../tasks/recommendations.ts'
import { type HomeRequests, standingKey } from './figures.ts'

/** Slack's limit of 100 blocks would allow more, but nobody reads a longer page. */
const digestsOnAPage = 12
const tasksShown = 3
/** If there are more, only those with the newest digests, then those with settings of their own. */
const channelsRead = 20

export type HomeContentWorkspace = Pick<
  Workspace,
  'team' | 'url' | 'store' | 'clock' | 'people' | 'defaults' | 'access'
> & { readonly apiKey: Pick<Workspace['apiKey'], 'configured' | 'fingerprint'> }

type Dashboard = Extract<HomeContent, { kind: 'dashboard' }>

export interface ReadTab<Content = HomeContent> {
  readonly content: Content
  /** What to request from the service; `null`: nothing. */
  readonly requests: HomeRequests | null
  /** Whether the given figures already answer all `requests`. */
  readonly isAnswered: boolean
}

/** From the database, with the service's figures where they have arrived. @param page else the nearest existing one */
export async function homeContent(
  workspace: HomeContentWorkspace,
  viewer: Viewer,
  channels: ReadonlySet<string>,
  { page: requested, figures, outcome }: Pick<OpenHomeTab, 'page' | 'figures' | 'outcome'>,
): Promise<ReadTab<Dashboard>> {
  const { store, team } = workspace
  const all = await store.subscriptions.forChannels(team, [...channels])
  const pages = Math.max(1, Math.ceil(all.length / digestsOnAPage))
  const page = Math.min(Math.max(1, requested), pages)
  const here = all.slice((page - 1) * digestsOnAPage, page * digestsOnAPage)
  const [digests, connection, refusals] = await Promise.all([
    describedDigests(workspace, here),
    connectionOf(workspace, viewer),
    workspace.access.refusals({ ...viewer, channel: null }),
  ])
  const mayChange = !refusals.has('changers')
  const list = { kind: 'dashboard', digests, total: all.length, page, pages, connection, mayChange } as const
  // Later pages have only digests.
  if (page > 1) return { content: { ...list, standing: null, open: null }, requests: null, isAnswered: true }
  const open = await openWork(workspace, viewer, [...channels], all)
  const analysisChannel = await channelOfAnalysis(store, team, viewer.user, channels, all)
  const scope = await channelScope(workspace, { team, channel: analysisChannel ?? '' })
  const untitled = [...open.recommendations, ...open.tasks.filter(({ name }) => name === null)]
  const followed = await followedTasks(workspace, open.tasks)
  const requests = { scope, untitled, followed }
  const sameFigures = figures?.standingKey === (await standingKey(workspace, requests)) ? figures : null
  const titles = figures?.titles ?? new Map<string, string | null>()
  const stories = figures?.stories ?? new Map<string, Story | null>()
  const titled = <T extends { readonly resultId: string }>(one: T) => ({
    ...one,
    title: titles.get(one.resultId) ?? null,
  })
  return {
    content: {
      ...list,
      standing: { ...(sameFigures?.standing ?? { kind: 'loading' }), channel: analysisChannel },
      open: {
        ...open,
        mayChange,
        recommendations: open.recommendations.map((one) => ({
          ...titled(one),
          outcome: outcome?.resultId === one.resultId ? outcome : undefined,
        })),
        tasks: open.tasks.map((task) => ({
          ...titled(task),
          at: createdAt(task),
          story: stories.get(storyKey(task)) ?? null,
          link: task.messageTs === null ? null : messageLink(workspace, task.channel, task.messageTs),
        })),
        words: storyWords(workspace, scope),
      },
    },
    requests,
    isAnswered:
      sameFigures !== null &&
      untitled.every(({ resultId }) => titles.has(resultId)) &&
      followed.every(({ tasks }) => tasks.every((task) => stories.has(storyKey(task)))),
  }
}

async function describedDigests(
  workspace: HomeContentWorkspace,
  digests: readonly Subscription[],
): Promise<readonly HomeDigest[]> {
  const described = await describeDigests(workspace, digests)
  return described.map((digest) => ({
    ...digest,
    link: digest.last?.messageTs ? messageLink(workspace, digest.channel, digest.last.messageTs) : null,
  }))
}

/**
 * The channel whose analysis is shown: the one chosen for the person's direct messages, else that of their newest digest,
 * else that of the newest digest of all. `null`: the default analysis.
 */
export async function channelOfAnalysis(
  { conversationChannels }: Pick<Workspace['store'], 'conversationChannels'>,
  team: string,
  user: string,
  channels: ReadonlySet<string>,
  all: readonly Subscription[],
): Promise<string | null> {
  const chosen = await conversationChannels.get(team, user)
  return chosen !== null && channels.has(chosen) ? chosen : channelOfDigests(all, user)
}

async function openWork(
  workspace: HomeContentWorkspace,
  { user }: Viewer,
  everyChannel: readonly string[],
  all: readonly Subscription[],
) {
  const { store, team } = workspace
  const known = await store.channels.known(team, everyChannel)
  const withDigest = newestFirst(all).map(({ channel }) => channel)
  const candidates = [...new Set([...withDigest, ...known])]
  const channels = candidates.slice(0, channelsRead)
  const [tracked, open, newest] = await Promise.all([
    trackedIn(workspace, channels),
    store.tasks.openOf(team, user, everyChannel, tasksShown),
    Promise.all(channels.map((channel) => store.tasks.forChannel(team, channel, { limit: 1, offset: 0 }))),
  ])
  const untouched = await withoutTask(workspace, tracked)
  const { tasks, count } = open
  return {
    isTracking: tracked.length > 0,
    isPartial: candidates.length > channels.length,
    tasks,
    moreTasks: count - tasks.length,
    hasTasks: count > 0 || newest.some((list) => list.length > 0),
    recommendations: untouched.slice(0, 1),
    moreRecommendations: Math.max(0, untouched.length - 1),
  }
}

type Tracked = Omit<HomeRecommendation, 'title'>

async function trackedIn(
  workspace: HomeContentWorkspace,
  channels: readonly string[],
): Promise<readonly Tracked[]> {
  const { team } = workspace
  const scopes = await Promise.all(channels.map((channel) => channelScope(workspace, { team, channel })))
  const tracked = new Map(
    scopes
      .flatMap(({ channel, workspace, recommendations }) =>
        recommendations.map((resultId) => ({ channel, ...workspace, resultId })),
      )
      .toReversed()
      .map((one) => [JSON.stringify([one.organizationId, one.workspaceId, one.resultId]), one] as const),
  )
  return [...tracked.values()].toReversed()
}

async function withoutTask(
  { store, team }: HomeContentWorkspace,
  tracked: readonly Tracked[],
): Promise<readonly Tracked[]> {
  const latest = await Promise.all(tracked.map((one) => store.tasks.latest({ team, ...one })))
  return tracked.filter((_, index) => {
    const task = latest[index] ?? null
    return task === null || task.state === 'released'
  })
}

async function followedTasks(
  workspace: HomeContentWorkspace,
  tasks: readonly TaskRecord[],
): Promise<HomeRequests['followed']> {
  const byChannel = Map.groupBy(
    tasks.filter(({ state }) => state === 'created'),
    ({ channel }) => channel,
  )
  return Promise.all(
    [...byChannel].map(async ([channel, tasks]) => ({
      scope: await channelScope(workspace, { team: workspace.team, channel }),
      tasks,
    })),
  )
}

/** `null` except for the workspace's admins: only they can repair the connection. */
async function connectionOf(
  { people, store, team, apiKey }: HomeContentWorkspace,
  { user, outside }: Viewer,
): Promise<Dashboard['connection']> {
  if (outside !== false || !isAdmin(await people.person(user), team)) return null
  return { key: apiKey.configured ? 'configured' : await store.connections.get(team) }
}
