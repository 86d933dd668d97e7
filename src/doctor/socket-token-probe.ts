import { PostError } from '../slack/port.ts'
import { failed, type Probe, passed } from './probe.ts'

/** Checks the app-level token of Socket Mode. @param open rejects with a `PostError` */
export function socketToken(open: () => Promise<void>): Probe<unknown> {
  return {
    name: 'Socket Mode',
    fix: 'Look whether this machine reaches slack.com, and at https://slack-status.com.',
    run: async () => {
      try {
        await open()
      } catch (error) {
        if (!(error instanceof PostError) || error.outcome === 'unknown') throw error
        if (error.outcome === 'rate_limited')
          return failed('Slack asked to slow down.', 'Ask again in a minute.')
        return failed(
          `Slack refuses the app-level token (${error.code}).`,
          'Under Basic Information of the app, generate one with connections:write and put it into SLACK_APP_TOKEN; look, too, whether Socket Mode is switched on.',
        )
      }
      return passed('Slack takes the app-level token.')
    },
  }
}
