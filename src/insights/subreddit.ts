/** Reddit's own names are 2 to 21 letters, digits and underscores; the service takes up to 255 (specification, part 8). */
const subreddit = /^(?:https?:\/\/(?:[a-z]+\.)?reddit\.com)?(?:\/?r\/)?(\w{2,255})\/?$/iu

/** The name alone, of `saas`, `r/saas` or an address of reddit.com; `null` for what is none of them. */
export function subredditFrom(typed: string): string | null {
  return subreddit.exec(typed)?.[1] ?? null
}
