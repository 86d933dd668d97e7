import type { AnalyticsApi } from '../api/index.ts'
import type { Message } from '../blocks/message.ts'
import type { ChannelDefaults } from '../channels/scope.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { Answer, Click, Modals, Poster } from '../slack/port.ts'
import type { Store } from '../store/index.ts'

/** What the buttons work with. */
export interface ActionDeps {
  readonly api: AnalyticsApi
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly poster: Poster
  readonly modals: Modals
  readonly defaults: ChannelDefaults
  /** Answers what would be typed after `/sightline`. It lives with the commands; the composition root passes it in. */
  readonly runVerb: (text: string, click: Click, how?: { readonly shares: boolean }) => Promise<Message>
}

/** What a button does. A rejection becomes a sentence for the person who clicked. */
export type ActionHandler<Kind> = (
  action: Kind,
  click: Click,
  answer: Answer,
  deps: ActionDeps,
) => Promise<void>
