/** The modals that users have open, and their Home tabs. */
import { randomBytes } from 'node:crypto'
import { SlackError } from '../api/call.ts'
import { validateView } from '../blockkit/index.ts'
import { identify } from '../interactions/elements.ts'
import { type Values, valuesOf, withValue } from '../interactions/selections.ts'
import { type Json, objects, text } from '../json.ts'
import type { OpenView } from '../model.ts'
import { type embedding, refusal } from './content.ts'
import { APP } from './seed.ts'

/** A root and two more on top. */
const DEEPEST = 3

export function createViews(rights: ReturnType<typeof embedding>, changed: () => void, place: () => Json) {
  const stacks = new Map<string, OpenView[]>()
  const homes = new Map<string, OpenView>()
  const channels = new Map<string, string>()
  let made = 0

  const stack = (user: string) => stacks.get(user) ?? []
  const all = () => [...[...stacks.values()].flat(), ...homes.values()]
  const find = (id: string) => all().find((one) => one.id === id)
  const findByExternalId = (id: string) => all().find((one) => one.view.external_id === id)
  const newHash = () => `${Math.trunc(performance.now())}.${randomBytes(4).toString('hex')}`

  const build = (id: string, user: string, view: Json, places: Json, values: Values): OpenView => {
    const hash = newHash()
    const shown: Json = {
      private_metadata: '',
      callback_id: '',
      external_id: '',
      clear_on_close: false,
      notify_on_close: false,
      close: null,
      submit: null,
      ...view,
      id,
      ...place(),
      app_id: APP.id,
      bot_id: APP.botId,
      hash,
      ...places,
      state: { values },
    }
    return { id, user, view: shown, hash, values }
  }
  const make = (user: string, view: Json, before?: OpenView, channel?: string): OpenView => {
    made += 1
    const id = `V0VIEW${made}`
    const blocks = identify(objects(view.blocks))
    const root = before ? before.view.root_view_id : id
    const places = { root_view_id: root, previous_view_id: before?.id ?? null }
    if (channel) channels.set(id, channel)
    return build(
      id,
      user,
      { ...view, blocks },
      places,
      valuesOf(blocks, () => null, channel),
    )
  }
  const put = (view: OpenView) => {
    if (homes.get(view.user)?.id === view.id) homes.set(view.user, view)
    const swapped = stack(view.user).map((one) => (one.id === view.id ? view : one))
    stacks.set(view.user, swapped)
    changed()
    return view
  }
  const update = (old: OpenView, view: Json, hash?: string): OpenView => {
    if (hash && hash !== old.hash) throw new SlackError('hash_conflict')
    const blocks = identify(objects(view.blocks))
    const { root_view_id, previous_view_id } = old.view
    const values = valuesOf(blocks, (block, action) => old.values[block]?.[action], channels.get(old.id))
    return put(build(old.id, old.user, { ...view, blocks }, { root_view_id, previous_view_id }, values))
  }
  return {
    stack,
    home: (user: string): OpenView | undefined => homes.get(user),
    find,
    findByExternalId,
    /** Checks a view. Throws `invalid_arguments` with paths, `view_too_large` or `duplicate_external_id`. */
    check: (view: Json, replaces?: OpenView) => {
      const problems = validateView(view, rights)
      const tooLarge = problems.some((problem) => problem.code === 'view_too_large')
      const refused = refusal(problems, tooLarge ? 'view_too_large' : 'invalid_arguments')
      if (refused) throw refused
      const externalId = text(view.external_id)
      const taken = externalId ? findByExternalId(externalId) : undefined
      if (taken && taken.id !== replaces?.id) throw new SlackError('duplicate_external_id')
    },
    open: (user: string, view: Json, channel?: string): OpenView => {
      const opened = make(user, view, undefined, channel)
      stacks.set(user, [opened])
      changed()
      return opened
    },
    push: (user: string, view: Json): OpenView => {
      const below = stack(user)
      const top = below.at(-1)
      if (!top) throw new SlackError('not_found')
      if (below.length >= DEEPEST) throw new SlackError('push_limit_reached')
      const pushed = make(user, view, top, channels.get(top.id))
      stacks.set(user, [...below, pushed])
      changed()
      return pushed
    },
    /** Throws `hash_conflict` if the view has changed since. */
    update,
    publish: (user: string, view: Json, hash?: string): OpenView => {
      const old = homes.get(user)
      if (old) return update(old, view, hash)
      const published = make(user, view)
      homes.set(user, published)
      changed()
      return published
    },
    setValue: (view: OpenView, blockId: string, actionId: string, state: Json): OpenView => {
      const values = withValue(view.values, blockId, actionId, state)
      return put({ ...view, values, view: { ...view.view, state: { values } } })
    },
    setErrors: (view: OpenView, errors: Record<string, string> | undefined) => {
      const { errors: _old, ...rest } = find(view.id) ?? view
      put(errors ? { ...rest, errors } : rest)
    },
    /** Closes the view and all above it, or with `clear` the whole stack. Returns the closed views, topmost first. */
    close: (view: OpenView, clear: boolean = false): readonly OpenView[] => {
      const open = stack(view.user)
      const place = open.findIndex((one) => one.id === view.id)
      const from = clear ? 0 : place
      if (place < 0) return []
      stacks.set(view.user, open.slice(0, from))
      changed()
      return open.slice(from).reverse()
    },
  }
}

export type Views = ReturnType<typeof createViews>
