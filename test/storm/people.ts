/** What people do in a workspace of a storm, each at their own pace, and what they keep in mind of it. */
import { RESULT_IDS } from '../../sandbox/service/data/recommendations.ts'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { Acknowledgement, ShownMessage, SlackFault, SlackSandbox } from '../../sandbox/slack/model.ts'
import type { Chance } from '../chaos/random.ts'
import { buttonsOf } from '../e2e/watch.ts'
import { realNow, type StormClock } from './time.ts'

/** One thing that a person did, and what came of it. */
export interface Deed {
  readonly team: string
  readonly user: string
  readonly kind: 'command' | 'mention' | 'click' | 'anyway' | 'home'
  readonly text: string
  readonly channel: string
  /** Real instants: when it was done, and when its answer was there. */
  readonly at: number
  readonly answeredAt: number | null
  /** Whether it was done while nothing was to go wrong by itself. */
  readonly calm: boolean
  readonly acknowledged: Pick<Acknowledgement, 'ok' | 'ms' | 'error'>
  /** How many answers there are, where they can be told apart. */
  readonly answers: number
  /** How they begin. */
  readonly said?: readonly string[]
  /** What a click was about. */
  readonly resultId?: string
}

export const channel = CHANNELS.brandVisibility
const verbs = [
  'visibility',
  'reddit',
  'actions',
  'engines',
  'help',
  'digest list',
  'tasks',
  'status',
] as const
/** Whoever types commands clicks nothing, so that their answers can be counted. */
const typists = [USERS.owner, USERS.member] as const
const clickers = [USERS.admin, USERS.member2] as const
/** So long a person waits for an answer. */
const patienceMs = 25_000

const isProgress = (message: ShownMessage) => message.text.startsWith('Looking it up')
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export class People {
  readonly #slack: SlackSandbox
  readonly #clock: StormClock
  readonly #chance: Chance
  readonly deeds: Deed[] = []
  readonly faults: Record<string, number> = {}
  readonly #waiting: { end(): void }[] = []
  #busy = false
  #loops: Promise<void>[] = []

  constructor(slack: SlackSandbox, clock: StormClock, chance: Chance) {
    this.#slack = slack
    this.#clock = clock
    this.#chance = chance
  }

  /** @param paceMs so long each person does nothing between two things, on average */
  begin(teams: readonly string[], paceMs: number): void {
    this.#busy = true
    this.#loops = teams.flatMap((team) => [
      ...typists.map((user) => this.#loop(paceMs, () => this.#command(team, user))),
      this.#loop(paceMs * 2, () => this.#mention(team)),
      this.#loop(paceMs * 2, () => this.#click(team)),
      this.#loop(paceMs * 4, () => this.#home(team)),
    ])
    this.#loops.push(this.#weather(teams))
  }

  async end(): Promise<void> {
    this.#busy = false
    await Promise.all(this.#loops)
    for (const fault of this.#waiting.splice(0)) fault.end()
  }

  async #loop(paceMs: number, act: () => Promise<void>): Promise<void> {
    await pause(this.#chance.between(0, paceMs))
    while (this.#busy) {
      await act()
      await pause(this.#chance.between(paceMs / 2, paceMs * 1.5))
    }
  }

  /** Waits for what the probe finds, as long as a person would. */
  async #shown<T>(slack: SlackSandbox, probe: () => T | null | undefined | false): Promise<T | null> {
    return slack.until(probe, 'an answer', patienceMs).catch(() => null)
  }

  async #command(team: string, user: string): Promise<void> {
    const slack = this.#slack.in(team)
    const text = verbs[this.#chance.between(0, verbs.length - 1)] ?? 'help'
    const own = () => slack.messages(channel, user).filter(({ ephemeralFor }) => ephemeralFor === user)
    const before = new Set(own().map(({ ts }) => ts))
    const [at, calm] = [realNow(), !this.#clock.stormy]
    const acknowledged = await slack.command({ user, channel, text: `/sightline ${text}` })
    const answers = () => own().filter((message) => !before.has(message.ts) && !isProgress(message))
    const answer = acknowledged.ok ? await this.#shown(slack, () => answers()[0]) : null
    const answeredAt = answer === null ? null : realNow()
    // A second one would come soon.
    if (answer !== null) await pause(200)
    const said = answers().map(({ ts, text }) => `${ts} ${text.slice(0, 100)}`)
    this.#did(team, user, {
      kind: 'command',
      text,
      at,
      answeredAt,
      calm,
      acknowledged,
      answers: said.length,
      said,
    })
  }

  async #mention(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const user = USERS.member2
    const text = 'how did we do last week?'
    const [at, calm] = [realNow(), !this.#clock.stormy]
    const ts = slack.post({ user, channel, text: `<@${APP.botUser}> ${text}` })
    const answers = () =>
      slack
        .messages(channel)
        .filter(
          (one) => one.thread_ts === ts && one.ts !== ts && one.user === APP.botUser && !isProgress(one),
        )
    const answer = await this.#shown(slack, () => answers()[0])
    this.#did(team, user, {
      kind: 'mention',
      text: ts,
      at,
      answeredAt: answer === null ? null : realNow(),
      calm,
      acknowledged: { ok: true, ms: 0 },
      answers: answers().length,
    })
  }

  /** Several people click the same button at the same time. */
  async #click(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const shown = slack
      .messages(channel)
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
    // Nobody does that lightly.
    if (isAnyway && !this.#chance.happens(0.2)) return
    const resultId = resultIn(message, button)
    const calm = !this.#clock.stormy
    const people = isAnyway ? clickers.slice(0, 1) : clickers
    await Promise.all(
      people.map(async (user) => {
        const at = realNow()
        const acknowledged = await slack
          .click({ user, channel, ts: message.ts, actionId: button.actionId, blockId: button.blockId })
          // Somebody else's click has changed the message meanwhile.
          .catch(() => null)
        if (acknowledged === null) return
        this.#did(team, user, {
          kind: isAnyway ? 'anyway' : 'click',
          text: `${message.ts} ${button.actionId}`,
          at,
          answeredAt: null,
          calm,
          acknowledged,
          answers: 0,
          ...(resultId === null ? {} : { resultId }),
        })
      }),
    )
  }

  async #home(team: string): Promise<void> {
    const slack = this.#slack.in(team)
    const [at, calm, user] = [realNow(), !this.#clock.stormy, USERS.owner]
    const acknowledged = await slack.openHome({ user })
    const home = await this.#shown(slack, () => slack.home(user))
    const answeredAt = home === null ? null : realNow()
    this.#did(team, user, { kind: 'home', text: '', at, answeredAt, calm, acknowledged, answers: 1 })
  }

  #did(team: string, user: string, deed: Omit<Deed, 'team' | 'user' | 'channel'>): void {
    const { ok, ms, error } = deed.acknowledged
    const acknowledged = { ok, ms, ...(error === undefined ? {} : { error }) }
    this.deeds.push({ team, user, channel, ...deed, acknowledged })
  }

  /** In a storm Slack's methods fail now and then, each for the next call in a workspace. */
  async #weather(teams: readonly string[]): Promise<void> {
    const chance = this.#chance
    while (this.#busy) {
      // About one for each workspace in twenty seconds.
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
      this.#waiting.push(this.#slack.in(team).fail(method, how, 1))
    }
  }
}

/** Which recommendation a button is about: its id stands in the button's value. */
export function resultIn(
  { blocks }: Pick<ShownMessage, 'blocks'>,
  { actionId, blockId }: { readonly actionId: string; readonly blockId: string },
): string | null {
  const block = blocks.find(({ block_id }) => block_id === blockId)
  const elements = [block?.elements ?? [], block?.accessory ?? []].flat() as { action_id?: string }[]
  const json = JSON.stringify(elements.find(({ action_id }) => action_id === actionId) ?? {})
  return RESULT_IDS.find((id) => json.includes(id)) ?? null
}
