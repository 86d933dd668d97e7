/** views.*: docs.slack.dev/reference/methods?family=views */
import type { Json } from '../json.ts'
import type { OpenView } from '../model.ts'
import type { World } from '../world/world.ts'
import { type Arguments, invalidArgument, SlackError, withMessages } from './call.ts'
import { type Methods, method } from './method.ts'

function givenView(args: Arguments, type: 'modal' | 'home' | undefined): Json {
  const view = args.object('view')
  if (!view) throw withMessages('invalid_arguments', ['missing required field: view'])
  if (type && view.type !== type && typeof view.type === 'string')
    throw invalidArgument('view/type', `must be a ${type} view`)
  return view
}

function triggerId(args: Arguments): string {
  const id = args.string('trigger_id') ?? args.string('interactivity_pointer')
  if (!id) throw withMessages('invalid_arguments', ['missing required field: trigger_id'])
  return id
}

const answer = (opened: OpenView): Json => ({ view: opened.view })

function toUpdate(world: World, args: Arguments): OpenView {
  const id = args.string('view_id')
  const externalId = args.string('external_id')
  if (!id && !externalId) throw withMessages('invalid_arguments', ['missing required field: view_id'])
  const view = id ? world.views.find(id) : world.views.findByExternalId(externalId ?? '')
  if (!view) throw new SlackError('not_found')
  return view
}

export const views: Methods = {
  'views.open': method('tier4', [], (args, world) => {
    const view = givenView(args, 'modal')
    const trigger = world.triggers.look(triggerId(args))
    world.views.check(view)
    world.triggers.exchange(triggerId(args))
    return answer(world.views.open(trigger.user, view, trigger.channel))
  }),
  'views.push': method('tier4', [], (args, world) => {
    const view = givenView(args, 'modal')
    const trigger = world.triggers.look(triggerId(args))
    if (!trigger.viewId) throw new SlackError('invalid_trigger_id')
    world.views.check(view)
    const pushed = world.views.push(trigger.user, view)
    world.triggers.exchange(triggerId(args))
    return answer(pushed)
  }),
  'views.update': method('tier4', [], (args, world) => {
    const old = toUpdate(world, args)
    const view = givenView(args, old.view.type === 'home' ? 'home' : 'modal')
    world.views.check(view, old)
    return answer(world.views.update(old, view, args.string('hash')))
  }),
  'views.publish': method('tier4', [], (args, world) => {
    const user = args.required('user_id')
    if (!world.workspace.users.has(user)) throw new SlackError('user_not_found')
    if (world.manifest && !world.manifest.homeTab) throw new SlackError('not_enabled')
    const view = givenView(args, 'home')
    world.views.check(view, world.views.home(user))
    return answer(world.views.publish(user, view, args.string('hash')))
  }),
}
