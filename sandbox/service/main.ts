/** `npm run service`: runs only the analytics service, until Ctrl-C. */
import { parseArgs } from 'node:util'
import { optionsOrExit, runUntilStopped, whole } from '../command-line.ts'
import { startService } from './index.ts'
import type { ServiceOptions } from './model.ts'

const USAGE = 'Usage: npm run service -- [--port <port>] [--search-port <port>] [--seed <whole number>]'

/** @throws an Error that names the wrong flag. */
function readOptions(args: string[]): ServiceOptions {
  const string = { type: 'string' } as const
  const options = { port: string, 'search-port': string, seed: string }
  const { values } = parseArgs({ args, options })
  const { port, 'search-port': searchPort, seed } = values
  return {
    ...(port === undefined ? {} : { port: whole('port', port, 0, 65_535) }),
    ...(searchPort === undefined ? {} : { searchPort: whole('search-port', searchPort, 0, 65_535) }),
    ...(seed === undefined ? {} : { seed: whole('seed', seed, 0, 4_294_967_295) }),
  }
}

const options = optionsOrExit(USAGE, readOptions)
const service = await runUntilStopped('The service', () => startService(options))

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
