/**
 * `npm run demo`: runs the sandbox (the analytics service and Slack on this machine) with the real bot between them.
 * It needs no account and no token, keeps its data in a temporary folder, and connects only to this machine.
 */
import { parseArgs } from 'node:util'
import { optionsOrExit, reasonOf, whole } from './command-line.ts'
import { printDemo, printStep, printWelcome } from './demo/print.ts'
import { type Stage, startStage } from './demo/stage.ts'
import { digestStep, tour } from './demo/tour.ts'

const usage = `Usage: npm run demo -- [--once] [--json] [--port <number>]

  --once   print a tour of at most 150 lines and exit
  --json   with --once: print one JSON document instead of text
  --port   port of the page (default 4100, or the next free port)`

const flags = optionsOrExit(usage, (args) => {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      port: { type: 'string', default: '4100' },
    },
  })
  if (values.json && !values.once) throw new Error('--json requires --once.')
  return { once: values.once, json: values.json, port: whole('port', values.port, 0, 65_535) }
})

// A busy machine must not look like a bot that doesn't answer.
const stage = await startStage({ port: flags.port, history: true, ackTimeoutMs: 30_000 })
let ending: Promise<void> | null = null
const end = () => {
  ending ??= stage.stop()
  return ending
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, async () => {
    await end()
    process.exit(0)
  })

const failed = flags.once ? await playTour(stage, flags.json) : await stayUp(stage)
if (flags.once || failed) {
  await end()
  process.exit(failed ? 1 : 0)
}

async function playTour(on: Stage, json: boolean): Promise<boolean> {
  if (!json) printWelcome(on)
  const steps = []
  for (const play of tour) {
    try {
      const step = await play.run(on)
      steps.push(step)
      if (!json) printStep(on, step)
    } catch (error) {
      process.stderr.write(`The step "${play.name}" failed: ${reasonOf(error)}\n`)
      return true
    }
  }
  if (json) {
    // Wait until everything is written: a pipe accepts large output in pieces, and the process ends right after.
    const { promise, resolve } = Promise.withResolvers<void>()
    process.stdout.write(`${JSON.stringify({ steps }, null, 2)}\n`, () => resolve())
    await promise
  }
  return false
}

async function stayUp(on: Stage): Promise<boolean> {
  printWelcome(on)
  try {
    printStep(on, await digestStep(on))
  } catch (error) {
    process.stderr.write(`The digest was not posted: ${reasonOf(error)}\n`)
    return true
  }
  printDemo(on)
  return false
}
