/** Forms as people use them, with the real service and a real store, but without Slack in between. */
import { expect, onTestFinished } from 'vitest'
import type { AnalyticsApiOptions } from '../../src/api/index.ts'
import { channelScope } from '../../src/channels/settings.ts'
import type { Form } from '../../src/forms/form.ts'
import { createForms } from '../../src/forms/index.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { ChannelDefaults } from '../../src/model/channel.ts'
import type { FormValues, ViewState } from '../../src/model/form-values.ts'
import type { Message, ModalView } from '../../src/model/message.ts'
import {
  type Answer,
  type Click,
  type OptionsQuery,
  PostError,
  type Submission,
  type SubmissionAnswer,
} from '../../src/slack/port.ts'
import { createPermissions } from '../../src/slack/receive/access.ts'
import { HomeViewers } from '../../src/slack/send/home-viewers.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { validateView } from '../blocks/validate.ts'
import { answered, wordsOf } from '../commands/typed.ts'
import { startContract } from '../contract/support.ts'
import { testStore } from '../tasks/world.ts'
import { buttonClick, person, testWorkspace, unknownPeople } from '../workspace.ts'

export const team = 'T1'
export const channel = 'C1MARKETING'
export const user = 'U1ANA'

/** A method that no form may call. */
const unused = async (): Promise<never> => {
  throw new Error('a form called what it should not')
}

/**
 * The API key can read two organizations; the first is the configured one.
 * @param more differences from a workspace in which everything works
 */
export async function formWorld(
  { isIn = async () => true, ...more }: Partial<Workspace> & Partial<Pick<Workspace['people'], 'isIn'>> = {},
  options: Partial<AnalyticsApiOptions> = {},
) {
  const connection = await startContract()
  const store = await testStore(onTestFinished)
  const { service } = connection
  const defaults: ChannelDefaults = {
    placeFrom: 'configuration',
    ...connection.scope,
    subreddits: ['saas', 'crm'],
    recommendations: service.demo.resultIds.slice(0, 1),
    timeZone: 'Europe/Paris',
  }
  const logged: string[] = []
  const log = (event: string) => void logged.push(event)
  const updated: { readonly viewId: string; readonly view: ModalView }[] = []
  const refused = new Set<string>()
  const waits: (() => void)[] = []
  let late = false
  const ephemerals: Message[] = []
  const posted: { readonly channel: string; readonly message: Message }[] = []
  const workspace = testWorkspace({
    team,
    api: connection.client({ apiKey: () => service.keys.user, ...options }),
    store,
    clock: {
      now: () => Temporal.Instant.from('2026-11-18T12:00:00Z').add({ milliseconds: updated.length }),
      // Time-outs expire only when a test says that time has passed.
      sleep: (_ms, signal) =>
        new Promise((resolve, reject) => {
          if (late) resolve()
          waits.push(resolve)
          signal?.addEventListener('abort', () => reject(signal.reason))
        }),
    },
    log: { debug: log, info: log, warn: log, error: log },
    modals: {
      show: unused,
      update: async (viewId, view, hash) => {
        if (hash !== undefined && hash !== `h${updated.length}`)
          throw new PostError('refused', 'hash_conflict')
        return `h${updated.push({ viewId, view: sound(view) })}`
      },
    },
    people: {
      ...unknownPeople,
      person: async (id) => person({ id, timeZone: 'America/New_York', workspaces: [team] }),
      currentPerson: unused,
      isIn,
    },
    poster: {
      post: async (where, message) => {
        posted.push({ channel: where, message })
        return { channel: where, ts: `${posted.length}.1`, message }
      },
      update: unused,
      remove: unused,
    },
    defaults,
    answerAt: () => answerInto(ephemerals),
    homeViewers: new HomeViewers(systemClock),
    first: async () => true,
    access: {
      refusals: async () => new Map(),
      require: async (who, asker, ...what) => {
        if (refused.has(asker.user))
          throw new Problem('not_allowed', 'Only admins may do this here.', { ask: ['U9ADMIN'] })
        await permissions.require(who === 'admins' ? 'changers' : who, asker, ...what)
      },
    },
    ...more,
  })
  const { clock, people } = workspace
  const permissions = createPermissions({
    changers: { kind: 'anyone' },
    guests: 'change',
    people,
    store,
    clock,
  })
  const forms = formsIn(workspace)
  return {
    ...connection,
    store,
    workspace,
    forms,
    /** Submits a form. */
    send: async (view: ModalView, entries: FormValues = {}) =>
      outcome(await forms.submit(submission(view, entries))),
    /** Submits a form that closes, and does what follows. */
    save: async (view: ModalView, entries: FormValues = {}) => {
      const answer = await forms.submit(submission(view, entries))
      if (answer.kind !== 'close') throw new Error(`the form ended with ${answer.kind}`)
      await answer.after?.()
    },
    /** The answer to a command. */
    typed: async (text: string, where = channel) =>
      wordsOf(await answered(text, { team, channel: where, user, outside: false }, workspace)),
    /** What a menu offers for the text that a person types in it. */
    offered: (view: ModalView, field: string, text = '') => forms.suggest(typing(view, field, text)),
    /** The newest view that replaced another. */
    redrawn: () => {
      const view = updated.at(-1)?.view
      if (view === undefined) throw new Error('no view was drawn again')
      return view
    },
    scopeOf: (where = channel) => channelScope({ store, defaults }, { team, channel: where }),
    logged,
    /** Views that replaced others. */
    updated,
    /** Ephemeral messages. */
    ephemerals,
    /** In-channel messages. */
    posted,
    /** Users who may not change anything. */
    refused,
    /** From now on, every wait ends at once. */
    timePasses: () => {
      late = true
      for (const end of waits.splice(0)) end()
    },
    audited: () => store.audit.forChannel(team, channel, { limit: 50, offset: 0 }),
  }
}

export type FormWorld = Awaited<ReturnType<typeof formWorld>>

/** An answer to one person that collects its messages. */
export function answerInto(messages: Message[]): Answer {
  const answer: Answer = {
    ephemeral: async (message) => void messages.push(message),
    inChannel: unused,
    withProgress: () => answer,
  }
  return answer
}

/** Modals that open at once, and collect what they show. */
export const modalsInto = (opened: ModalView[]): Workspace['modals'] => ({
  show: async (_where, loading, content) => {
    sound(loading)
    opened.push(sound(await content()))
    return 'answered'
  },
  update: async () => {},
})

/** The view, if Slack would accept it. */
export function sound(view: ModalView): ModalView {
  expect(validateView(view)).toEqual([])
  return view
}

/** The fields' values after a person's input. */
export function entered(view: ModalView, entries: FormValues = {}): FormValues {
  const held: Record<string, FormValues[string]> = {}
  for (const block of view.blocks) {
    if (block.type !== 'input' || block.block_id === undefined) continue
    const element: Readonly<Record<string, unknown>> = { ...block.element }
    const option = element.initial_option as { value: string } | undefined
    const options = element.initial_options as { value: string }[] | undefined
    const picked = element.initial_time ?? element.initial_date ?? element.initial_conversation
    const value = option?.value ?? element.initial_value ?? picked
    const isList = String(element.type).startsWith('multi_') || element.type === 'checkboxes'
    if (isList) held[block.block_id] = (options ?? []).map((one) => one.value)
    else held[block.block_id] = typeof value === 'string' ? value : null
  }
  for (const name of Object.keys(entries))
    if (!(name in held)) throw new Error(`no field "${name}"; there are: ${Object.keys(held)}`)
  return { ...held, ...entries }
}

function stateOf(view: ModalView, entries: FormValues, viewId: string): ViewState {
  return {
    id: viewId,
    callbackId: view.callback_id,
    privateMetadata: view.private_metadata ?? '',
    values: entered(view, entries),
  }
}

let sent = 0

/** A submission of the form. */
export function submission(view: ModalView, entries: FormValues = {}, viewId = 'V1'): Submission {
  sent += 1
  return { team, user, outside: false, triggerId: `t${sent}`, view: stateOf(view, entries, viewId) }
}

/** A person types in one of the form's menus. */
export function typing(view: ModalView, field: string, typed: string): OptionsQuery {
  return { team, user, outside: false, actionId: `sl1.form.${field}`, typed, view: stateOf(view, {}, 'V1') }
}

/** A click on one of the form's own elements. */
export function clickIn(view: ModalView, actionId: string, value: string, entries: FormValues = {}): Click {
  return buttonClick({ team, user, actionId, value, viewId: 'V1', view: stateOf(view, entries, 'V1') })
}

/** The view that an answer finally shows, in time or late, and the errors at its fields. */
export function outcome(answer: SubmissionAnswer): {
  readonly view: ModalView
  readonly errors: Readonly<Record<string, string>>
} {
  if (answer.kind === 'close') throw new Error('the form was closed')
  if (answer.kind === 'show') return { view: sound(answer.view), errors: {} }
  const fields = new Set(
    answer.again.blocks.flatMap((block) => (block.type === 'input' ? [block.block_id] : [])),
  )
  for (const field of Object.keys(answer.errors)) expect(fields).toContain(field)
  return { view: sound(answer.again), errors: answer.errors }
}

/** A workspace's forms in one process. */
export function formsIn(workspace: Workspace, forms?: readonly Form[]) {
  const { owns, click, submit, suggest } = createForms(forms)
  return {
    owns: ({ view, actionId }: Click) => view !== null && owns(view, actionId),
    click: async (clicked: Click) => {
      if (clicked.view !== null) await click(clicked.view, clicked, workspace, async () => clicked)
    },
    submit: (sent: Submission) => submit(sent, workspace),
    suggest: (query: OptionsQuery) => suggest(query, workspace),
  }
}
