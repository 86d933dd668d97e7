/**
 * Guards of the product that `npm run storm -- --break <name>` takes out, to show that a storm notices. Each is a piece of
 * a source file and what stands there instead; a process of the storm loads the file so.
 */
export interface Break {
  readonly what: string
  readonly file: string
  readonly find: string
  readonly put: string
}

export const breaks = {
  lookup: {
    what: 'whoever looks for a post of unknown outcome finds nothing',
    file: 'src/digests/deliver/reconcile.ts',
    find: 'return history.find(channel, since, id, lookedTo)',
    put: "return Promise.resolve('absent')",
  },
  claim: {
    what: 'everybody who clicks “Create task” wins',
    file: 'src/tasks/create.ts',
    find: "if (!claim.won) return { outcome: 'taken', state: taskState(claim.task), reference }",
    put: '',
  },
  tenants: {
    what: 'the first workspace that was looked up is taken for each',
    file: 'src/app/workspaces.ts',
    find: 'this.#lookups.get(team, () => this.#find(team))',
    put: "this.#lookups.get('', () => this.#find(team))",
  },
  erase: {
    what: 'the recommendations of a forgotten workspace stay',
    file: 'src/store/erase.ts',
    find: "  'tracked_recommendations',\n",
    put: '',
  },
  signature: {
    what: 'any signature is good enough',
    file: 'src/slack/receive/request-guard.ts',
    find: 'if (!isSignedBySlack(body, request.headers, signingSecret, wallClock.now().epochMilliseconds)) {',
    put: 'if (false) {',
  },
} as const satisfies Record<string, Break>

export type BreakName = keyof typeof breaks
