import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type ActionKind,
  actionIdPattern,
  decode,
  encodeAction,
  encodeChoice,
  menuActionId,
} from '../../../src/blocks/kit/codec.ts'
import { everyButton } from '../../actions/every-button.ts'
import { text } from '../arbitraries.ts'

const buttons = fc
  .record({
    organizationId: text,
    workspaceId: text,
    resultId: text,
    taskId: text,
    evaluationId: text,
    subscriptionId: text,
    deliveryId: text,
    noteId: text,
    channel: text,
    text,
    page: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(everyButton)
const action = buttons.chain((all) => fc.constantFrom(...Object.values(all)))
const index = fc.option(fc.nat({ max: 24 }), { nil: undefined })

describe('the codec of buttons', () => {
  it('returns what it was given, or says that a button can’t carry it', () => {
    fc.assert(
      fc.property(action, index, (given, at) => {
        const encoded = encodeAction(given, at)
        if (encoded === null) return
        expect(encoded.value.length).toBeLessThanOrEqual(2_000)
        expect(decode(encoded.action_id, encoded.value)).toEqual({ ok: true, action: given })
      }),
    )
  })

  it('returns what a menu’s choice was given, or says that it can’t carry it', () => {
    fc.assert(
      fc.property(action, (given) => {
        const value = encodeChoice(given)
        if (value === null) return
        expect(value.length).toBeLessThanOrEqual(75)
        expect(value).not.toMatch(/[&<>]/)
        expect(decode(menuActionId, value)).toEqual({ ok: true, action: given })
      }),
    )
    const id = '5d0c1a52-7f6e-4a53-9a0e-3f2b6c1d7e01'
    for (const kind of ['digest_edit', 'digest_delete_ask'] as const)
      expect(encodeChoice({ kind, id })).not.toBeNull()
    expect(encodeChoice({ kind: 'digest_history', of: id, page: 1 })).not.toBeNull()
    expect(encodeChoice({ kind: 'digest_edit', id: 'x'.repeat(60) })).toBeNull()
  })

  it('carries ids of any usual length', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.string({ maxLength: 255 }), (id, taskId) => {
        const place = { organizationId: id, workspaceId: id, resultId: id }
        expect(encodeAction({ kind: 'create_task_again', ...place, taskId })).not.toBeNull()
      }),
    )
  })

  it('refuses a value that is longer than a button may carry, and accepts the longest one', () => {
    const room = 2_000 - '{"text":""}'.length
    expect(encodeAction({ kind: 'share', text: 'x'.repeat(room) })?.value).toHaveLength(2_000)
    expect(encodeAction({ kind: 'share', text: 'x'.repeat(room + 1) })).toBeNull()
  })

  it('sends only what the button needs of a larger object', () => {
    const place = { organizationId: 'a', workspaceId: 'b', resultId: 'c' }
    const larger = { ...place, taskId: 'd', name: 'Long'.repeat(1_000) }
    const value = '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":"d"}'
    expect(encodeAction({ kind: 'confirm_task', ...larger })?.value).toBe(value)
    expect(decode('sl1.confirm_task', JSON.stringify(larger))).toEqual(decode('sl1.confirm_task', value))
  })

  it('uses no character that Slack might escape', () => {
    expect(encodeAction({ kind: 'run_verb', text: 'a & <b>' })?.value).not.toMatch(/[&<>]/)
  })

  it('has a result for any input, and never throws', () => {
    fc.assert(
      fc.property(text, text, fc.json(), (actionId, value, json) => {
        expect(decode(actionId, value).ok).toBe(false)
        expect(decode('sl1.create_task', value).ok).toBe(false)
        expect(() => decode('sl1.view_brief', json)).not.toThrow()
      }),
    )
  })

  it('calls a button malformed without any one of its fields, or with an object in its place', () => {
    fc.assert(
      fc.property(action, ({ kind, ...carried }) => {
        for (const name of Object.keys(carried))
          for (const wrong of [undefined, {}]) {
            const decoded = decode(`sl1.${kind}`, JSON.stringify({ ...carried, [name]: wrong }))
            expect(decoded, `${kind}: ${name}`).toEqual({ ok: false, reason: 'malformed' })
          }
      }),
    )
  })

  /** What most of the recommendations' buttons carry. */
  const ids = '"organizationId":"a","workspaceId":"b","resultId":"c"'

  it.each([
    ['', '{}', 'unknown'],
    ['some_other_app', '{}', 'unknown'],
    ['sl1.toString', '{}', 'unknown'],
    ['sl0.share', '{"text":"x"}', 'unknown'],
    ['sl2.share', '{"text":"x"}', 'newer_version'],
    ['sl1.share', '', 'malformed'],
    ['sl1.tasks_export', '', 'malformed'],
    ['sl1.share', 'null', 'malformed'],
    ['sl1.tasks_page', '{"page":0}', 'malformed'],
    ['sl1.menu', '{"id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":{"toString":1},"id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":"toString","id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":"menu","id":"a"}', 'malformed'],
    ['sl2.menu', '{"k":"digest_edit","id":"a"}', 'newer_version'],
  ] as const)('calls %s with %s %s', (actionId, value, reason) => {
    expect(decode(actionId, value)).toEqual({ ok: false, reason })
  })

  /** Messages from the past keep exactly these buttons: a change here breaks them. */
  it.each([
    ['sl1.create_task', `{${ids}}`],
    ['sl1.create_task_again', `{${ids},"taskId":"d"}`],
    ['sl1.view_brief.0', `{${ids},"briefId":"d","page":3}`],
    ['sl1.view_task_brief', `{${ids},"taskId":"d"}`],
    ['sl1.check_task', `{${ids}}`],
    ['sl1.confirm_task.2', `{${ids},"taskId":"d"}`],
    ['sl1.tasks_page.1', '{"page":2}'],
    ['sl1.watch_evaluation', '{"organizationId":"a","workspaceId":"b","evaluationId":"c"}'],
    ['sl1.unwatch_evaluation.1', '{"organizationId":"a","workspaceId":"b","evaluationId":"c"}'],
    ['sl1.digest_edit', '{"id":"a"}'],
    ['sl1.digest_pause', '{"id":"a"}'],
    ['sl1.digest_resume', '{"id":"a"}'],
    ['sl1.digest_test', '{"id":"a"}'],
    ['sl1.home_page.1', '{"page":2}'],
    ['sl1.choose_channel', '{}'],
    ['sl1.run_verb.12', '{"text":"visibility"}'],
    ['sl1.share', '{"text":"reddit"}'],
    ['sl1.filter', '{"text":"visibility"}'],
    ['sl1.csv', '{"text":"visibility"}'],
    ['sl1.how_sure', '{"text":"visibility"}'],
    ['sl1.why', '{"text":"visibility"}'],
    ['sl1.more', '{"text":"visibility","from":101}'],
  ])('still reads %s with %s', (actionId, value) => {
    const [, kind] = actionId.split('.')
    expect(decode(actionId, value)).toEqual({ ok: true, action: { kind, ...JSON.parse(value) } })
  })

  it('still reads the choices of menus in messages from the past', () => {
    const action = { kind: 'digest_pause', id: 'a' }
    expect(decode('sl1.menu', '{"k":"digest_pause","id":"a"}')).toEqual({ ok: true, action })
  })

  it('routes each kind only to itself, in every version', () => {
    const kinds: ActionKind[] = ['create_task', 'create_task_again', 'view_brief', 'run_verb', 'share']
    for (const kind of kinds) {
      for (const other of kinds) expect(actionIdPattern(kind).test(`sl1.${other}.3`)).toBe(kind === other)
      expect(actionIdPattern(kind).test(`sl9.${kind}`)).toBe(true)
      expect(actionIdPattern(kind).test(`xsl1.${kind}`)).toBe(false)
    }
  })
})
