/** Sightline, but its clock is ahead of the machine's by `CLOCK_AHEAD`, an ISO 8601 duration. */
import { startBot } from '../../../src/app/bot.ts'
import { readConfig } from '../../../src/config/index.ts'
import { systemClock } from '../../../src/lib/clock.ts'
import { createLog } from '../../../src/lib/telemetry.ts'

const now = () => systemClock.now().add(process.env.CLOCK_AHEAD ?? 'PT0S')
await startBot(readConfig(), { clock: { ...systemClock, now }, log: createLog('info') })
