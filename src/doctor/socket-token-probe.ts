import { PostError } from '../slack/port.ts'
import { failed, type Probe, passed } from './probe.ts'

/** Checks the app-level token of Socket Mode. @param open rejects with a `PostError` */
export function socketToken(open: () => Promise<void>): Probe<unknown> {
  return {
    name: 'Socket Mode',
    fix: 'Check that this machine reaches slack.com, and see https://slack-status.com.',
    run: async () => {
      try {
        await open()
      } catch (error) {
        if (!(error instanceof PostError) || error.outcome === 'unknown') throw error
        if (error.outcome === 'rate_limited')
          return failed('Slack is limiting requests.', 'Try again in a minute.')
        return failed(
          `Slack rejected the app-level token (${error.code}).`,
          'Under the app’s Basic Information, generate one with connections:write and put it into SLACK_APP_TOKEN. Check that Socket Mode is on, too.',
        )
      }
      return passed('Slack accepted the app-level token.')
    },
  }
}
