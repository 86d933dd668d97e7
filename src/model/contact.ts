export type Contact =
  /** A Slack user id. */
  { readonly kind: 'user'; readonly id: string } | { readonly kind: 'email'; readonly address: string }
