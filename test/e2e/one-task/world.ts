/** What the tests about one task do and check in the sandbox's Slack and service. */
import type { AnalyticsService } from '../../../sandbox/service/index.ts'
import type { Acknowledgement, ShownMessage } from '../../../sandbox/slack/model.ts'
import type { SlackSandbox } from '../../../sandbox/slack/sandbox.ts'
import { actionsAnswer } from '../../../src/blocks/tasks/recommendations.ts'
import type { Message } from '../../../src/model/message.ts'
import { buttonIn, ephemeralsTo, textOf } from '../slack-screen.ts'

export const tasksRoute =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/recommended-actions/{result_id}/tasks'

/** The buttons of a recommendation whose task may exist. */
export const buttonsIfUnknown = ['Check again', 'Create anyway', 'View brief', 'Stop tracking…']

/** How many task requests for this recommendation reached the service. */
export const postsFor = (service: AnalyticsService, resultId: string): number =>
  service.requests().filter(({ method, path }) => method === 'POST' && path.endsWith(`/${resultId}/tasks`))
    .length

/** A list with one recommendation, as today's version draws it. */
export function messageOf({ demo }: AnalyticsService, resultId: string): Message {
  const { organizationId, workspaceId } = demo
  const brief = { id: 'b', taskId: null, title: 'Publish a page', body: 'Why.', updatedAt: null }
  const data = { organizationId, workspaceId, resultId, briefs: [brief], task: { kind: 'none' } as const }
  return actionsAnswer([{ ok: true, data }], { shareable: false, command: 'actions' })
}

/** Posts through the Web API with the bot's token, since Slack lets an app change only its own messages. */
export async function postAsBot(
  slack: SlackSandbox,
  channel: string,
  message: { readonly text: string; readonly blocks: readonly unknown[] },
): Promise<ShownMessage> {
  const ts = await webApi(slack, 'chat.postMessage', { channel, ...message })
  const posted = slack.messages(channel).find((one) => one.ts === ts)
  if (posted === undefined) throw new Error('the message was not posted')
  return posted
}

/** Calls a Web API method with the bot's token. Returns the message's `ts`. */
export async function webApi(
  slack: SlackSandbox,
  method: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  const response = await fetch(new URL(method, slack.apiUrl), {
    method: 'POST',
    headers: { authorization: `Bearer ${slack.botToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  const { ok, ts, error } = (await response.json()) as { ok: boolean; ts?: string; error?: string }
  if (!ok) throw new Error(`${method}: ${error}`)
  return ts
}

/** The current version of a message; `undefined` if it is gone. */
export const now = (slack: SlackSandbox, { channel, ts }: ShownMessage): ShownMessage | undefined =>
  slack.messages(channel).find((message) => message.ts === ts)

/** Clicks a button of the current version of a message. */
export function pressNow(
  slack: SlackSandbox,
  user: string,
  message: ShownMessage,
  label: string,
): Promise<Acknowledgement> {
  const { channel, ts } = message
  const { actionId, blockId } = buttonIn(now(slack, message) ?? message, label)
  return slack.click({ user, channel, ts, actionId, blockId })
}

/** The current version of a message, once it says this. */
export const untilShown = (slack: SlackSandbox, message: ShownMessage, words: string) =>
  slack.until(() => [now(slack, message)].find((shown) => textOf(shown).includes(words)), `“${words}”`)

/** Clicks, and waits until the person is told this. */
export async function clickAndHear(
  slack: SlackSandbox,
  user: string,
  message: ShownMessage,
  label: string,
  words: string,
): Promise<ShownMessage> {
  const before = ephemeralsTo(slack, user, message.channel).length
  await pressNow(slack, user, message, label)
  const replies = () => ephemeralsTo(slack, user, message.channel).slice(before)
  return slack.until(() => replies().find((one) => textOf(one).includes(words)), `“${words}”`)
}
