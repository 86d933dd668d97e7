import type { WebClient } from '@slack/web-api'
import { problemModal } from '../../blocks/kit/modal.ts'
import type { Log } from '../../lib/log.ts'
import { report } from '../../lib/problem.ts'
import type { ModalView } from '../../model/message.ts'
import { type HomeTabs, type Modals, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Opens and updates modals. The SDK's types lack charts, hence the casts. */
export function createModals(client: WebClient, { log }: { readonly log: Log }): Modals {
  const open = async (triggerId: string, view: ModalView, onTop: boolean) => {
    const request = { trigger_id: triggerId, view: view as never }
    const opened = await asPostError(() => (onTop ? client.views.push(request) : client.views.open(request)))
    return opened.view?.id ?? ''
  }
  const update = async (viewId: string, view: ModalView, hash?: string) => {
    const request = { view_id: viewId, view: view as never, ...(hash === undefined ? {} : { hash }) }
    await asPostError(() => client.views.update(request))
  }
  return {
    show: async ({ triggerId, viewId, onTop = false }, loading, content, fields) => {
      let modal: string
      try {
        modal = viewId ?? (await open(triggerId, loading, onTop))
      } catch (error) {
        if (!hasCode(error, 'exchanged_trigger_id')) throw error
        // A repeated delivery of the same click: its modal is open already.
        log.info('the modal is already open', fields)
        return 'answered'
      }
      try {
        await update(modal, await content())
        return 'answered'
      } catch (error) {
        if (hasCode(error, closed)) return 'answered'
        const { sentence, reference, from, ask } = report(log, 'request failed', error, fields)
        const problemView = problemModal(loading.title.text, sentence, reference, ask)
        await update(modal, problemView).catch((failure: unknown) => {
          // The caller tells the person about the first error elsewhere.
          if (!hasCode(failure, closed)) throw error
        })
        return from
      }
    },
    update,
  }
}

/** Slack's code for a modal that was closed, so the person needs no answer. */
const closed = 'not_found'

function hasCode(error: unknown, code: string): boolean {
  return error instanceof PostError && error.code === code
}

export function createHomeTabs(client: WebClient): HomeTabs {
  return {
    publish: async (user, view) => {
      await asPostError(() => client.views.publish({ user_id: user, view: view as never }))
    },
  }
}
