/** Calls of tools through Slackbot's door, compared with the smallest MCP server, which answers each with one word. */

import { medians, ratios, sideBySide } from './ack/side-by-side.ts'
import { startApp, startWorld } from './apps.ts'
import { serviceOf } from './load/seed.ts'
import { atMost, type BenchResult, printResult } from './result.ts'
import { median } from './statistics.ts'

const ratePerSecond = 200
const rounds = 60
/** The service's answers are cached from then on. */
const warmUpRounds = 5
const latencyMs = 20

/** From the database, and from an answer of the service. */
const plain = ['list_tasks', 'list_options'] as const
/** Weighed and drawn for each call, from many answers: all of its work is before Slack's answer, unlike a command's. */
const judged = 'get_visibility'
const judgedMs = 250

export async function benchCalls(): Promise<BenchResult> {
  const world = await startWorld('load/world.ts', [String(latencyMs)])
  const { baseUrl, searchBaseUrl, key, demo } = await serviceOf(world)
  const env = {
    SIGHTLINE_SLACKBOT: 'on',
    SIGHTLINE_API_URL: baseUrl,
    SIGHTLINE_SEARCH_API_URL: searchBaseUrl,
    SIGHTLINE_API_KEY: key,
    SIGHTLINE_ORGANIZATION_ID: demo.organizationId,
    SIGHTLINE_WORKSPACE_ID: demo.workspaceId,
    SIGHTLINE_PROJECT_ID: demo.projectId,
  }
  const bare = await startApp('bare', world, { env })
  const ours = await startApp('sightline', world, { env })
  const taken = []
  try {
    for (const tool of [...plain, judged]) {
      const send = (app: typeof ours) => app.call(tool, {})
      const load = { perSecond: ratePerSecond, rounds, warmUpRounds, send }
      taken.push({ tool, ...(await sideBySide({ bare, ours }, load)) })
    }
  } finally {
    await bare.stop()
    await ours.stop()
    world.stop()
  }
  return {
    name: `calls: ${ratePerSecond} calls/s of Slackbot’s tools, each answered (medians of rounds)`,
    table: {
      columns: ['server', 'tool', 'p50 to the answer', 'p99 to the answer'],
      rows: taken.flatMap(({ tool, bare, ours }) => [
        ['bare MCP server', 'one word', ...medians(bare)],
        ['Sightline', tool, ...medians(ours)],
      ]),
    },
    ratios: taken.flatMap(({ tool, ...both }) => {
      const { p50, p99 } = ratios(both)
      if (tool !== judged) return [atMost(`${tool}, p50`, p50, 1.3), atMost(`${tool}, p99`, p99, 1.5)]
      return [atMost(`${tool}, p99`, median(both.ours.p99), judgedMs, ' ms')]
    }),
  }
}

if (import.meta.main) printResult(await benchCalls())
