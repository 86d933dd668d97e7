/** The parts of a running demo. */
import type { Bot } from '../../src/app/bot.ts'
import type { SandboxClock } from '../clock.ts'
import type { AnalyticsService } from '../service/index.ts'
import type { SlackSandbox } from '../slack/sandbox.ts'

export interface Stage {
  readonly clock: SandboxClock
  readonly service: AnalyticsService
  readonly slack: SlackSandbox
  /** The bot's settings. */
  readonly env: Readonly<Record<string, string>>
  readonly bot: Bot
  /** The channel that gets the weekly digest. */
  readonly channel: string
  readonly timeZone: string
  stop(): Promise<void>
}
