/** A warning, wherever something is set up, that other companies in the channel will see it. */
import type { Span } from './spans.ts'

/** `#launch is shared with other companies. They will see this digest.` @param content what they will see */
export function sharedChannel(channel: string, content: string): Span[] {
  return [{ channel }, ` is shared with other companies. They will see ${content}.`]
}
