import { type Reason, reasonOf } from '../reason.ts'

/** What a notice about a digest is about. Its message is composed when it is sent. */
export type NoticeMatter =
  /** Slack refuses the digest's channel, or its schedule can't be read. */
  | { readonly kind: 'paused'; readonly code: Reason }
  /** One slot was not posted, and won't be. `hours`: how long posting was tried. */
  | { readonly kind: 'not_posted'; readonly reason: Reason; readonly hours?: number }
  /** It is unknown whether the digest or alert with this id was posted. */
  | { readonly kind: 'unknown'; readonly delivery: string }
  /** The owner has left. `gone`: Slack user id. */
  | { readonly kind: 'owner_wanted'; readonly gone: string }
  /** Sightline is back in a workspace with stopped digests. `oldest`: id of the first one that was set up. */
  | { readonly kind: 'restore'; readonly oldest: string }

/** The facts of a message that tells a person, or a channel, about a digest. Its words are composed when it leaves. */
export interface Notice {
  readonly matter: NoticeMatter
  /** Earlier recipients. Slack refused it, or didn't confirm it in any try. */
  readonly tried: readonly string[]
  /** One offer for all stopped digests, after those to their owners failed. */
  readonly isShared?: true
}

/** Reads the stored facts of a notice. */
export function noticeOf(json: string): Notice {
  const notice: Notice = JSON.parse(json)
  const { matter } = notice
  switch (matter.kind) {
    case 'paused':
      return { ...notice, matter: { ...matter, code: supportedReason(matter.code) } }
    case 'not_posted':
      return { ...notice, matter: { ...matter, reason: supportedReason(matter.reason) } }
    default:
      return notice
  }
}

/** Handles unknown codes and sentences, which another version may have written. */
function supportedReason(reason: Reason): Reason {
  if (typeof reason !== 'string') return reason
  return reasonOf({ code: reason, cause: null, detail: null }) ?? 'not_recorded'
}
