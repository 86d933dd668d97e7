/**
 * How many files of `src` a command, a digest and a click go through, from Slack's request to the last Web API call. A file
 * counts if V8 ran one of its functions, in a process that had done the same before.
 */
import { Session } from 'node:inspector/promises'
import type { Stage } from '../sandbox/demo/model.ts'
import { startStage } from '../sandbox/demo/stage.ts'
import { USERS } from '../sandbox/slack/index.ts'
import type { ShownMessage } from '../sandbox/slack/model.ts'
import { ask, buttonsOf, press, textOf } from '../test/e2e/slack-screen.ts'
import { atMost, type BenchResult } from './result.ts'

const { owner } = USERS

/** The files with a function that ran, by folder. */
async function filesOf(session: Session, act: () => Promise<unknown>): Promise<Map<string, number>> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const folders = new Map<string, number>()
  for (const { url, functions } of result) {
    const folder = /\/src\/([a-z-]+)\//.exec(url)?.[1]
    if (folder === undefined || url.includes('/node_modules/')) continue
    if (functions.some(({ ranges: [whole] }) => (whole?.count ?? 0) > 0))
      folders.set(folder, (folders.get(folder) ?? 0) + 1)
  }
  return folders
}

async function command(stage: Stage): Promise<void> {
  const { answer } = await ask(stage, owner, stage.channel, '/sightline visibility last month')
  if (!textOf(answer).includes('Northwind')) throw new Error(`The command was answered by: ${textOf(answer)}`)
}

/** Moves to the next Monday, 9:01, when the demo's digest is due. */
async function digest({ bot, channel, clock, slack, timeZone }: Stage): Promise<void> {
  const today = clock.now().toZonedDateTimeISO(timeZone)
  const monday = today.add({ days: 8 - today.dayOfWeek }).toPlainDate()
  clock.advance(clock.now().until(monday.toZonedDateTime({ timeZone, plainTime: '09:01' })))
  const before = slack.messages(channel).length
  await bot.scheduler.wake()
  if (slack.messages(channel).length === before) throw new Error('No digest was posted.')
}

const openTasks = (message: ShownMessage | undefined) =>
  buttonsOf(message?.blocks).filter(({ label }) => label === 'Create task').length

/** Clicks “Create task” for the first recommendation without one, and waits until the message says who created it. */
async function click(stage: Stage, message: ShownMessage): Promise<void> {
  const { channel, slack } = stage
  await press(stage, owner, message, 'Create task')
  await slack.until(() => {
    const now = slack.messages(channel, owner).find(({ ts }) => ts === message.ts)
    return openTasks(now) < openTasks(message)
  }, 'a created task')
}

/** What is counted, each with the most files and its preparation. */
const scenarios: readonly (readonly [
  name: string,
  most: number,
  prepare: (stage: Stage) => Promise<() => Promise<void>>,
])[] = [
  ['a command', 75, async (stage) => () => command(stage)],
  ['a digest', 120, async (stage) => () => digest(stage)],
  [
    'a click',
    60,
    async (stage) => {
      const { answer } = await ask(stage, owner, stage.channel, '/sightline actions')
      return () => click(stage, answer)
    },
  ],
]

export async function benchFiles(): Promise<BenchResult> {
  const stage = await startStage({ rateLimits: false, log: { write: () => {} } })
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    const rows: string[][] = []
    const ratios: BenchResult['ratios'] = []
    for (const [name, most, prepare] of scenarios) {
      await (await prepare(stage))()
      const folders = [...(await filesOf(session, await prepare(stage)))].sort(([, a], [, b]) => b - a)
      const total = folders.reduce((sum, [, count]) => sum + count, 0)
      ratios.push(atMost(`files of ${name}`, total, most))
      rows.push([name, String(total), folders.map(([folder, count]) => `${folder} ${count}`).join(', ')])
    }
    return {
      name: 'files of src that are passed',
      table: { columns: ['by', 'files', 'where'], rows },
      ratios,
    }
  } finally {
    session.disconnect()
    await stage.stop()
  }
}
