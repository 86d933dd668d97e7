import { enableCompileCache, flushCompileCache } from 'node:module'

// The modules' compiled code is kept between starts. It has to be switched on before they are loaded.
enableCompileCache()

const [{ ConfigError, readConfig }, { createLog }, { startBot }, { systemClock }] = await Promise.all([
  import('./config.ts'),
  import('./log.ts'),
  import('./bot.ts'),
  import('./clock.ts'),
])

/** Exit codes: 0 after a clean stop, 1 when the start failed, 2 when the settings can't be used. */
function giveUp(error: unknown, code: 1 | 2): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(code)
}

try {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const bot = await startBot(config, { clock: systemClock, log })
  // Written now and not at the exit: a process that is killed would leave none.
  flushCompileCache()
  let stopping = false
  const stop = async (code: 0 | 1) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info('stopping')
    await bot.stop()
    process.exit(code)
  }
  process.on('SIGTERM', () => void stop(0))
  process.on('SIGINT', () => void stop(0))
  void bot.lost.then((error) => {
    if (stopping) return
    log.error('Slack is lost', { error })
    process.stderr.write(`${error.message}\n`)
    void stop(1)
  })
} catch (error) {
  giveUp(error, error instanceof ConfigError ? 2 : 1)
}
