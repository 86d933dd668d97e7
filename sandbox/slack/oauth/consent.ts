/** The scopes of the bot's token in a workspace. docs.slack.dev/authentication/installing-with-oauth#scopes */
interface Terms {
  /** The token's scopes before the app is installed through “Add to Slack”. */
  readonly atFirst: Iterable<string>
  /** Scopes that the installing user adds to or omits from the requested ones. */
  readonly added: readonly string[]
  readonly leftOut: readonly string[]
}

export function createConsent({ atFirst, added, leftOut }: Terms) {
  const scopes = new Set<string>()
  const refused = new Set(leftOut)
  const add = (asked: Iterable<string>) => {
    for (const scope of [...asked, ...added]) if (!refused.has(scope)) scopes.add(scope)
  }
  add(atFirst)
  let given = false
  return {
    scopes,
    /** Grants these scopes. Each installation adds to the scopes of the previous ones. */
    give: (asked: readonly string[]) => {
      if (!given) scopes.clear()
      given = true
      add(asked)
    },
    /** The app was uninstalled, so the next installation starts from scratch. */
    withdraw: () => {
      given = false
    },
  }
}

export type Consent = ReturnType<typeof createConsent>
