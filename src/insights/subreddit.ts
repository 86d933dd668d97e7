/**
 * Reddit's names have 2 to 21 letters, digits and underscores; the service accepts up to 255 (specification, part
 * 8).
 */
const subreddit = /^(?:https?:\/\/(?:[a-z]+\.)?reddit\.com)?(?:\/?r\/)?(\w{2,255})\/?$/iu

/** The name in `saas`, `r/saas` or a reddit.com address; `null` otherwise. */
export function subredditFrom(typed: string): string | null {
  return subreddit.exec(typed)?.[1] ?? null
}
