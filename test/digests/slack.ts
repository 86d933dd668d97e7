import type { Clock } from '../../src/lib/clock.ts'
import type { Message } from '../../src/model/message.ts'
import {
  type Canvases,
  type ChannelState,
  type History,
  PostError,
  type Poster,
  type SlackHealth,
} from '../../src/slack/port.ts'

interface Posted {
  readonly channel: string
  readonly ts: string
  readonly at: number
  readonly threadTs: string | null
  readonly deliveryId: string | null
  message: Message
}

/** The outcome of the next post. */
export type PostOutcome =
  | { readonly refuse: string }
  | { readonly retryAfter: number }
  /** No answer. `applied`: Slack has the message anyway, at once or after this many milliseconds. */
  | { readonly lost: 'nothing' | 'applied' | number }

/** Slack as the digests see it: accepts messages, finds them, and sometimes doesn't answer. */
export class FakeSlack {
  readonly posts: Posted[] = []
  readonly canvases: {
    readonly id: string
    readonly channel: string
    readonly title: string
    markdown: string
  }[] = []
  /** Slack's error for calls about canvases; `null`: none. */
  refuseCanvases: string | null = null
  /** Whether the next canvas is created without an answer. */
  losesCanvas = false
  /** The next update fails with it; `null`: it doesn't. */
  updateFailure: PostError | null = null
  /** Calls of `post`, whatever their outcome, and all that are made while it rejects the token. */
  calls = 0
  /** Why it rejects the token; `null`: it doesn't. */
  rejects: string | null = null
  /** The workspace of the token. */
  team: string
  /** The next look-ups fail with these. */
  readonly lookUpFailures: Error[] = []
  /** From where look-ups in channels went on. */
  readonly lookedUpFrom: (string | null | undefined)[] = []
  /** Whether the bot may read channels. */
  mayLook = true
  readonly channels = new Map<string, ChannelState | null>()
  /** People who have left. */
  readonly left = new Set<string>()
  scopes: readonly string[] | null = ['chat:write']
  readonly #clock: Clock
  readonly #outcomes: PostOutcome[] = []

  constructor(clock: Clock, team = 'T1') {
    this.#clock = clock
    this.team = team
  }

  next(...outcomes: readonly PostOutcome[]): void {
    this.#outcomes.push(...outcomes)
  }

  /** A channel's messages without replies, oldest first. */
  in(channel: string): readonly Posted[] {
    return this.posts.filter((post) => post.channel === channel && post.threadTs === null)
  }

  readonly canvasPort: Canvases = {
    create: async (channel, title, markdown) => {
      if (this.refuseCanvases !== null) throw new PostError('refused', this.refuseCanvases)
      const id = `F${this.#clock.now().epochMilliseconds}`
      this.canvases.push({ id, channel, title, markdown })
      if (this.losesCanvas) throw new PostError('unknown', 'no_answer')
      return id
    },
    find: async (channel, words) =>
      this.canvases.find((one) => one.channel === channel && one.markdown.includes(words))?.id ?? null,
    replace: async (id, markdown) => {
      if (this.refuseCanvases !== null) throw new PostError('refused', this.refuseCanvases)
      const canvas = this.canvases.find((one) => one.id === id)
      if (canvas === undefined) throw new PostError('refused', 'canvas_not_found')
      canvas.markdown = markdown
    },
  }

  readonly poster: Poster = {
    post: async (channel, message, options = {}) => {
      if (options.maySend?.() === false) throw new PostError('not_sent', 'held_up')
      this.#checkToken()
      this.calls += 1
      const outcome = this.#outcomes.shift()
      if (outcome !== undefined && 'refuse' in outcome) throw new PostError('refused', outcome.refuse)
      if (outcome !== undefined && 'retryAfter' in outcome)
        throw new PostError('rate_limited', 'ratelimited', outcome.retryAfter)
      const add = () => {
        const at = this.#clock.now().epochMilliseconds
        const ts = `${Math.floor(at / 1000)}.${String(this.posts.length).padStart(6, '0')}`
        const { threadTs = null, deliveryId = null } = options
        this.posts.push({ channel, ts, at, threadTs, deliveryId, message })
        return ts
      }
      if (outcome !== undefined) {
        if (outcome.lost === 'applied') add()
        if (typeof outcome.lost === 'number') void this.#clock.sleep(outcome.lost).then(add)
        throw new PostError('unknown', 'no_answer')
      }
      return { channel, ts: add(), message }
    },
    update: async ({ channel, ts }, message) => {
      const failure = this.updateFailure
      this.updateFailure = null
      if (failure !== null) throw failure
      const post = this.posts.find((one) => one.channel === channel && one.ts === ts)
      if (post === undefined) throw new PostError('refused', 'message_not_found')
      post.message = message
    },
    remove: async ({ channel, ts }) => {
      const index = this.posts.findIndex((one) => one.channel === channel && one.ts === ts)
      if (index < 0) throw new PostError('refused', 'message_not_found')
      this.posts.splice(index, 1)
    },
  }

  readonly history: History = {
    find: async (channel, _since, deliveryId, from) => {
      this.lookedUpFrom.push(from)
      // The scope for direct messages was never requested.
      if (!this.mayLook || channel.startsWith('U')) return 'not_permitted'
      return this.#found(channel, null, deliveryId)
    },
    findReply: async (channel, threadTs, deliveryId) =>
      this.mayLook ? this.#found(channel, threadTs, deliveryId) : 'not_permitted',
  }

  #checkToken(): void {
    if (this.rejects === null) return
    this.calls += 1
    throw new PostError('refused', this.rejects)
  }

  #found(channel: string, threadTs: string | null, deliveryId: string) {
    this.#checkToken()
    const failure = this.lookUpFailures.shift()
    if (failure !== undefined) throw failure
    const match = this.posts.find(
      (post) => post.channel === channel && post.threadTs === threadTs && post.deliveryId === deliveryId,
    )
    return match === undefined ? 'absent' : { ts: match.ts }
  }

  readonly channelState = async (channel: string): Promise<ChannelState | null> =>
    this.channels.has(channel) ? (this.channels.get(channel) ?? null) : { isMember: true, isArchived: false }

  readonly peoplePort = { hasLeft: async (id: string): Promise<boolean> => this.left.has(id) }

  readonly checkToken = async (): Promise<SlackHealth> => {
    this.#checkToken()
    const { team, scopes } = this
    return { team, isOrg: false, organization: null, botUser: 'UBOT', scopes, now: null }
  }
}
