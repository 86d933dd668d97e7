/** What the tests of an answer's buttons do in the sandbox's Slack. */
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { OpenView, ShownMessage } from '../../../sandbox/slack/model.ts'
import { type Stage, startStage } from '../../stage.ts'
import { ask, labelsOf, press, pressIn, textOf, texts } from '../slack-screen.ts'

export const brandsRoute =
  'GET /v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/brands'

/** A sandbox with many brands, for the tests of one file; `playOnStage` starts it. */
export let stage: Stage

export function playOnStage(): void {
  beforeAll(async () => {
    stage = await startStage({
      brands: 180,
      rateLimits: false,
      // No caching, so that each question reaches the service, which can be slow or down.
      env: { SIGHTLINE_API_CACHE_SECONDS: '0' },
    })
  })
  afterAll(() => stage?.stop())
  afterEach(() => stage.service.clearFaults())
}

export const seen = (user: string) => stage.slack.messages(stage.channel, user)
export const rowsOf = (message: ShownMessage) => {
  const table = message.blocks.find(({ type }) => type === 'data_table' || type === 'table') as
    | { rows: unknown[][] }
    | undefined
  return (table?.rows.slice(1) ?? []).map((row) => row.map((cell) => texts([cell]).join()))
}
/** Asks, and waits for an answer with buttons. */
export async function answered(user: string, text: string): Promise<ShownMessage> {
  return (await ask(stage, user, stage.channel, `/sightline ${text}`)).answer
}

/** The person's next message after the click, without the interim line. */
export async function afterwards(
  user: string,
  act: () => Promise<unknown>,
  what: string,
): Promise<ShownMessage> {
  const before = new Set(seen(user).map(({ ts }) => ts))
  await act()
  return stage.slack.until(
    () => seen(user).find(({ ts, text }) => !before.has(ts) && !text.startsWith('Looking it up')),
    what,
  )
}

/** The message in the same place, once it has changed. */
export function replaced(user: string, message: ShownMessage): Promise<ShownMessage> {
  return stage.slack.until(
    () =>
      seen(user).find(
        (now) => now.ts === message.ts && textOf(now) !== textOf(message) && !now.text.startsWith('Looking'),
      ),
    'the answer in its place',
  )
}

/** Opens the form with all its filters, and waits until it is filled. */
export async function openFilter(user: string, message: ShownMessage): Promise<OpenView> {
  await press(stage, user, message, 'Filter')
  const form = () => stage.slack.views(user).find(({ view }) => view.callback_id === 'sl1.filter')
  const first = await stage.slack.until(form, 'the form')
  if (!labelsOf(first.view).includes('More filters')) return first
  await pressIn(stage.slack, first, 'More filters')
  return stage.slack.until(() => {
    const open = form()
    return open !== undefined && 'topics' in open.values ? open : null
  }, 'the form with all its filters')
}
