/** api.test, apps.connections.open and blocks.validate. */
import { type Problem, validateMessage, validateView } from '../blockkit/index.ts'
import type { World } from '../world/world.ts'
import type { Arguments } from './arguments.ts'
import { SlackError } from './errors.ts'
import { type Methods, method } from './method.ts'

/** Validates exactly one of `blocks`, `message` and `view`. `blocks.validate` doesn't require a message's text. */
function problems(args: Arguments, world: World): Problem[] {
  const given = ['blocks', 'message', 'view'].filter((name) => args.raw[name] !== undefined)
  if (given.length !== 1) throw new SlackError('invalid_arguments')
  const view = args.object('view')
  if (view) return validateView(view, world.rights)
  const message = args.object('message') ?? { blocks: args.list('blocks', 'invalid_blocks_format') }
  return validateMessage(message, world.rights)
}

export const platform: Methods = {
  'api.test': method('special', { token: 'none' }, (args) => {
    const { token: _token, ...given } = args.raw
    if (args.string('error')) throw new SlackError(args.required('error'), { args: given })
    return { args: given }
  }),
  'apps.connections.open': method('tier1', { token: 'app' }, (_args, world) => {
    if (!world.sockets.enabled()) throw new SlackError('access_denied')
    return { url: `${world.origin.replace(/^http/, 'ws')}${world.sockets.ticketPath()}` }
  }),
  'oauth.v2.access': method('tier4', { token: 'none' }, (args, world) => {
    const names = ['client_id', 'client_secret', 'grant_type', 'code', 'refresh_token']
    return world.grants.access(Object.fromEntries(names.map((name) => [name, args.string(name)])))
  }),
  'blocks.validate': method('special', { token: 'none' }, (args, world) => {
    const errors = problems(args, world).map(({ pointer, message, code, limit }) => ({
      pointer,
      code,
      message,
      field: pointer.split('/').at(-1),
      ...(limit ? { constraint: limit } : {}),
    }))
    if (errors.length > 0) throw new SlackError('invalid_blocks', { errors })
  }),
}
