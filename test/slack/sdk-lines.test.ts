import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLog } from '../../src/lib/log.ts'
import { boltLogger } from '../../src/slack/receive/bolt-logger.ts'
import { listedBeginning } from '../../src/slack/send/sdk-log-lines.ts'

const packages = join(import.meta.dirname, '../../node_modules/@slack')

/** What runs in a bot of ours: no Lambda, no Express, no warnings to who writes code, and no demo stores. */
const runs: Readonly<Record<string, RegExp>> = {
  'bolt/dist': /^(App|receivers\/(HTTP|SocketMode).*)\.js$/,
  'socket-mode/dist/src': /\.js$/,
  'web-api/dist': /^WebClient\.js$/,
}
/** Of lines that are only written for a mistake in code that is tested here, or that begin with what they are about. */
const never = /^(\$|Slack listener|Action listener|View listener)/

/** The literal lines that these packages may write as a warning or an error. */
function sdkLines(): string[] {
  return Object.entries(runs).flatMap(([folder, files]) =>
    readdirSync(join(packages, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => files.test(file))
      .flatMap((file) => {
        const code = readFileSync(join(packages, folder, file), 'utf8')
        return [...code.matchAll(/logger\??\.(?:warn|error)\((['"`])((?:(?!\1).)+)\1/gu)].map(
          ([, , line = '']) => line,
        )
      })
      .filter((line) => !never.test(line)),
  )
}

it('every warning and error of the SDK begins with a listed beginning, before anything that changes', () => {
  const lines = sdkLines()
  expect(lines.length).toBeGreaterThan(25)
  const unlisted = lines.filter((line) => {
    const beginning = listedBeginning(line)
    return beginning === null || beginning.includes('$')
  })
  expect(unlisted).toEqual([])
})

it('writes how a line begins and of which kind an error is, and nothing of what they are about', () => {
  const written: Record<string, unknown>[] = []
  const log = createLog('debug', { write: (line) => void written.push(JSON.parse(line)) })
  const logger = boltLogger(log)
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
  expect(written.map(({ level, detail, error }) => [level, detail, error && Object.keys(error)])).toEqual([
    [40, 'Malformed request body', undefined],
    [50, 'Slack API error', ['name', 'code', 'stack']],
    [50, 'a line whose beginning is not listed', ['name', 'stack']],
    [40, 'a line whose beginning is not listed', undefined],
    [20, 'a line whose beginning is not listed', undefined],
  ])
})
