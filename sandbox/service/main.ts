/** `npm run service`: runs only the analytics service, until Ctrl-C. */
import { parseArgs } from 'node:util'
import { startService } from './index.ts'
import type { ServiceOptions } from './model.ts'

const USAGE = 'Usage: npm run service -- [--port <port>] [--search-port <port>] [--seed <whole number>]'

function whole(flag: string, text: string | undefined, max: number): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d{1,10}$/.test(text) || Number(text) > max) {
    throw new Error(`--${flag} must be a whole number from 0 to ${max}, not "${text}".`)
  }
  return Number(text)
}

/** @throws an Error that names the wrong flag. */
function readOptions(args: string[]): ServiceOptions {
  const string = { type: 'string' } as const
  const options = { port: string, 'search-port': string, seed: string }
  const { values } = parseArgs({ args, options })
  const port = whole('port', values.port, 65_535)
  const searchPort = whole('search-port', values['search-port'], 65_535)
  const seed = whole('seed', values.seed, 4_294_967_295)
  return {
    ...(port === undefined ? {} : { port }),
    ...(searchPort === undefined ? {} : { searchPort }),
    ...(seed === undefined ? {} : { seed }),
  }
}

function optionsOrExit(): ServiceOptions {
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    return process.exit(2)
  }
}

const service = await startService(optionsOrExit()).catch((error: unknown) => {
  console.error(`The service could not start: ${error instanceof Error ? error.message : error}`)
  return process.exit(1)
})
let stopping = false
const stop = async () => {
  // npm forwards a signal that the terminal has already sent to both processes.
  if (stopping) return
  stopping = true
  await service.stop()
  console.log('Stopped.')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)

// Printed last, because a reader may send a signal as soon as it appears.
const { demo, keys } = service
console.log(`Analytics service (made-up data)

  Core API           ${service.baseUrl}
  Search analytics   ${service.searchBaseUrl}
  OpenAPI            ${service.baseUrl}/openapi.json
  MCP                ${service.baseUrl}/mcp

  Demo keys
    user             ${keys.user}
    organization     ${keys.organization}
    workspace        ${keys.workspace}
    read-only        ${keys.readOnly}

  Organization       ${demo.organizationId}
  Workspace          ${demo.workspaceId}
  Analysis           ${demo.projectId}
  Recommendations    ${demo.resultIds.join('\n                     ')}

Press Ctrl-C to stop.`)
