import { createOutbox } from '../src/outbox/loop.ts'
import type { Workspace } from '../src/slack/workspace.ts'

type Options = Parameters<typeof createOutbox>[1]

/** Sends what is owed in a workspace, as one process would, with time-outs that never expire. */
export const sendOwed = (workspace: Workspace, kinds: Options['kinds'], more: Partial<Options> = {}) =>
  createOutbox(workspace, {
    kinds,
    forRun: () => async () => workspace,
    signal: new AbortController().signal,
    wallClock: { sleep: () => new Promise<never>(() => {}) },
    ...more,
  }).run()
