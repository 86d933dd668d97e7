import type { ChangeRule } from '../model/permission.ts'

export interface Scope {
  readonly name: string
  /** Completes "With it, Sightline can …". */
  readonly use: string
  /** May be refused at installation; only `use` is lost. */
  readonly optional?: true
  /** Slack reviews apps with it more closely, so an app for everybody doesn't ask for it (`npm run manifest`). */
  readonly isReviewed?: true
}

/** The scopes that the bot requests whatever the settings are. A test compares them with `manifest.yml`. */
export const scopes: readonly Scope[] = [
  { name: 'commands', use: 'answer /sightline' },
  {
    name: 'chat:write',
    use: 'post digests and answers, and write a created task into the messages that recommended it',
  },
  {
    name: 'users:read',
    use: 'know time zones, admins and guests, and see when a digest’s owner has left',
  },
  {
    name: 'channels:read',
    use: 'see whether it’s in a public channel, and which digests are in your channels',
  },
  { name: 'groups:read', use: 'see the same for private channels it’s in' },
  { name: 'files:write', use: 'send tables as CSV files' },
  {
    name: 'channels:history',
    use: 'find out whether a digest that Slack didn’t confirm arrived in a public channel',
    optional: true,
    isReviewed: true,
  },
  { name: 'groups:history', use: 'find out the same for private channels', optional: true, isReviewed: true },
  { name: 'app_mentions:read', use: 'answer when somebody mentions it in a channel', optional: true },
  { name: 'im:history', use: 'answer direct messages', optional: true },
  { name: 'canvases:write', use: 'keep the latest review in a canvas of its channel', optional: true },
  {
    name: 'canvases:read',
    use: 'find that canvas again if Slack didn’t confirm its creation',
    optional: true,
    isReviewed: true,
  },
  { name: 'assistant:write', use: 'suggest questions in Slack’s agent view', optional: true },
]

/** Lets Slackbot ask Sightline. Only in the manifest of an app whose Slackbot may (docs/slackbot.md). */
export const slackbotScope = 'mcp:connect'

const userGroups: Scope = {
  name: 'usergroups:read',
  use: 'let the members of a user group change settings (SIGHTLINE_CHANGERS)',
}

/** All scopes, with that for user groups if the rule names one, which it can't with "Add to Slack". */
export function scopesFor(changers: ChangeRule): readonly Scope[] {
  return changers.kind === 'list' && changers.groups.length > 0 ? [...scopes, userGroups] : scopes
}
