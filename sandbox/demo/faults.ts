/** The faults that the demo panel offers. */

import type { PendingFault } from '../pending-fault.ts'
import type { AnalyticsService, ServiceFault } from '../service/model.ts'
import type { SlackSandbox } from '../slack/model.ts'

export interface DemoFault {
  readonly id: string
  readonly title: string
  /** What a user will see. */
  readonly description: string
  /** Switches it on. The whole fault is over as soon as one of its parts is. */
  start(service: AnalyticsService, slack: SlackSandbox): readonly PendingFault[]
}

const slowByMs = 2000
const retryAfterSeconds = 2

const workspace = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
/** The POST routes that change something. The token route does not, so losing its answer does no harm. */
const changingPosts = [`${workspace}/recommended-actions/{result_id}/tasks`, `${workspace}/platform_accounts`]

const once = (how: ServiceFault['how']) => ({ times: 1, how })

export const demoFaults: readonly DemoFault[] = [
  {
    id: 'slow_api',
    title: 'Slow analytics service',
    description: `Each answer of the service takes ${slowByMs / 1000} seconds longer: commands are acknowledged at once, say that they look it up, and answer when the data is there.`,
    start: (service) => [service.addFault({ how: { kind: 'latency', ms: slowByMs } })],
  },
  {
    id: 'api_down',
    title: 'Analytics service down',
    description:
      'The service answers everything with the status 503: commands say so and what to do; a digest says what it lacks, or waits until the service is back.',
    start: (service) => [
      service.addFault({ how: { kind: 'status', status: 503, body: { detail: 'Down for maintenance.' } } }),
    ],
  },
  {
    id: 'expired_token',
    title: 'Expired token',
    description:
      'The service refuses the bot’s token with the next request, once: the bot gets a new one and asks again, and only the list of requests shows it.',
    start: (service) => [service.addFault(once({ kind: 'token_expired' }))],
  },
  {
    id: 'slack_429',
    title: 'Slack answers 429',
    description: `Slack refuses the next message that the bot posts, once: a digest waits the ${retryAfterSeconds} seconds that Slack asks for, and is then posted once.`,
    start: (_service, slack) => [slack.fail('chat.postMessage', { retryAfter: retryAfterSeconds })],
  },
  {
    id: 'lost_answer',
    title: 'Lost answer to a POST',
    description:
      'The service carries out the next POST, for instance creates a task, and the connection breaks before its answer: the message says that nobody knows whether it was created, and how to find out.',
    start: (service) =>
      changingPosts.map((route) =>
        service.addFault({ method: 'POST', route, ...once({ kind: 'reset', when: 'after_effect' }) }),
      ),
  },
]
