/** What people do in a workspace of a storm, each at their own pace, and what they remember of it. */
import { RESULT_IDS } from '../../sandbox/service/data/recommendations.ts'
import type { Acknowledgement, ShownMessage, SlackFault } from '../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../sandbox/slack/sandbox.ts'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/world/seed.ts'
import type { Chance } from '../chance.ts'
import { buttonsOf } from '../e2e/slack-screen.ts'
import { everydayCommands } from '../everyday-commands.ts'
import { firstName } from './digests.ts'
import { actInForms, type Person } from './forms.ts'
import { channels, numberOf, onlyProposed, recommendations } from './marks.ts'
import { pause, realNow, type StormClock } from './time.ts'

/** A change that a person wanted, and what they were told. */
export interface Changed {
  readonly what: 'time zone' | 'subreddits' | 'done' | 'note' | 'note text' | 'watch' | 'key'
  /** A channel, a recommendation, a note, a website evaluation. */
  readonly of: string
  readonly to: string
  /** `no`: they were told that nothing was changed. */
  readonly saved: 'yes' | 'no' | 'unknown'
}

/** How people write to the bot: in a channel, in direct messages, or in the agent view beside a channel. */
export type MessageKind = 'mention' | 'direct' | 'agent'

/** One thing that a person did, and its outcome. */
export interface Deed {
  readonly team: string
  readonly user: string
  readonly kind: 'command' | MessageKind | 'step' | 'call' | 'click' | 'anyway' | 'form' | 'install'
  /** What was typed; for a message its `ts`, for a workflow step the id of its execution, for a call its tool. */
  readonly text: string
  readonly channel: string
  /** A real instant. */
  readonly at: number
  /** When a change was confirmed. */
  readonly answeredAt?: number | null
  readonly acknowledged: Pick<Acknowledgement, 'ok' | 'error'>
  /** The number of answers, where they can be told apart; of a call, its blocks. */
  readonly answers: number
  /** How the answers begin. */
  readonly texts?: readonly string[]
  /** The recommendation of a click. */
  readonly resultId?: string
  readonly changed?: Changed
}

/** A day of people at work. */
export interface WorkDay {
  readonly teams: readonly string[]
  /** How long each person waits between two actions, on average. */
  readonly paceMs: number
  readonly day: number
  /** Where a workspace's keys are managed. */
  readonly serviceUrl: string
  /** Workspaces that install the app during the day. */
  readonly arriving?: readonly string[]
}

interface Place {
  readonly user: string
  readonly channel: string
}

export const channel = CHANNELS.brandVisibility
const verbs = [...everydayCommands, 'review'] as const
/** People who type commands don't click, so that their answers can be counted. */
const typists = [USERS.owner, USERS.member] as const
const clickers = [USERS.admin, USERS.member2] as const
/** How long a person waits for an answer. */
const answerTimeoutMs = 25_000
/** In the evening people wait only this long for missing answers. */
const eveningTimeoutMs = 8_000

const isProgress = (message: ShownMessage) => message.text.startsWith('Looking it up')
/** Sent to each person who opens Messages for the first time. */
const isWelcome = (message: ShownMessage) => message.text.includes('Ask here in your own words')

export class People {
  readonly #slack: SlackSandbox
  readonly #clock: StormClock
  readonly #chance: Chance
  readonly #install: (team: string) => Promise<string>
  readonly deeds: Deed[] = []
  readonly faults: Record<string, number> = {}
  readonly #pendingFaults: { end(): void }[] = []
  /** The generation of each workspace's key, by its number. */
  readonly #keys = new Map<number, number>()
  #busy = false
  /** Resolves when the day's work ends. */
  #evening = Promise.withResolvers<void>()
  /** Resolves when all waiting ends. */
  #night = Promise.withResolvers<void>()
  #loops: Promise<void>[] = []

  constructor(
    slack: SlackSandbox,
    clock: StormClock,
    chance: Chance,
    install: (team: string) => Promise<string>,
  ) {
    this.#slack = slack
    this.#clock = clock
    this.#chance = chance
    this.#install = install
  }

  begin(today: WorkDay): void {
    const { teams, paceMs, arriving = [] } = today
    this.#busy = true
    this.#evening = Promise.withResolvers()
    this.#night = Promise.withResolvers()
    this.#loops = teams.flatMap((team) => [
      ...typists.map((user) => this.#loop(paceMs, () => this.#command(team, user))),
      this.#loop(paceMs * 2, () => this.#mention(team)),
      this.#loop(paceMs * 3, () => this.#writeDirectly(team)),
      this.#loop(paceMs * 3, () => this.#runWorkflow(team)),
      this.#loop(paceMs * 2, () => this.#click(team)),
      this.#loop(paceMs, () => this.#askSlackbot(team)),
      this.#loop(paceMs * 4, () => this.#home(team)),
      ...clickers.map((user) => this.#loop(paceMs, () => actInForms(this.#person(team, user, today)))),
    ])
    this.#loops.push(this.injectFaults(teams), ...arriving.map((team) => this.#installIn(team, paceMs)))
  }

  /** The first person to use the app in a workspace tries until it knows that it is installed there. */
  async waitUntilInstalled(slack: SlackSandbox): Promise<void> {
    const [team, user] = [slack.team.id, USERS.owner]
    for (let tries = 0; tries < 20; tries += 1) {
      const { texts = [] } = await this.#type(team, user, channel, 'help')
      if (texts.length > 0 && !/installed in this workspace/.test(texts.join())) return
      await pause(500)
    }
    throw new Error(`no answer in ${team}`)
  }

  async end(): Promise<void> {
    this.#busy = false
    this.#evening.resolve()
    const night = setTimeout(() => this.#night.resolve(), eveningTimeoutMs)
    await Promise.all(this.#loops).finally(() => clearTimeout(night))
    for (const fault of this.#pendingFaults.splice(0)) fault.end()
  }

  async #loop(paceMs: number, act: () => Promise<void>): Promise<void> {
    await this.#rest(this.#chance.between(0, paceMs))
    while (this.#busy) {
      await act()
      await this.#rest(this.#chance.between(paceMs / 2, paceMs * 1.5))
    }
  }

  /** Until the evening at the latest. */
  async #rest(ms: number): Promise<void> {
    await Promise.race([pause(ms), this.#evening.promise])
  }

  /** Waits for the probe's result, as long as a person would. */
  async #waitFor<T>(slack: SlackSandbox, probe: () => T | null | undefined | false): Promise<T | null> {
    const shown = slack.until(probe, 'an answer', answerTimeoutMs).catch(() => null)
    return Promise.race([shown, this.#night.promise.then(() => null)])
  }

  #person(team: string, user: string, { day, serviceUrl }: WorkDay): Person {
    const slack = this.#slack.in(team)
    return {
      slack,
      user,
      day,
      chance: this.#chance,
      mayChangeKey: user === USERS.admin,
      key: this.#keys.get(numberOf(team)) ?? 1,
      waitFor: (probe) => this.#waitFor(slack, probe),
      record: (deed) => this.#record(team, user, { kind: 'form', ...deed }),
      replacedKey: async (generation) => {
        this.#keys.set(numberOf(team), generation)
        // Longer than a process may use a cached key without asking the database.
        await this.#clock.sleep(15_000)
        await fetch(`${serviceUrl}/storm/keys/${numberOf(team)}/${generation}`, { method: 'POST' })
      },
    }
  }

  /** A workspace installs the app, and tries again if the connection is cut. */
  async #installIn(team: string, paceMs: number): Promise<void> {
    await this.#rest(this.#chance.between(paceMs / 6, paceMs / 3))
    const at = realNow()
    let response = ''
    for (let tries = 1; tries <= 10 && !response.startsWith('200'); tries += 1) {
      response = await this.#install(team).catch((error: unknown) => String(error))
      await pause(1_000)
    }
    const ok = response.startsWith('200')
    const acknowledged = { ok, ...(ok ? {} : { error: response.slice(0, 300) }) }
    this.#record(team, USERS.owner, { kind: 'install', text: '', at, acknowledged })
  }

  #randomChannel(): string {
    return channels[this.#chance.between(0, channels.length - 1)] ?? channel
  }

  async #command(team: string, user: string): Promise<void> {
    const text = verbs[this.#chance.between(0, verbs.length - 1)] ?? 'help'
    await this.#type(team, user, this.#randomChannel(), text)
  }

  async #type(team: string, user: string, channel: string, text: string): Promise<Deed> {
    const slack = this.#slack.in(team)
    const ephemerals = () => slack.messages(channel, user).filter(({ ephemeralFor }) => ephemeralFor === user)
    const before = new Set(ephemerals().map(({ ts }) => ts))
    const deed = { kind: 'command', channel, text, at: realNow() } as const
    const acknowledged = await slack.command({ user, channel, text: `/sightline ${text}` })
    const answers = () => ephemerals().filter((message) => !before.has(message.ts) && !isProgress(message))
    const answer = acknowledged.ok ? await this.#waitFor(slack, () => answers()[0]) : null
    // A duplicate would arrive soon.
    if (answer !== null) await pause(200)
    const texts = answers().map(({ ts, text }) => `${ts} ${text.slice(0, 100)}`)
    return this.#record(team, user, { ...deed, acknowledged, answers: texts.length, texts })
  }

  async #mention(team: string): Promise<void> {
    await this.#write(team, 'mention', { user: USERS.member2, channel: this.#randomChannel() })
  }

  /** Writes in the agent view, which knows the channel its person is looking at, or in a closed one. */
  async #writeDirectly(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const user = USERS.member
    const { channel } = await slack.openAssistant({ user, channel: this.#randomChannel() })
    const kind = this.#chance.happens(0.6) ? 'agent' : 'direct'
    if (kind === 'direct') slack.closeAssistant({ user })
    await this.#write(team, kind, { user, channel })
  }

  /** Writes a question and waits for the answer. */
  async #write(team: string, kind: MessageKind, { user, channel }: Place): Promise<void> {
    const slack = this.#slack.in(team)
    const at = realNow()
    const to = kind === 'mention' ? `<@${APP.botUser}> ` : ''
    const ts = slack.post({ user, channel, text: `${to}how did we do last week?` })
    const thread = kind === 'direct' ? undefined : ts
    // What only one person may read about a mention is outside the thread that nobody has replied in.
    const isThere = (one: ShownMessage) =>
      one.thread_ts === thread || (kind === 'mention' && one.ephemeralFor === user)
    const answers = () =>
      slack
        .messages(channel)
        .filter((one) => isThere(one) && one.ts > ts && one.user === APP.botUser)
        .filter((one) => !isProgress(one) && !isWelcome(one))
    await this.#waitFor(slack, () => answers()[0])
    const deed = { kind, channel, text: ts, at, answers: answers().length }
    this.#record(team, user, { ...deed, acknowledged: { ok: true } })
  }

  /** Runs a workflow with one step, started by a person. */
  async #runWorkflow(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const [user, at] = [USERS.admin, realNow()]
    const recommendation = this.#recommendation()
    const [callbackId, where, inputs] = this.#chance.weighted<
      readonly [string, string, Readonly<Record<string, unknown>>]
    >([
      [3, ['get_visibility', this.#randomChannel(), {}]],
      [2, ['post_digest_now', channel, { digest: firstName(numberOf(team)) }]],
      [2, ['create_task', this.#randomChannel(), { recommendation }]],
    ])
    // Workspaces that removed the app no longer have the step.
    const run = await slack
      .runStep({ callbackId, user, inputs: { channel: where, ...inputs } })
      .catch(() => null)
    if (run === null) return
    await this.#waitFor(slack, () =>
      slack.stepRuns().find(({ id, status }) => id === run.id && status !== 'running'),
    )
    const acknowledged = run.acknowledged ?? { ok: false }
    this.#record(team, user, { kind: 'step', channel: where, text: run.id, at, acknowledged })
  }

  /** Several people click the same button at the same time. */
  async #click(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const shown = channels
      .flatMap((one) => slack.messages(one))
      .filter(({ ephemeralFor }) => ephemeralFor === undefined)
      .flatMap((message) =>
        buttonsOf(message.blocks)
          .filter(({ label }) => label === 'Create task' || label === 'Create anyway')
          .map((button) => ({ message, button })),
      )
    const chosen = shown[this.#chance.between(0, Math.max(0, shown.length - 1))]
    if (chosen === undefined) return
    const { message, button } = chosen
    const isAnyway = button.label === 'Create anyway'
    // People rarely do that.
    if (isAnyway && !this.#chance.happens(0.2)) return
    const resultId = resultIn(message, button)
    const { channel, ts } = message
    const { actionId, blockId } = button
    const people = isAnyway ? clickers.slice(0, 1) : clickers
    await Promise.all(
      people.map(async (user) => {
        const at = realNow()
        const click = slack.click({ user, channel, ts, actionId, blockId })
        // Another person's click has changed the message since.
        const acknowledged = await click.catch(() => null)
        if (acknowledged === null) return
        this.#record(team, user, {
          kind: isAnyway ? 'anyway' : 'click',
          channel,
          text: `${ts} ${actionId}`,
          at,
          acknowledged,
          ...(resultId === null ? {} : { resultId }),
        })
      }),
    )
  }

  /** Lets Slackbot call a tool, and clicks “Create task” in its answer twice, unless it is only to be proposed. */
  async #askSlackbot(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const [user, at] = [USERS.member2, realNow()]
    const where = this.#randomChannel()
    const resultId = this.#chance.happens(0.5) ? onlyProposed : this.#recommendation()
    const [tool, args] = this.#chance.weighted<readonly [string, Readonly<Record<string, unknown>>]>([
      [4, ['get_visibility', { channel: where }]],
      [1, ['get_visibility', { period: 'last month', engines: ['Perplexity'] }]],
      [1, ['get_visibility', { channel: 'no-such-channel' }]],
      [2, ['explain_change', { channel: where }]],
      [1, ['compare_engines', {}]],
      [1, ['find_gaps', { channel: where }]],
      [1, ['read_reddit', { channel: where }]],
      [1, ['list_recommendations', { channel }]],
      [4, ['create_task', { recommendation: resultId, channel }]],
      [1, ['list_tasks', { channel: where }]],
      [1, ['get_review', { channel: where }]],
      [1, ['list_options', {}]],
    ])
    const acknowledged = await slack.askSlackbot({ user, tool, arguments: args })
    const answer = slack.slackbotMessages(user).at(-1)
    const called = { kind: 'call', channel: where, text: tool, at } as const
    const shown = { answers: answer?.blocks.length ?? 0, texts: [answer?.text ?? ''] }
    this.#record(team, user, { ...called, acknowledged, ...shown })
    const button = buttonsOf(answer?.blocks).find(({ label }) => label === 'Create task')
    if (answer === undefined || button === undefined || resultId === onlyProposed) return
    const click = { user, ts: answer.ts, actionId: button.actionId, blockId: button.blockId }
    const clicked = { kind: 'click', text: `Slackbot ${answer.ts}`, at } as const
    const clicks = await Promise.all([click, click].map((one) => slack.clickInSlackbot(one)))
    for (const acknowledged of clicks) this.#record(team, user, { ...clicked, acknowledged, resultId })
  }

  #recommendation(): string {
    return recommendations[this.#chance.between(0, recommendations.length - 1)] ?? ''
  }

  async #home(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    await slack.openHome({ user: USERS.owner })
    await this.#waitFor(slack, () => slack.home(USERS.owner))
  }

  #record(
    team: string,
    user: string,
    deed: Omit<Deed, 'team' | 'user' | 'channel' | 'answers'> & Partial<Pick<Deed, 'channel' | 'answers'>>,
  ): Deed {
    const { ok, error } = deed.acknowledged
    const acknowledged = { ok, ...(error === undefined ? {} : { error }) }
    const done = { team, user, channel, answers: 0, ...deed, acknowledged }
    this.deeds.push(done)
    return done
  }

  /** In a storm, Slack methods fail now and then; each failure hits the next call in one workspace. */
  async injectFaults(teams: readonly string[]): Promise<void> {
    const chance = this.#chance
    while (this.#busy) {
      // About one per workspace every twenty seconds.
      await pause(Math.max(20, 20_000 / teams.length))
      if (!this.#clock.stormy) continue
      const method = chance.weighted([
        [6, 'chat.postMessage'],
        [2, 'chat.update'],
        [1, 'conversations.history'],
        [1, 'users.info'],
      ])
      const how = chance.weighted<SlackFault>([
        [3, { reset: 'after' }],
        [2, { reset: 'before' }],
        [2, { status: 503 }],
        [2, { retryAfter: 2 }],
        [1, { error: 'internal_error' }],
        [1, { delayMs: 3_000 }],
      ])
      const team = teams[chance.between(0, teams.length - 1)] ?? ''
      const name = `${method} ${Object.entries(how).flat().join(' ')}`
      this.faults[name] = (this.faults[name] ?? 0) + 1
      this.#pendingFaults.push(this.#slack.in(team).fail(method, how, 1))
    }
  }
}

/** The recommendation of a button; its id is in the button's value. */
export function resultIn(
  { blocks }: Pick<ShownMessage, 'blocks'>,
  { actionId, blockId }: { readonly actionId: string; readonly blockId: string },
): string | null {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  const elements = [block?.elements ?? [], block?.accessory ?? []].flat() as { action_id?: string }[]
  const json = JSON.stringify(elements.find(({ action_id }) => action_id === actionId) ?? {})
  return RESULT_IDS.find((id) => json.includes(id)) ?? null
}
