/** The demo panel: the sandbox's time, and faults to switch on. */
import type { Bot } from '../../src/app/bot.ts'
import type { SandboxClock } from '../clock.ts'
import type { PendingFault } from '../pending-fault.ts'
import type { AnalyticsService } from '../service/index.ts'
import type { Panel } from '../slack/control/panel.ts'
import type { SlackSandbox } from '../slack/sandbox.ts'
import { type DemoFault, demoFaults } from './faults.ts'
import { nextDigest } from './next-digest.ts'

export interface PanelParts {
  readonly clock: SandboxClock
  readonly service: AnalyticsService
  readonly slack: SlackSandbox
  readonly bot: Pick<Bot, 'digests' | 'scheduler'>
}

const nothingToCome =
  'No digest is scheduled: none is set up, or all are paused. Set one up with /sightline digest.'

export function createPanel({ clock, service, slack, bot }: PanelParts): Panel {
  const on = new Map<string, readonly PendingFault[]>()
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of [...listeners]) listener()
  }
  const end = (id: string, waiting: readonly PendingFault[]) => {
    if (on.get(id) !== waiting) return
    on.delete(id)
    for (const fault of waiting) fault.end()
    changed()
  }
  const start = ({ id, start: set }: DemoFault) => {
    if (on.has(id)) return
    const waiting = set(service, slack)
    on.set(id, waiting)
    for (const { over } of waiting) void over.then(() => end(id, waiting))
    changed()
  }
  const nextToCome = async () => nextDigest(await bot.digests(slack.team.id), clock.now())
  return {
    read: async () => {
      const next = await nextToCome()
      return {
        clock: {
          now: clock.now().toString(),
          next: next && { at: next.at.toString(), name: next.name, channel: next.channel },
        },
        faults: demoFaults.map(({ id, title, description }) => ({ id, title, description, on: on.has(id) })),
      }
    },
    jump: async () => {
      const next = await nextToCome()
      if (next === null) throw new Error(nothingToCome)
      const ahead = clock.now().until(next.at)
      if (ahead.sign > 0) clock.advance(ahead)
      // The bot's scheduler ticks once per real minute, so wake it after moving the clock.
      void bot.scheduler.wake()
      changed()
      return { now: clock.now().toString(), name: next.name }
    },
    setFault: async (id, wanted) => {
      const fault = demoFaults.find((one) => one.id === id)
      if (fault === undefined)
        throw new Error(`Unknown fault "${id}". Available: ${demoFaults.map((one) => one.id).join(', ')}.`)
      if (wanted) start(fault)
      else end(id, on.get(id) ?? [])
    },
    onChange: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
