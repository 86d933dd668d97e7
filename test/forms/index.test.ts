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
  submit: async () => {
    throw error
  },
  click: async () => {
    throw error
  },
  again: ({ values }, notice) =>
    formModal({ ...frame, notice }, [
      textField({ id: 'name', label: 'Name', value: typeof values.name === 'string' ? values.name : '' }),
    ]),
  ...more,
})

describe('what comes back from a modal', () => {
  it('has an answer even if no form of that name is known', async () => {
    const world = await formWorld()
    const stranger = { ...empty, callback_id: 'sl7.of_tomorrow' }
    const { view } = outcome(await world.forms.submit(submission(stranger, { name: 'Ana' })))
    expect(renderView(view)).toContain('from another version of Sightline')
    expect(world.forms.owns(clickIn(stranger, 'sl1.form.add', ''))).toBe(false)
  })

  it('is a fault of ours: the same form, the same values, a sentence and the reference of the log', async () => {
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

  it('has words even if the form can’t be drawn again', async () => {
    const world = await formWorld()
    const broken = failing(new Error('oops'), {
      again: () => {
        throw new Error('worse')
      },
    })
    const { view } = outcome(await formsIn(world.workspace, [broken]).submit(submission(empty)))
    expect(renderView(view)).toContain('Something went wrong in Sightline.')
  })

  it('is left alone when the person has closed the modal meanwhile', async () => {
    const world = await formWorld()
    const forms = formsIn(world.workspace, [failing(new PostError('refused', 'not_found'))])
    await forms.click(clickIn(empty, 'sl1.form.add', ''))
    expect(world.updated).toEqual([])
  })

  it('is a form’s own when its element ids say so; all others are buttons of any message', async () => {
    const world = await formWorld()
    const forms = formsIn(world.workspace, [failing(null)])
    expect(forms.owns(clickIn(empty, 'sl1.form.add', ''))).toBe(true)
    expect(forms.owns(clickIn(empty, 'sl1.view_brief.1', ''))).toBe(false)
  })
})
