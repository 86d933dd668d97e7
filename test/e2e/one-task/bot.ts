/**
 * The bot as a process of its own, for the tests that kill it. It tells its parent the port that it listens on. Its
 * clock starts ahead of the real one by `CLOCK_AHEAD` (an ISO 8601 duration), and it ends when its parent does.
 */
import { enableCompileCache, flushCompileCache } from 'node:module'

// As `src/start.mjs`: half of a start is compiling, and a process that is killed would keep none of it.
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
