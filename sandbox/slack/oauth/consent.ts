/** Which scopes the bot's token has in a workspace. docs.slack.dev/authentication/installing-with-oauth#scopes */
export interface Consent {
  readonly scopes: ReadonlySet<string>
  /** Somebody allows these. Scopes add up from one installation to the next. */
  give(asked: readonly string[]): void
  /** The app was taken out: the next installation begins anew. */
  withdraw(): void
}

interface Terms {
  /** What the token has before anybody installed the app by "Add to Slack". */
  readonly atFirst: Iterable<string>
  /** What whoever installs the app adds by themselves, and what they leave out. */
  readonly added: readonly string[]
  readonly leftOut: readonly string[]
}

export function createConsent({ atFirst, added, leftOut }: Terms): Consent {
  const scopes = new Set<string>()
  const refused = new Set(leftOut)
  const add = (asked: Iterable<string>) => {
    for (const scope of [...asked, ...added]) if (!refused.has(scope)) scopes.add(scope)
  }
  add(atFirst)
  let given = false
  return {
    scopes,
    give: (asked) => {
      if (!given) scopes.clear()
      given = true
      add(asked)
    },
    withdraw: () => {
      given = false
    },
  }
}
