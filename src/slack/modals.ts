import type { WebClient } from '@slack/web-api'
import type { HomeTabs, Modals } from './port.ts'
import { asPostError } from './post-error.ts'

/** Views as the Web API takes them; the SDK's types don't know our charts, hence the casts. */
export function createModals(client: WebClient): Modals {
  return {
    open: async (triggerId, view) => {
      const opened = await asPostError(() =>
        client.views.open({ trigger_id: triggerId, view: view as never }),
      )
      return opened.view?.id ?? ''
    },
    push: async (triggerId, view) => {
      const pushed = await asPostError(() =>
        client.views.push({ trigger_id: triggerId, view: view as never }),
      )
      return pushed.view?.id ?? ''
    },
    update: async (viewId, view) => {
      await asPostError(() => client.views.update({ view_id: viewId, view: view as never }))
    },
  }
}

export function createHomeTabs(client: WebClient): HomeTabs {
  return {
    publish: async (user, view) => {
      await asPostError(() => client.views.publish({ user_id: user, view: view as never }))
    },
  }
}
