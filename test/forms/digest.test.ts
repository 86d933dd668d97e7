import { describe, expect, it } from 'vitest'
import { digestModal } from '../../src/blocks/digests/digest-form.ts'
import { commands } from '../../src/commands/index.ts'
import { digestFormOf, newDigestForm } from '../../src/digests/manage/digest-form.ts'
import { digestsIn } from '../../src/digests/manage/manage.ts'
import type { FormValues } from '../../src/model/form-values.ts'
import type { ModalView } from '../../src/model/message.ts'
import { PostError } from '../../src/slack/port.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { defaultSettings } from '../../src/store/index.ts'
import { renderBlocks } from '../blocks/render.ts'
import { createDigest } from '../workspace.ts'
import { kept } from './redrawn.ts'
import { channel, clickIn, entered, formWorld, modalsInto, sound, submission, team, user } from './support.ts'

const place = { team, channel, user }

/** A channel with the bot, and a Slack that tracks the open form: its hash and the values of its fields. */
async function world(more: Parameters<typeof formWorld>[0] = {}) {
  const pushed: ModalView[] = []
  const formsWorld = await formWorld({
    channelState: async () => ({ isArchived: false, isMember: true }),
    checkToken: async () => ({ scopes: null }),
    ...more,
  } as unknown as typeof more)
  const { workspace, forms, updated, store } = formsWorld
  const modals = { ...modalsInto(pushed), update: workspace.modals.update, ...more.modals }
  Object.assign(workspace, { modals })
  const open = async () => sound(digestModal(await newDigestForm(workspace, place)))
  /** Clicks an element of the form. Earlier input stays. @returns the form if it was redrawn */
  const click = async (view: ModalView, field: string, entries: FormValues = {}, value = '') => {
    const before = updated.length
    await forms.click(clickIn(view, `sl1.form.${field}`, value, entries))
    const again = updated[before]?.view
    return again === undefined ? null : { view: again, values: kept(again, view, entries) }
  }
  const saved = async () => {
    const [digest] = await digestsIn(workspace, place)
    if (digest === undefined) throw new Error('nothing was saved')
    return digest
  }
  const create = (settings: Partial<typeof defaultSettings & { name: string }> = {}) =>
    createDigest(store, workspace.clock.now(), {
      name: 'Weekly brand visibility',
      ...settings,
      team,
      channel,
      by: user,
    })
  const update = (settings: Partial<typeof defaultSettings & { name: string }>) =>
    store.subscriptions.update(team, 'S1', settings, workspace.clock.now())
  const edit = async () => {
    const names = (await store.channels.get(team, channel))?.filterNames ?? []
    return sound(digestModal(digestFormOf(await saved(), names)))
  }
  return { ...formsWorld, pushed, open, click, saved, create, update, edit }
}

const fieldsOf = (view: ModalView) => Object.keys(entered(view))
const shown = (view: ModalView) => renderBlocks(view.blocks)

function drawn<T>(again: T | null): T {
  if (again === null) throw new Error('the form was not drawn again')
  return again
}

describe('a digest’s form', () => {
  it('opens with the requested day and hour, in the person’s time zone', async () => {
    const { workspace } = await world()
    const plan = commands.plan('digest every friday at 8')
    if (plan.kind !== 'modal') throw new Error('no form opens')
    const form = sound(await plan.form({ ...place, outside: false }, workspace))
    expect(entered(form)).toMatchObject({
      days: 'days',
      weekdays: ['5'],
      time: '08:00',
      timeZone: 'America/New_York',
    })
  })

  it('shows sections, schedule, and only the day field that suits the frequency', async () => {
    const { open, click } = await world()
    const form = await open()
    expect(fieldsOf(form)).toEqual(['sections', 'days', 'weekdays', 'time', 'timeZone'])
    const monthly = drawn(await click(form, 'days', { days: 'monthly', weekdays: ['2', '5'], time: '17:30' }))
    expect(fieldsOf(monthly.view)).toEqual(['sections', 'days', 'monthDay', 'time', 'timeZone'])
    expect(monthly.values).toMatchObject({ days: 'monthly', monthDay: '1', time: '17:30' })
    const daily = drawn(
      await click(monthly.view, 'days', { ...monthly.values, monthDay: '15', days: 'daily' }),
    )
    expect(fieldsOf(daily.view)).toEqual(['sections', 'days', 'time', 'timeZone'])
    // A choice in a field that was hidden is still there when the field returns.
    const weekly = drawn(await click(daily.view, 'days', { ...daily.values, days: 'days' }))
    expect(weekly.values).toMatchObject({ weekdays: ['2', '5'], time: '17:30' })
    const again = drawn(await click(weekly.view, 'days', { ...weekly.values, days: 'monthly' }))
    expect(again.values).toMatchObject({ monthDay: '15' })
  })

  it('is not redrawn if a choice needs no other field', async () => {
    const { open, click } = await world()
    const form = await open()
    expect(await click(form, 'days', { days: 'days', weekdays: ['2'] })).toBeNull()
    expect(await click(form, 'sections', { sections: ['visibility', 'evaluations'] })).toBeNull()
  })

  it('shows all other options behind a button, which keeps the input', async () => {
    const { open, click, send, saved } = await world()
    const form = await open()
    const more = drawn(await click(form, 'more', { time: '08:15', weekdays: ['3'] }))
    expect(more.values).toMatchObject({
      time: '08:15',
      weekdays: ['3'],
      name: null,
      habits: ['detailsInThread'],
    })
    expect(fieldsOf(more.view)).not.toContain('fallsBy')
    const alerts = drawn(
      await click(more.view, 'alerts', { ...more.values, name: 'Ours', alerts: ['fall', 'quiet'] }),
    )
    expect(alerts.values).toMatchObject({ name: 'Ours', fallsBy: '5', quietFrom: '22:00', quietTo: '07:00' })
    const { view } = await send(alerts.view, { ...alerts.values, fallsBy: '3' })
    expect(shown(view)).toContain('is set up for')
    expect(await saved()).toMatchObject({
      name: 'Ours',
      schedule: { kind: 'days', days: [3], time: '08:15', timeZone: 'America/New_York' },
      alerts: { fall: 3, quietHours: { from: '22:00', to: '07:00' } },
    })
  })

  it('opens with the current settings, and shows the other options if one of them is set', async () => {
    const { create, edit, update } = await world()
    await create()
    expect(fieldsOf(await edit())).toEqual(['sections', 'days', 'weekdays', 'time', 'timeZone'])
    expect(shown(await edit())).toContain('Weekly brand visibility')
    await update({ filters: 'ChatGPT', alerts: { ...defaultSettings.alerts, overtaken: true } })
    expect(entered(await edit())).toMatchObject({ engines: ['ChatGPT'], alerts: ['overtaken'], name: null })
  })

  it.each([
    ['first', [0, 1], ['monthly', 'other']],
    ['last', [1, 0], ['other']],
  ])('shows the newest click’s choice if the older one’s view arrives %s', async (_, order, shown) => {
    const drawings: string[] = []
    const waiting: (() => void)[] = []
    let hash = 'h0'
    const { open, forms, logged } = await world({
      modals: {
        update: async (_id, view, seen) => {
          if (seen !== undefined) await new Promise<void>((resolve) => waiting.push(resolve))
          if (seen !== undefined && seen !== hash) throw new PostError('refused', 'hash_conflict')
          hash = `h${drawings.push(fieldsOf(view).includes('monthDay') ? 'monthly' : 'other')}`
        },
      } as Workspace['modals'],
    })
    const form = await open()
    const clicks: Promise<void>[] = []
    for (const days of ['monthly', 'daily']) {
      const click = clickIn(form, 'sl1.form.days', days, { days })
      clicks.push(forms.click({ ...click, triggerId: days, view: click.view && { ...click.view, hash } }))
      await expect.poll(() => waiting.length).toBe(clicks.length)
    }
    for (const at of order) {
      waiting[at]?.()
      await clicks[at]
    }
    expect(drawings).toEqual(shown)
    expect(logged, 'nothing failed').toEqual([])
  })

  it('draws no earlier choice over what was saved', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const drawings: ModalView[] = []
    const { open, forms, send, saved } = await world({
      modals: {
        update: async (_id, view, seen) => {
          await released
          if (seen !== undefined) throw new PostError('refused', 'hash_conflict')
          drawings.push(view)
        },
      } as Workspace['modals'],
    })
    const form = await open()
    const click = clickIn(form, 'sl1.form.days', 'monthly', { days: 'monthly' })
    const slow = forms.click({ ...click, view: click.view && { ...click.view, hash: 'h0' } })
    await send(form)
    expect((await saved()).schedule.kind).toBe('days')
    release()
    await slow
    expect(drawings).toEqual([])
  })

  it('asks for the day field if submitted before it was shown, and saves nothing', async () => {
    const { open, send, workspace } = await world()
    const form = await open()
    const { view } = await send(form, { days: 'monthly', time: '18:00' })
    expect(shown(view)).toContain('⚠ Please change this: Check this as well, then save.')
    expect(entered(view)).toMatchObject({ days: 'monthly', time: '18:00' })
    expect(await digestsIn(workspace, place)).toEqual([])
    await send(view, { monthDay: 'last' })
    const [digest] = await digestsIn(workspace, place)
    expect(digest?.schedule).toMatchObject({ kind: 'monthly', day: 'last' })
  })

  it('opens the other options if the error is among them', async () => {
    const { create, edit, send, saved } = await world()
    await create({ filters: 'topic:t1', sections: ['visibility'] })
    const form = await edit()
    // They are open already, so the error is shown at its field.
    const wrong = await send(form, { filters: 'brand:"Acme" third quarter' })
    expect(wrong.errors).toEqual({ filters: expect.stringContaining('fixed date') })
    // The same input from a form that doesn't show the field.
    const metadata = JSON.parse(form.private_metadata ?? '{}')
    const closed = {
      ...form,
      blocks: form.blocks.filter(({ block_id: id }) => id !== 'filters'),
      private_metadata: JSON.stringify({ ...metadata, hidden: { ...metadata.hidden, filters: '2026-10' } }),
    }
    const { view, errors } = await send(closed)
    expect(errors).toEqual({})
    expect(shown(view)).toContain('fixed date')
    expect(fieldsOf(view)).toContain('filters')
    expect((await saved()).filters).toBe('topic:t1')
  })

  it('renames a digest only if its name was automatic', async () => {
    const { create, edit, click, send, saved, update } = await world()
    await create()
    const monthly = drawn(await click(await edit(), 'days', { days: 'monthly' }))
    await send(monthly.view, monthly.values)
    expect((await saved()).name).toBe('Monthly brand visibility')
    await update({ name: 'Ours' })
    const daily = drawn(await click(await edit(), 'days', { days: 'daily' }))
    expect(daily.values.name).toBe('Ours')
    await send(daily.view, daily.values)
    expect((await saved()).name).toBe('Ours')
  })

  it('from an earlier release is saved as that release meant it', async () => {
    const { open, forms, saved } = await world()
    const { view, ...rest } = submission(await open())
    const values = {
      ...{ name: '', days: 'monthly', weekdays: ['1'], monthDay: '15', time: '07:00', timeZone: 'UTC' },
      ...{ sections: ['visibility'], evaluations: '', filters: 'ChatGPT "Acme"' },
      ...{ habits: ['detailsInThread'], alerts: ['fall'], fallsBy: '3' },
      ...{ quietFrom: '22:00', quietTo: '07:00' },
    }
    const privateMetadata = JSON.stringify({
      metadata: { channel, subscriptionId: null, mark: null, once: 'once-of-then' },
      ...{ fixed: null, open: false, hidden: {} },
    })
    await forms.submit({ ...rest, view: { ...view, privateMetadata, values } })
    expect(await saved()).toMatchObject({
      schedule: { kind: 'monthly', day: 15, time: '07:00', timeZone: 'UTC' },
      filters: 'ChatGPT "Acme"',
      alerts: { fall: 3, quietHours: null },
    })
  })
})

describe('a digest’s filters', () => {
  it('are chosen from lists, including an engine that the service has just added', async () => {
    const { workspace, open, click, send, saved, offered } = await world()
    const { api } = workspace
    const insightsFilters: typeof api.insightsFilters = async (...asked) => {
      const filters = await api.insightsFilters(...asked)
      return { ...filters, sources: [...filters.sources, 'Mistral'] }
    }
    Object.assign(workspace, { api: { ...api, insightsFilters } })
    const more = drawn(await click(await open(), 'more'))
    const values = async (field: string, typed: string) =>
      (await offered(more.view, field, typed)).map(({ value }) => value)
    expect(await values('engines', '')).toEqual(expect.arrayContaining(['ChatGPT', 'Mistral']))
    expect(await values('engines', 'mist')).toEqual(['Mistral'])
    expect(await values('brands', 'tail')).toEqual(['Tailspin'])
    await send(more.view, {
      engines: ['ChatGPT', 'Mistral'],
      brands: ['Tailspin'],
      competitorTypes: ['QA_FORUM'],
      keywordTypes: ['Brand'],
      funnelStages: ['ToFu'],
      filters: 'last month search:"crm"',
    })
    expect((await saved()).filters).toBe(
      'ChatGPT engine:Mistral last month "Tailspin" site:qa_forum keyword:brand funnel:tofu search:"crm"',
    )
    expect(await click(more.view, 'preview', { engines: ['Mistral'] })).toBeNull()
  })

  it('that are no longer in any list are still shown by name and can be kept', async () => {
    const { create, edit, send, saved, store, workspace } = await world()
    await create({ filters: 'engine:Gone "Forgotten Inc" topic:onboarding site:qa_forum' })
    const filterNames = [{ filter: 'topics' as const, id: 't7', name: 'Pricing' }]
    await store.channels.save({ team, channel, filterNames }, user, workspace.clock.now())
    const form = await edit()
    const all = shown(form)
    for (const option of [
      '“Gone”=Gone',
      '“Forgotten Inc”',
      '“Topic onboarding”',
      '“Topic: Pricing”=topics:t7',
    ])
      expect(all).toContain(option)
    await send(form, { dimensions: ['topics:onboarding', 'topics:t7'] })
    expect((await saved()).filters).toBe('engine:Gone "Forgotten Inc" site:qa_forum topic:onboarding,t7')
  })

  it('can be typed by name if the list of brands is unavailable', async () => {
    const { workspace, open, offered } = await world()
    const insightsFilters = () => Promise.reject(new Error('down'))
    Object.assign(workspace, { api: { ...workspace.api, insightsFilters } })
    const form = await open()
    expect(await offered(form, 'brands', 'Acme')).toEqual([{ text: 'Use “Acme”', value: 'Acme' }])
    const engines = await offered(form, 'engines', 'gpt')
    expect(engines.map(({ value }) => value)).toEqual(['ChatGPT'])
  })
})

describe('“Preview” in a digest’s form', () => {
  it('shows the digest for the current input on top of the form, and saves nothing', async () => {
    const { open, click, pushed, workspace, service } = await world()
    const form = await open()
    expect(await click(form, 'preview', { sections: ['visibility'], days: 'daily' })).toBeNull()
    expect(pushed).toHaveLength(1)
    const [preview] = pushed as [ModalView]
    expect(shown(preview)).toContain('Preview: only you can see this. Nothing was posted or saved.')
    expect(shown(preview)).toContain('Daily brand visibility')
    expect(preview.blocks.some(({ type }) => type === 'actions')).toBe(false)
    expect(await digestsIn(workspace, place)).toEqual([])
    const queries = service.requests().map(({ query }) => query ?? '')
    expect(queries.join('\n')).toContain('period=day')
  })

  it('opens while Slack still looks for the person in the channel: it allows three seconds for that', async () => {
    const [slackSays, shown] = [Promise.withResolvers<boolean>(), Promise.withResolvers<ModalView>()]
    const show: Workspace['modals']['show'] = async (where, loading, content) => {
      expect(where, 'on top of the form').toMatchObject({ onTop: true })
      shown.resolve(loading)
      await content()
      return 'answered'
    }
    const modals = { show } as Workspace['modals']
    const { open, forms } = await world({ isIn: () => slackSays.promise, modals })
    const click = forms.click(clickIn(await open(), 'sl1.form.preview', ''))
    expect((await shown.promise).title.text).toBe('Preview')
    slackSays.resolve(true)
    await click
  })

  it('reports errors at their fields, and on top those that are found only then', async () => {
    const { open, click, pushed } = await world()
    const wrong = drawn(await click(await open(), 'preview', { sections: [] }))
    expect(shown(wrong.view)).toContain('⚠ Please change this: Choose at least one section.')
    expect(pushed).toEqual([])
    const more = drawn(await click(await open(), 'more'))
    const filters = drawn(await click(more.view, 'preview', { filters: '2026-10' }))
    for (const view of [filters.view, ...pushed]) expect(shown(view)).toContain('fixed date')
    expect(pushed).toHaveLength(1)
  })

  it('shows unsaved changes of a digest', async () => {
    const { create, edit, click, pushed, saved } = await world()
    await create({ sections: ['visibility', 'reddit'] })
    await click(await edit(), 'preview', { sections: ['reddit'] })
    expect(shown(pushed[0] as ModalView)).toContain('Reddit')
    expect(shown(pushed[0] as ModalView)).not.toContain('How measured')
    expect((await saved()).sections).toEqual(['visibility', 'reddit'])
  })
})
