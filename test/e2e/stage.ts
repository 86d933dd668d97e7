/** The stage of the tests that run, and what they do on it. */
import { beforeAll, onTestFinished } from 'vitest'
import type { ShownMessage } from '../../sandbox/slack/model.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'
import { ask, choiceIn, publicIn } from './slack-screen.ts'

export let stage: Stage
/** What its bot has logged. */
export let logLines: Readonly<Record<string, unknown>>[] = []

/** Begins a stage. Returns what ends it. */
export async function beginStage(options: StageOptions): Promise<() => Promise<void>> {
  const lines: typeof logLines = []
  logLines = lines
  const write = (line: string) => {
    lines.push(JSON.parse(line))
    logSink.write(line)
  }
  const started = await startStage({ log: { write }, ...options })
  stage = started
  return () => started.stop()
}

/** One stage for all tests of a file or group. */
export function stageForAll(options: StageOptions = {}): void {
  beforeAll(() => beginStage(options))
}

/** A stage for this test. */
export async function stageForTest(options: StageOptions = {}): Promise<Stage> {
  onTestFinished(await beginStage(options))
  return stage
}

/** Lets time pass, and the scheduler do what is due. */
export async function pass(duration: Temporal.DurationLike): Promise<void> {
  stage.clock.advance(duration)
  await stage.bot.scheduler.wake()
}

/** Types a command, and waits for its answer. */
export const answerTo = async (user: string, channel: string, text: string): Promise<ShownMessage> =>
  (await ask(stage, user, channel, `/sightline ${text}`)).answer

/** The person’s next message in a channel after doing something, without the interim line. */
export async function afterwards(
  user: string,
  channel: string,
  act: () => Promise<unknown>,
  what: string,
): Promise<ShownMessage> {
  const seen = () => stage.slack.messages(channel, user)
  const before = new Set(seen().map(({ ts }) => ts))
  await act()
  return stage.slack.until(
    () => seen().find(({ ts, text }) => !before.has(ts) && !text.startsWith('Looking it up')),
    what,
  )
}

/** A channel’s messages for everybody, without replies. */
export const mainsIn = (channel: string): readonly ShownMessage[] =>
  publicIn(stage.slack, channel).filter(({ thread_ts }) => thread_ts === undefined)

/** What a person sees in direct messages, of anybody. */
export const directsTo = (user: string): readonly ShownMessage[] =>
  [...stage.slack.channels.values()]
    .filter(({ kind, members }) => kind === 'im' && members.has(user))
    .flatMap(({ id }) => stage.slack.messages(id, user))

/** Chooses from a menu of a person’s Home tab. */
export async function chooseOnHome(user: string, label: string, index = 0): Promise<void> {
  const { id, blocks } = stage.slack.home(user) ?? {}
  await stage.slack.viewAction({ user, viewId: String(id), ...choiceIn(blocks, label, index) })
}
