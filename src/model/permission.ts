/**
 * Who may do something.
 * - `anyone`: for things that reveal no data.
 * - `readers`: members of the workspace; guests and people of other organizations only if the settings allow it.
 * - `changers`: people whom the workspace's rule allows to change settings and create tasks.
 * - `admins`: admins and owners of the workspace, whatever the rule.
 */
export type Permission = 'anyone' | 'readers' | 'changers' | 'admins'

export type Refusals = ReadonlyMap<Permission, string>

/** Who may change settings and create tasks. Ids are Slack's, of users and of user groups. */
export type ChangeRule =
  | { readonly kind: 'anyone' }
  | { readonly kind: 'admins' }
  | { readonly kind: 'list'; readonly users: readonly string[]; readonly groups: readonly string[] }

/** What guests, and people of other organizations in shared channels, may do. */
export type GuestRule = 'nothing' | 'read' | 'change'

export type Contact =
  /** A Slack user id. */
  { readonly kind: 'user'; readonly id: string } | { readonly kind: 'email'; readonly address: string }
