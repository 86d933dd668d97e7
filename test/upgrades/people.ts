/** What people do in a channel of the sandbox's Slack, each time through the given process. */
import type { AnalyticsService } from '../../sandbox/service/model.ts'
import { USERS } from '../../sandbox/slack/index.ts'
import type { OpenView, ShownMessage, SlackSandbox } from '../../sandbox/slack/model.ts'
import { filledIn } from '../e2e/forms/fill-form.ts'
import { buttonsOf, textOf, texts } from '../e2e/slack-screen.ts'
import type { Process } from './processes.ts'

const user = USERS.owner
const shown = 'Task created'

export class People {
  readonly #slack: SlackSandbox
  readonly #service: AnalyticsService

  constructor(slack: SlackSandbox, service: AnalyticsService) {
    this.#slack = slack
    this.#service = service
  }

  /** Types a command and reads the person's ephemeral answer with these words. */
  async ask(at: Process, channel: string, text: string, words: RegExp): Promise<ShownMessage> {
    const before = new Set(this.#slack.messages(channel, user).map(({ ts }) => ts))
    this.#slack.setRequestUrl(at.url)
    const { ok, error } = await this.#slack.command({ user, channel, text: `/sightline ${text}` })
    if (!ok) throw new Error(`${at.name} doesn't acknowledge “${text}”: ${error}`)
    const isAnswer = (one: ShownMessage) =>
      one.ephemeralFor === user && !before.has(one.ts) && words.test(textOf(one))
    return this.#slack.until(
      () => this.#slack.messages(channel, user).findLast(isAnswer),
      `an answer of ${at.name} to “${text}” with ${words}`,
    )
  }

  /** Clicks "Create task" on all of these at the same time, and waits until each message shows one more task. */
  async createTask(
    ...clicks: readonly { readonly at: Process; readonly message: ShownMessage }[]
  ): Promise<void> {
    const posts = this.taskPosts().length
    const before = clicks.map(({ message }) => tasksIn(this.#now(message)))
    await Promise.all(
      clicks.map(({ at, message }) => {
        const button = buttonsOf(this.#now(message).blocks).find(({ label }) => label === 'Create task')
        if (button === undefined) throw new Error(`no button “Create task” in ${textOf(message)}`)
        // Slack reads the address at once.
        this.#slack.setRequestUrl(at.url)
        const { actionId, blockId } = button
        return this.#slack.click({ user, channel: message.channel, ts: message.ts, actionId, blockId })
      }),
    )
    await this.#slack.until(
      () => clicks.every(({ message }, index) => tasksIn(this.#now(message)) > (before[index] ?? 0)),
      `“${shown}” in each message, after a click at ${clicks.map(({ at }) => at.name).join(' and ')}`,
    )
    const made = this.taskPosts().length - posts
    if (made !== 1) throw new Error(`${made} tasks were asked for instead of one`)
  }

  /** The requests for tasks that reached the service, by path. */
  taskPosts(): readonly string[] {
    return this.#service
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/tasks'))
      .map(({ path }) => path)
  }

  /** Sets up a digest in the form, for the first whole minute after this many seconds. @returns that minute */
  async setUpDigest(
    at: Process,
    channel: string,
    name: string,
    inSeconds: number,
  ): Promise<Temporal.Instant> {
    this.#slack.setRequestUrl(at.url)
    for (const { id } of this.#slack.views(user).toReversed())
      await this.#slack.closeView({ user, viewId: id })
    await this.#slack.command({ user, channel, text: '/sightline digest add' })
    let form = await this.#modal((view) => field(view, 'time'), 'the digest’s form')
    const more = buttonsOf(form.view.blocks).find(({ label }) => label === 'More options')
    if (more !== undefined) {
      await this.#slack.viewAction({ user, viewId: form.id, actionId: more.actionId, blockId: more.blockId })
      form = await this.#modal((view) => field(view, 'name'), 'all of the digest’s form')
    }
    const zone =
      /"value":"([A-Za-z]+(?:\/[A-Za-z_]+)*)"/.exec(JSON.stringify(form.values.timeZone))?.[1] ?? 'UTC'
    const slot = Temporal.Now.instant()
      .add({ seconds: inSeconds })
      .round({ smallestUnit: 'minute', roundingMode: 'ceil' })
    const time = slot.toZonedDateTimeISO(zone).toPlainTime().toString({ smallestUnit: 'minute' })
    const entries = { name, days: 'daily', time }
    await this.#slack.submitView({ user, viewId: form.id, values: filledIn(form, entries) })
    await this.#modal((view) => /is set up/.test(texts(view.view).join('\n')), `“${name}” being set up`)
    return slot
  }

  /** A channel's messages that everyone sees, without replies. */
  posts(channel: string): readonly ShownMessage[] {
    return this.#slack
      .messages(channel)
      .filter(({ ephemeralFor, thread_ts: thread }) => ephemeralFor === undefined && thread === undefined)
  }

  /** Waits until a channel has one more message than before. */
  posted(channel: string, before: number, what: string, withinMs = 60_000): Promise<ShownMessage> {
    return this.#slack.until(() => this.posts(channel)[before], what, withinMs)
  }

  #modal(isIt: (view: OpenView) => unknown, what: string): Promise<OpenView> {
    return this.#slack.until(() => {
      const view = this.#slack.views(user).at(-1)
      return view !== undefined && isIt(view) ? view : null
    }, what)
  }

  #now({ channel, ts }: ShownMessage): ShownMessage {
    const now = this.#slack.messages(channel, user).find((one) => one.ts === ts)
    if (now === undefined) throw new Error('the message is gone')
    return now
  }
}

const tasksIn = (message: ShownMessage) => textOf(message).split(shown).length - 1

function field({ view }: OpenView, block: string): boolean {
  const blocks = view.blocks as readonly { readonly block_id?: string }[]
  return blocks.some(({ block_id: id }) => id === block)
}
