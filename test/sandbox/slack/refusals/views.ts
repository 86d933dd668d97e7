import { USERS } from '../../../../sandbox/slack/index.ts'
import { actions, button, mrkdwn, plain, section } from '../blocks.ts'
import type { CasesByMethod, Tried } from './case.ts'

const divider = { type: 'divider' as const }
const modal = (more: Record<string, unknown> = {}) => ({
  type: 'modal' as const,
  title: plain('A title'),
  blocks: [divider],
  ...more,
})
const home = (more: Record<string, unknown> = {}) => ({ type: 'home' as const, blocks: [divider], ...more })
const pressable = { blocks: [actions(button('press'))] }
const wrong = { blocks: [{ type: 'section' }] }
/** More than 250,000 bytes, but otherwise valid. */
const large = { blocks: Array.from({ length: 90 }, () => section(mrkdwn('ä'.repeat(3000)))) }

async function open(tried: Tried, more: Record<string, unknown> = {}) {
  const { view } = await tried.client.views.open({ trigger_id: await tried.trigger(), view: modal(more) })
  return { id: String(view?.id), hash: String(view?.hash) }
}

/** From a click in an open modal. */
const pressed = async (tried: Tried) => tried.trigger((await open(tried, pressable)).id)

/** A trigger that is older than three seconds. */
async function expired(tried: Tried, viewId?: string) {
  const trigger_id = await tried.trigger(viewId)
  tried.clock.advance({ milliseconds: 3001 })
  return { trigger_id, view: modal() }
}

export const viewCases: CasesByMethod = {
  'views.open': {
    invalid_trigger_id: () => ({ trigger_id: '1.2.3', view: modal() }),
    expired_trigger_id: (tried) => expired(tried),
    exchanged_trigger_id: async (tried) => {
      const trigger_id = await tried.trigger()
      await tried.client.views.open({ trigger_id, view: modal() })
      return { trigger_id, view: modal() }
    },
    duplicate_external_id: async (tried) => {
      await open(tried, { external_id: 'one' })
      return { trigger_id: await tried.trigger(), view: modal({ external_id: 'one' }) }
    },
    view_too_large: async (tried) => ({ trigger_id: await tried.trigger(), view: modal(large) }),
    invalid_arguments: async (tried) => ({ trigger_id: await tried.trigger(), view: modal(wrong) }),
  },
  'views.push': {
    invalid_trigger_id: async (tried) => ({ trigger_id: await tried.trigger(), view: modal() }),
    expired_trigger_id: async (tried) => expired(tried, (await open(tried, pressable)).id),
    exchanged_trigger_id: async (tried) => {
      const trigger_id = await pressed(tried)
      await tried.client.views.push({ trigger_id, view: modal() })
      return { trigger_id, view: modal() }
    },
    push_limit_reached: async (tried) => {
      let { id } = await open(tried, pressable)
      for (let level = 0; level < 2; level += 1) {
        const pushed = { trigger_id: await tried.trigger(id), view: modal(pressable) as never }
        id = String((await tried.client.views.push(pushed)).view?.id)
      }
      return { trigger_id: await tried.trigger(id), view: modal() }
    },
    duplicate_external_id: async (tried) => {
      const { id } = await open(tried, { ...pressable, external_id: 'one' })
      return { trigger_id: await tried.trigger(id), view: modal({ external_id: 'one' }) }
    },
    view_too_large: async (tried) => ({ trigger_id: await pressed(tried), view: modal(large) }),
    invalid_arguments: async (tried) => ({ trigger_id: await pressed(tried), view: modal(wrong) }),
  },
  'views.update': {
    not_found: () => ({ view_id: 'V0NOWHERE', view: modal() }),
    hash_conflict: async (tried) => ({ view_id: (await open(tried)).id, hash: 'old', view: modal() }),
    duplicate_external_id: async (tried) => {
      const published = home({ external_id: 'one' }) as never
      await tried.client.views.publish({ user_id: USERS.owner, view: published })
      return { view_id: (await open(tried)).id, view: modal({ external_id: 'one' }) }
    },
    view_too_large: async (tried) => ({ view_id: (await open(tried)).id, view: modal(large) }),
    invalid_arguments: async (tried) => ({ view_id: (await open(tried)).id, view: modal(wrong) }),
  },
  'views.publish': {
    user_not_found: () => ({ user_id: 'U0NOBODY', view: home() }),
    not_enabled: () => ({ user_id: USERS.owner, view: home() }),
    hash_conflict: async ({ client }) => {
      await client.views.publish({ user_id: USERS.owner, view: home() })
      return { user_id: USERS.owner, hash: 'old', view: home() }
    },
    duplicate_external_id: async (tried) => {
      await open(tried, { external_id: 'one' })
      return { user_id: USERS.owner, view: home({ external_id: 'one' }) }
    },
    view_too_large: () => ({ user_id: USERS.owner, view: home(large) }),
    invalid_arguments: () => ({ user_id: USERS.owner, view: home(wrong) }),
  },
}
