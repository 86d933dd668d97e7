import { describe, expect, it } from 'vitest'
import { textField } from '../../src/blocks/forms/fields.ts'
import { formModal } from '../../src/blocks/forms/modal.ts'
import type { Form } from '../../src/forms/form.ts'
import { PostError } from '../../src/slack/port.ts'
import { renderView } from '../blocks/render.ts'
import { clickIn, entered, formsIn, formWorld, outcome, submission } from './support.ts'

const frame = { title: 'Try', submit: 'Go', callbackId: 'sl1.try', metadata: '', notice: null }
const empty = formModal(frame, [textField({ id: 'name', label: 'Name', value: '' })])

const failing = (error: unknown, more: Partial<Form> = {}): Form => ({
  callbackId: 'sl1.try',
  who: 'changers',
  about: () => null,
  submit: () => Promise.reject(error),
  click: () => Promise.reject(error),
  again: ({ values }, { notice = null }) =>
    formModal({ ...frame, notice }, [
      textField({ id: 'name', label: 'Name', value: typeof values.name === 'string' ? values.name : '' }),
    ]),
  ...more,
})

describe('input from a modal', () => {
  it('gets an answer even if its form is unknown', async () => {
    const world = await formWorld()
    const stranger = { ...empty, callback_id: 'sl7.of_tomorrow' }
    const { view } = outcome(await world.forms.submit(submission(stranger, { name: 'Ana' })))
    expect(renderView(view)).toContain('from another version of Sightline')
    expect(world.forms.owns(clickIn(stranger, 'sl1.form.add', ''))).toBe(false)
  })

  it('gets the same form with its values, a sentence and the log’s reference if the form fails', async () => {
    const world = await formWorld()
    const forms = formsIn(world.workspace, [failing(new Error('oops'))])
    const { view } = outcome(await forms.submit(submission(empty, { name: 'Ana' })))
    expect(entered(view)).toEqual({ name: 'Ana' })
    expect(renderView(view)).toContain('Something went wrong in Sightline.')
    expect(renderView(view)).toMatch(/Reference: \w{4}-\w{4}/)
    expect(world.logged).toEqual(['a form could not be answered'])
    await forms.click(clickIn(view, 'sl1.form.add', '', { name: 'Ben' }))
    expect(world.updated.map((each) => entered(each.view))).toEqual([{ name: 'Ben' }])
  })

  it('gets an error message even if the form can’t be redrawn', async () => {
    const world = await formWorld()
    const broken = failing(new Error('oops'), { again: () => Promise.reject(new Error('worse')) })
    const { view } = outcome(await formsIn(world.workspace, [broken]).submit(submission(empty)))
    expect(renderView(view)).toContain('Something went wrong in Sightline.')
  })

  it('is ignored if the person has closed the modal in the meantime', async () => {
    const world = await formWorld()
    const forms = formsIn(world.workspace, [failing(new PostError('refused', 'not_found'))])
    await forms.click(clickIn(empty, 'sl1.form.add', ''))
    expect(world.updated).toEqual([])
  })

  it.each(['clicked', 'submitted'])('later than a click that fails isn’t drawn over: %s', async (later) => {
    const world = await formWorld()
    const failure = Promise.withResolvers<never>()
    const done = { ...empty, submit: { type: 'plain_text' as const, text: 'Done' } }
    const form = failing(null, {
      click: (click, { modals }) =>
        click.triggerId === 'first' ? failure.promise : modals.update(click.view.id, done).then(() => {}),
      submit: async () => ({ kind: 'show', view: done }),
    })
    const forms = formsIn(world.workspace, [form])
    const first = forms.click({ ...clickIn(empty, 'sl1.form.add', ''), triggerId: 'first' })
    if (later === 'clicked') await forms.click(clickIn(empty, 'sl1.form.add', ''))
    else await forms.submit(submission(empty))
    failure.reject(new Error('oops'))
    await first
    expect(world.updated.map(({ view }) => view.submit?.text)).toEqual(later === 'clicked' ? ['Done'] : [])
    expect(world.logged).toEqual(['a form could not be answered'])
  })

  it('belongs to a form if its element ids say so; others belong to the buttons of any message', async () => {
    const world = await formWorld()
    const forms = formsIn(world.workspace, [failing(null)])
    expect(forms.owns(clickIn(empty, 'sl1.form.add', ''))).toBe(true)
    expect(forms.owns(clickIn(empty, 'sl1.view_brief.1', ''))).toBe(false)
  })
})
