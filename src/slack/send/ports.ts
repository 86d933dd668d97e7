import type {
  AgentView,
  Answer,
  Canvases,
  ChannelDirectory,
  FileSender,
  History,
  HomeTabs,
  Modals,
  People,
  Poster,
  SlackCheck,
  Steps,
} from '../port.ts'
import { createAgentView } from './agent-view.ts'
import { answerTo } from './answer.ts'
import { createCanvases } from './canvases.ts'
import { createDirectory, createIsShared } from './channel-directory.ts'
import type { SlackClient, SlackContext } from './client.ts'
import { createFiles } from './files.ts'
import { createHistory } from './history.ts'
import { createHomeTabs, createModals } from './modals.ts'
import { createPeople } from './people.ts'
import { createPoster } from './poster.ts'
import { createOrganization, createSlackCheck, type SlackTime } from './slack-check.ts'
import { createSteps } from './steps.ts'

/** The bot's operations in one Slack workspace. */
export interface SlackPorts {
  readonly poster: Poster
  readonly modals: Modals
  readonly homeTabs: HomeTabs
  readonly people: People
  readonly directory: ChannelDirectory
  readonly history: History
  readonly files: FileSender
  readonly canvases: Canvases
  readonly steps: Steps
  readonly slack: SlackCheck
  readonly agentView: AgentView
  /** Whether other organizations are in the channel, or invited; `null`: Slack didn't say. */
  isShared(channel: string): Promise<boolean | null>
  /** The Enterprise Grid organization of the bot's token; `null`: none. @throws {PostError} */
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

/** @param client with the workspace's bot token; must not retry, and must have a time-out */
export function createPorts(
  client: SlackClient,
  time: SlackTime,
  { clock, log }: Pick<SlackContext, 'clock' | 'log'>,
): SlackPorts {
  const poster = createPoster(client)
  const history = createHistory(client)
  return {
    poster,
    modals: createModals(client, { log }),
    homeTabs: createHomeTabs(client),
    people: createPeople(client, { clock, log }),
    directory: createDirectory(client),
    history,
    files: createFiles(client),
    canvases: createCanvases(client),
    steps: createSteps(client),
    slack: createSlackCheck(client, time),
    agentView: createAgentView(client, { clock, log }),
    isShared: createIsShared(client, clock),
    organization: createOrganization(client, clock),
    answerAt: ({ responseAddress, channel, user, threadTs = null }) =>
      answerTo(responseAddress, client, { channel, user, threadTs }, clock),
  }
}
