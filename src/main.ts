import { flushCompileCache } from 'node:module'

/** Replaced once the bot starts; before that there is nothing to shut down. */
let stop: (code?: 0 | 1) => Promise<void> = async () => process.exit(0)
process.on('SIGTERM', () => stop())
process.on('SIGINT', () => stop())

// Loaded after the handlers above are set, so that a signal during loading still ends the process cleanly.
const [{ ConfigError, readConfig }, { createLog }, { startBot }, { systemClock }] = await Promise.all([
  import('./config/index.ts'),
  import('./lib/telemetry.ts'),
  import('./app/bot.ts'),
  import('./lib/clock.ts'),
])

/** npm forwards a signal that the terminal also sent to us; signals within this time count as one. */
const oneSignalMs = 1_000

/** Exit codes: 0 after a clean stop; 1 if the start failed, on a second signal or an internal error; 2: settings. */
function giveUp(error: unknown, code: 1 | 2): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(code)
}

try {
  const config = readConfig()
  const log = createLog(config.logLevel)
  // Node itself would print the error's properties, which may contain messages or a token.
  process.on('uncaughtException', (error: unknown) => {
    log.error('uncaught error; Sightline stops', { error })
    giveUp(
      'Sightline stopped after an internal error; the last line of the log says where. You can start it again.',
      1,
    )
  })
  const starting = startBot(config, { clock: systemClock, log })
  let stoppingSince: number | null = null
  stop = async (code = 0) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > oneSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    log.info('stopping')
    // Slack may have delivered work during the start.
    const bot = await starting
    await bot.stop()
    process.exit(code)
  }
  const bot = await starting
  // Write the cache now, since a killed process can't.
  flushCompileCache()
  void bot.lost.then((error) => {
    if (stoppingSince !== null) return
    log.error('could not reconnect to Slack; Sightline stops', { error })
    process.stderr.write(`${error.message}\n`)
    void stop(1)
  })
} catch (error) {
  giveUp(error, error instanceof ConfigError ? 2 : 1)
}
