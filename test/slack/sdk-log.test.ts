import { WebClient } from '@slack/web-api'
import { beforeEach, expect, it } from 'vitest'
import { createLog } from '../../src/lib/telemetry.ts'
import { boltLogger } from '../../src/slack/send/client.ts'

let written: Record<string, unknown>[]
let logger: ReturnType<typeof boltLogger>
beforeEach(() => {
  written = []
  logger = boltLogger(createLog('debug', { write: (line) => void written.push(JSON.parse(line)) }))
})

it('logs the level and kind of an error, but not its content', () => {
  const body = 'our launch is on Friday'
  logger.debug(`Received a message on the WebSocket: ${body}`)
  logger.warn(`Malformed request body: Unexpected token 'o', "${body}" is not valid JSON`)
  logger.error(
    `Slack API error: ${body}`,
    Object.assign(new Error(body), { code: 'slack_webapi_platform_error' }),
  )
  logger.error(new SyntaxError(`"${body}" is not valid JSON`))
  logger.warn(body)
  logger.info({ body })
  expect(JSON.stringify(written)).not.toContain('Friday')
  expect(written.map(({ level, error }) => [level, error && Object.keys(error)])).toEqual([
    [40, undefined],
    [50, ['name', 'code', 'stack']],
    [50, ['name', 'stack']],
    [40, undefined],
    [20, undefined],
  ])
})

it('logs where the SDK logged, so that its source explains the rest', async () => {
  const client = new WebClient('xoxb-a-secret', {
    slackApiUrl: 'http://127.0.0.1:9/xoxb-a-secret/',
    retryConfig: { retries: 0 },
    logger,
  })
  await expect(client.auth.test()).rejects.toThrow()
  expect(written).toContainEqual(
    expect.objectContaining({
      level: 40,
      detail: expect.stringMatching(/^web-api\/dist\/WebClient\.js:\d+$/),
    }),
  )
  expect(JSON.stringify(written)).not.toContain('xoxb-a-secret')
})
