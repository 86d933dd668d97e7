import type { AnalyticsApi } from '../api/index.ts'
import type { AnswerOptions } from '../blocks/answer.ts'
import { type ChannelDefaults, type ChannelScope, channelScope } from '../channels/scope.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store/index.ts'
import type { Caller } from './verb.ts'

/** What the verbs work with. */
export interface CommandDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly defaults: ChannelDefaults
  /** Posts the channel's digest now. It lives with the digests; the composition root passes it in. */
  readonly postDigestNow: (caller: Caller) => Promise<{ readonly channel: string; readonly ts: string }>
}

/** What the caller's channel looks at. */
export function scopeOf({ store, defaults }: CommandDeps, { team, channel }: Caller): Promise<ChannelScope> {
  return channelScope(store, defaults, team, channel)
}

/** How an answer that may be shared ends: with the button, or with who shared it. */
export function sharing({ user, shares }: Caller, command: string): AnswerOptions {
  return shares === true ? { shareable: false, command, sharedBy: user } : { shareable: true, command }
}
