/** The faults that the demo panel offers. */

import type { PendingFault } from '../pending-fault.ts'
import type { AnalyticsService } from '../service/index.ts'
import type { ServiceFault } from '../service/model.ts'
import type { SlackSandbox } from '../slack/sandbox.ts'

export interface DemoFault {
  readonly id: string
  readonly title: string
  /** What a user will see. */
  readonly description: string
  /** Switches it on. The whole fault is over as soon as one of its parts is. */
  start(service: AnalyticsService, slack: SlackSandbox): readonly PendingFault[]
}

const slowByMs = 3_000
const retryAfterSeconds = 2

const workspace = '/v1/organizations/{organization_id}/workspaces/{workspace_id}'
/** The POST routes that change something. The token route does not, so losing its answer does no harm. */
const changingPosts = [`${workspace}/recommended-actions/{result_id}/tasks`, `${workspace}/platform_accounts`]

const once = (how: ServiceFault['how']) => ({ times: 1, how })

export const demoFaults: readonly DemoFault[] = [
  {
    id: 'slow_api',
    title: 'Slow analytics service',
    description: `Each response from the service takes ${slowByMs / 1000} seconds longer. Commands are acknowledged at once, say “Looking it up”, and answer when the data arrives.`,
    start: (service) => [service.addFault({ how: { kind: 'latency', ms: slowByMs } })],
  },
  {
    id: 'api_down',
    title: 'Analytics service down',
    description:
      'The service answers every request with status 503. Commands say so and what to do; a digest says what is missing, or waits until the service is back.',
    start: (service) => [
      service.addFault({ how: { kind: 'status', status: 503, body: { detail: 'Down for maintenance.' } } }),
    ],
  },
  {
    id: 'expired_token',
    title: 'Expired token',
    description:
      'The service rejects the bot’s token on the next request, once. The bot gets a new token and retries; only the list of requests shows it.',
    start: (service) => [service.addFault(once({ kind: 'token_expired' }))],
  },
  {
    id: 'slack_429',
    title: 'Slack answers 429',
    description: `Slack rejects the bot’s next message, once. A digest waits the ${retryAfterSeconds} seconds that Slack asks for, and is then posted once.`,
    start: (_service, slack) => [slack.fail('chat.postMessage', { retryAfter: retryAfterSeconds })],
  },
  {
    id: 'lost_answer',
    title: 'Lost answer to a POST',
    description:
      'The service carries out the next POST, for example creates a task, but the connection breaks before it answers. The message says that the outcome is unknown, and how to find out.',
    start: (service) =>
      changingPosts.map((route) =>
        service.addFault({ method: 'POST', route, ...once({ kind: 'reset', when: 'after_effect' }) }),
      ),
  },
]
