/**
 * The bot in a child process, for tests that kill it. It reports its port to its parent and exits when the parent does. Its
 * clock is ahead of the real time by `CLOCK_AHEAD` (an ISO 8601 duration).
 */
import { enableCompileCache, flushCompileCache } from 'node:module'

// As in `src/start.mjs`: half of a start is compiling, and a killed process would not save its cache.
enableCompileCache()
const [{ createSandboxClock }, { startBot }, { readConfig }, { createLog }] = await Promise.all([
  import('../../../sandbox/clock.ts'),
  import('../../../src/app/bot.ts'),
  import('../../../src/config/index.ts'),
  import('../../../src/lib/log.ts'),
])

process.once('disconnect', () => process.exit())
const config = readConfig()
const ahead = Temporal.Duration.from(process.env.CLOCK_AHEAD ?? 'PT0S')
const clock = createSandboxClock(Temporal.Now.instant().add(ahead))
const bot = await startBot(config, { clock, log: createLog(config.logLevel) })
flushCompileCache()
process.send?.({ port: bot.port })
