import type { WebClient } from '@slack/web-api'
import { problemModal } from '../../blocks/kit/modal.ts'
import type { Log } from '../../lib/log.ts'
import { report } from '../../lib/problem.ts'
import type { ModalView } from '../../model/message.ts'
import { type HomeTabs, type Modals, PostError } from '../port.ts'
import { asPostError } from './post-error.ts'

/** Views as the Web API takes them; the SDK's types don't know our charts, hence the casts. */
export function createModals(client: WebClient, { log }: { readonly log: Log }): Modals {
  const open = async (triggerId: string, view: ModalView) => {
    const opened = await asPostError(() => client.views.open({ trigger_id: triggerId, view: view as never }))
    return opened.view?.id ?? ''
  }
  const update = async (viewId: string, view: ModalView) => {
    await asPostError(() => client.views.update({ view_id: viewId, view: view as never }))
  }
  return {
    show: async ({ triggerId, viewId }, loading, content, fields) => {
      let modal: string
      try {
        modal = viewId ?? (await open(triggerId, loading))
      } catch (error) {
        if (!saysOf(error, 'exchanged_trigger_id')) throw error
        // The same click was delivered twice, and its modal is open.
        log.info('a modal was opened before', fields)
        return 'answered'
      }
      try {
        await update(modal, await content())
        return 'answered'
      } catch (error) {
        if (saysOf(error, closed)) return 'answered'
        const { sentence, reference, from, ask } = report(log, 'request failed', error, fields)
        const told = problemModal(loading.title.text, sentence, reference, ask)
        await update(modal, told).catch((failure: unknown) => {
          // What went wrong first is what the person has to know, elsewhere.
          if (!saysOf(failure, closed)) throw error
        })
        return from
      }
    },
    update,
  }
}

/** Slack's word for a modal that its reader has closed meanwhile, and who then has nothing to be told. */
const closed = 'not_found'

function saysOf(error: unknown, code: string): boolean {
  return error instanceof PostError && error.code === code
}

export function createHomeTabs(client: WebClient): HomeTabs {
  return {
    publish: async (user, view) => {
      await asPostError(() => client.views.publish({ user_id: user, view: view as never }))
    },
  }
}
