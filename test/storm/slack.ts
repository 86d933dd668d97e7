/** The sandbox's Slack in a child process, with the people of all workspaces of a storm, and its books. */
import { writeFileSync } from 'node:fs'
import { ServerResponse } from 'node:http'
import { APP, startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { ShownCanvas, ShownMessage, SlackEnterprise, StepRun } from '../../sandbox/slack/model.ts'
import { Chance } from '../chance.ts'
import { answerDriver } from './child.ts'
import { channels, markOf, moreChannels, teamOf } from './marks.ts'
import { type Deed, People, type WorkDay } from './people.ts'
import { asSandboxClock, StormClock, setMachineClock } from './time.ts'

export interface SlackAddresses {
  readonly apiUrl: string
  readonly signingSecret: string
}

/** What Slack knows about one workspace. */
export interface WorkspaceBooks {
  readonly team: string
  /** All messages in its channels and direct messages. */
  readonly messages: readonly ShownMessage[]
  /** Every call that the app made there, with its arguments. */
  readonly sent: readonly string[]
  readonly views: string
  readonly canvases: readonly ShownCanvas[]
  /** What people and Slackbot said to each other. */
  readonly slackbot: readonly ShownMessage[]
  /** Executions of workflow steps. */
  readonly steps: readonly StepRun[]
  /** The user of each direct-message channel. */
  readonly directs: Readonly<Record<string, string>>
}

export interface SlackBooks {
  readonly workspaces: readonly WorkspaceBooks[]
  readonly deeds: readonly Deed[]
  /** Tokens issued, and why others were refused. */
  readonly renewals: { readonly done: number; readonly refused: readonly string[] }
  readonly faults: Readonly<Record<string, number>>
  readonly calls: number
}

const { STORM_TIME = '', STORM_SEED, STORM_TEAMS, STORM_ORG, STORM_MANIFEST = '' } = process.env
const oauth = { clientId: '1234567890.1234567890', clientSecret: 'sandbox-client-secret-storm' }
const clock = new StormClock(STORM_TIME)
// Slack's signatures and the `date` header of its answers use this clock. Node takes that date from elsewhere.
setMachineClock(clock)
const { writeHead } = ServerResponse.prototype
ServerResponse.prototype.writeHead = function (this: ServerResponse, ...head: unknown[]) {
  this.setHeader('date', new Date(clock.ms()).toUTCString())
  return Reflect.apply(writeHead, this, head) as ServerResponse
} as typeof writeHead

const enterprise: SlackEnterprise = { id: 'E0STORM', name: 'Storm Holding' }
const numbers = Array.from({ length: Number(STORM_TEAMS) }, (_, number) => number)
let publicUrl = ''
const slack = await startSlack({
  clock: asSandboxClock(clock),
  manifest: STORM_MANIFEST,
  rateLimits: false,
  oauth: {
    ...oauth,
    redirectUrl: () => `${publicUrl}/slack/oauth_redirect`,
    // As with Slack: twelve hours.
    tokenLifeSeconds: 43_200,
  },
  moreTeams: numbers.map((number) => ({
    id: teamOf(number),
    name: `Storm ${markOf(number)}`,
    domain: `storm-${number}`,
    ...(number < Number(STORM_ORG) ? { enterprise } : {}),
  })),
})
const everybody = [USERS.owner, USERS.admin, USERS.member, USERS.member2, APP.botUser]
for (const number of numbers)
  for (let index = 1; index <= moreChannels; index += 1) {
    const { id } = slack.in(teamOf(number)).addChannel({ name: `storm-${index}`, members: everybody })
    if (!channels.includes(id)) throw new Error(`${id} is none of the channels that a storm knows`)
  }
const people = new People(slack, clock, new Chance(Number(STORM_SEED) + 2), (team) => install(team, false))

/** Installs the app at the public address, as a browser does. Returns the text of the final page. */
async function install(team: string, org: boolean): Promise<string> {
  const browse = (address: string, headers: Record<string, string> = {}) =>
    fetch(new URL(address, publicUrl), { headers: { ...headers, connection: 'close' }, redirect: 'manual' })
  const page = await browse('/slack/install')
  const [cookie = ''] = (page.headers.get('set-cookie') ?? '').split(';')
  const link = /<a [^>]*href="([^"]*oauth\/v2\/authorize[^"]*)"/.exec(await page.text())?.[1]
  if (link === undefined) throw new Error('no “Add to Slack” on the page')
  const asked = new URL(link.replaceAll('&amp;', '&'))
  const answer = new URL('/oauth/v2/answer', asked)
  answer.search = asked.search
  answer.searchParams.set('team', team)
  if (org) answer.searchParams.set('org', '1')
  const answered = await fetch(answer, { redirect: 'manual' })
  const done = await browse(answered.headers.get('location') ?? '', { cookie })
  const shown = `${done.status} ${await done.text()}`
  if (!org || !shown.startsWith('200')) return shown
  // The app learns about an organization's workspaces one by one, when a person there uses it.
  const inOrganization = numbers
    .filter((number) => number < Number(STORM_ORG))
    .map((number) => slack.in(teamOf(number)))
  await Promise.all(inOrganization.map((workspace) => people.waitUntilInstalled(workspace)))
  return shown
}

function booksOf(team: string): WorkspaceBooks {
  const world = slack.in(team)
  return {
    team,
    messages: [...world.channels.keys()].flatMap((id) => world.messages(id)),
    sent: world.requests().map(({ method, args, ok }) => `${method} ${ok} ${JSON.stringify(args)}`),
    directs: Object.fromEntries(
      [...world.channels.values()]
        .filter(({ kind }) => kind === 'im')
        .map(({ id, members }) => [id, [...members].find((one) => one !== APP.botUser) ?? '']),
    ),
    canvases: [...world.channels.keys()].flatMap((id) => world.canvases(id)),
    slackbot: [...world.users.keys()].flatMap((id) => world.slackbotMessages(id)),
    steps: world.stepRuns(),
    views: JSON.stringify([...world.users.keys()].map((id) => [world.home(id), world.views(id)])),
  }
}

answerDriver({
  addresses: (): SlackAddresses => ({ apiUrl: slack.apiUrl, signingSecret: slack.signingSecret }),
  listen: (url: string) => {
    publicUrl = url
    slack.setRequestUrl(`${url}/slack/events`)
  },
  install: ({ team, org }: { team: string; org: boolean }) => install(team, org),
  uninstall: (team: string) => slack.in(team).uninstall(),
  begin: (day: WorkDay) => people.begin(day),
  end: () => people.end(),
  books: (file: string) => {
    const workspaces = numbers.map((number) => booksOf(teamOf(number)))
    const issued = [slack, ...numbers.map((number) => slack.in(teamOf(number)))].flatMap((world) =>
      world.requests().filter(({ method }) => method === 'oauth.v2.access'),
    )
    const books: SlackBooks = {
      renewals: {
        done: issued.filter(({ ok }) => ok).length,
        refused: issued.filter(({ ok }) => !ok).map(({ error = '' }) => error),
      },
      workspaces,
      deeds: people.deeds,
      faults: people.faults,
      calls: workspaces.reduce((sum, { sent }) => sum + sent.length, 0),
    }
    writeFileSync(file, JSON.stringify(books))
  },
})
