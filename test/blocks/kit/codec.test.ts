import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Action,
  type ActionKind,
  actionIdPattern,
  decode,
  encodeAction,
  encodeChoice,
  menuActionId,
} from '../../../src/blocks/kit/codec.ts'
import { text } from '../arbitraries.ts'

const ref = { organizationId: text, workspaceId: text, resultId: text }
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('create_task' as const), ...ref }),
  fc.record({ kind: fc.constant('create_task_again' as const), ...ref, taskId: fc.option(text) }),
  fc.record({
    kind: fc.constant('view_brief' as const),
    ...ref,
    briefId: fc.option(text),
    page: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({ kind: fc.constant('check_task' as const), ...ref }),
  fc.record({
    kind: fc.constantFrom('view_task_brief' as const, 'confirm_task' as const),
    ...ref,
    taskId: text,
  }),
  fc.record({
    kind: fc.constantFrom('mark_done' as const, 'reopen_task' as const),
    ...ref,
    taskId: text,
    page: fc.option(fc.integer({ min: 1, max: 1_000 })),
  }),
  fc.record({
    kind: fc.constant('change_aim' as const),
    ...ref,
    page: fc.option(fc.integer({ min: 1, max: 1_000 })),
  }),
  fc.record({ kind: fc.constant('note_edit' as const), noteId: text }),
  fc.record({ kind: fc.constant('tasks_page' as const), page: fc.integer({ min: 1, max: 1_000 }) }),
  fc.record({
    kind: fc.constantFrom('watch_evaluation' as const, 'unwatch_evaluation' as const),
    organizationId: text,
    workspaceId: text,
    evaluationId: text,
  }),
  fc.record({
    kind: fc.constantFrom(
      'digest_edit' as const,
      'digest_pause' as const,
      'digest_resume' as const,
      'digest_delete' as const,
      'digest_delete_ask' as const,
      'digest_test' as const,
      'digest_alerts_off' as const,
      'digest_now' as const,
    ),
    id: text,
  }),
  fc.record({ kind: fc.constant('home_page' as const), page: fc.integer({ min: 1, max: 1_000 }) }),
  fc.constant({ kind: 'choose_channel' as const }),
  fc.constant({ kind: 'digest_add' as const }),
  fc.constant({ kind: 'first_digest' as const }),
  fc.constant({ kind: 'tasks_export' as const }),
  fc.record({
    kind: fc.constant('digest_history' as const),
    of: fc.option(text),
    page: fc.integer({ min: 1, max: 1_000 }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'run_verb' as const,
      'share' as const,
      'filter' as const,
      'csv' as const,
      'why' as const,
    ),
    text,
  }),
  fc.record({ kind: fc.constant('more' as const), text, from: fc.integer({ min: 1, max: 10_000 }) }),
)
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
        const given = {
          kind: 'create_task_again',
          organizationId: id,
          workspaceId: id,
          resultId: id,
          taskId,
        } as const
        expect(encodeAction(given)).not.toBeNull()
      }),
    )
  })

  it('refuses a value that is longer than a button may carry, and accepts the longest one', () => {
    const room = 2_000 - '{"text":""}'.length
    expect(encodeAction({ kind: 'share', text: 'x'.repeat(room) })?.value).toHaveLength(2_000)
    expect(encodeAction({ kind: 'share', text: 'x'.repeat(room + 1) })).toBeNull()
  })

  it('sends only what the button needs of a larger object', () => {
    const task = {
      organizationId: 'a',
      workspaceId: 'b',
      resultId: 'c',
      taskId: 'd',
      name: 'Long'.repeat(1_000),
    }
    const value = '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":"d"}'
    expect(encodeAction({ kind: 'confirm_task', ...task })?.value).toBe(value)
    expect(decode('sl1.confirm_task', JSON.stringify(task))).toEqual(decode('sl1.confirm_task', value))
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

  it.each([
    ['', '{}', 'unknown'],
    ['some_other_app', '{}', 'unknown'],
    ['sl1.toString', '{}', 'unknown'],
    ['sl1.constructor', '{}', 'unknown'],
    ['sl0.share', '{"text":"x"}', 'unknown'],
    ['sl2.share', '{"text":"x"}', 'newer_version'],
    ['sl17.a_kind_of_the_future', '', 'newer_version'],
    ['sl1.share', '', 'malformed'],
    ['sl1.tasks_export', '', 'malformed'],
    ['sl1.menu', '{"k":{"toString":1},"id":"a"}', 'malformed'],
    ['sl1.share', 'null', 'malformed'],
    ['sl1.share', '{"text":7}', 'malformed'],
    ['sl1.filter', '{}', 'malformed'],
    ['sl1.csv', '{"text":null}', 'malformed'],
    ['sl1.more', '{"text":"visibility"}', 'malformed'],
    ['sl1.more', '{"text":"visibility","from":0}', 'malformed'],
    ['sl1.create_task', '{"organizationId":"a","workspaceId":"b"}', 'malformed'],
    [
      'sl1.create_task_again',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":7}',
      'malformed',
    ],
    ['sl1.watch_evaluation', '{"organizationId":"a","workspaceId":"b","resultId":"c"}', 'malformed'],
    ['sl1.unwatch_evaluation', '{"organizationId":"a","workspaceId":"b","evaluationId":7}', 'malformed'],
    ['sl1.digest_pause', '{"id":7}', 'malformed'],
    ['sl1.home_page', '{"page":0}', 'malformed'],
    [
      'sl1.view_brief',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","briefId":null,"page":0}',
      'malformed',
    ],
    [
      'sl1.view_brief',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","briefId":null,"page":"2"}',
      'malformed',
    ],
    ['sl1.view_task_brief', '{"organizationId":"a","workspaceId":"b","resultId":"c"}', 'malformed'],
    [
      'sl1.confirm_task',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":null}',
      'malformed',
    ],
    ['sl1.check_task', '{"organizationId":"a","workspaceId":"b"}', 'malformed'],
    ['sl1.tasks_page', '{"page":0}', 'malformed'],
    ['sl1.menu', '', 'malformed'],
    ['sl1.menu', '{"id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":"toString","id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":"menu","id":"a"}', 'malformed'],
    ['sl1.menu', '{"k":"digest_edit"}', 'malformed'],
    ['sl2.menu', '{"k":"digest_edit","id":"a"}', 'newer_version'],
  ] as const)('calls %s with %s %s', (actionId, value, reason) => {
    expect(decode(actionId, value)).toEqual({ ok: false, reason })
  })

  /** Messages from the past keep exactly these buttons: a change here breaks them. */
  it.each([
    [
      'sl1.create_task',
      '{"organizationId":"a","workspaceId":"b","resultId":"c"}',
      { kind: 'create_task', organizationId: 'a', workspaceId: 'b', resultId: 'c' },
    ],
    [
      'sl1.create_task_again',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":"d"}',
      { kind: 'create_task_again', organizationId: 'a', workspaceId: 'b', resultId: 'c', taskId: 'd' },
    ],
    [
      'sl1.view_brief.0',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","briefId":"d","page":3}',
      { kind: 'view_brief', organizationId: 'a', workspaceId: 'b', resultId: 'c', briefId: 'd', page: 3 },
    ],
    [
      'sl1.view_task_brief',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":"d"}',
      { kind: 'view_task_brief', organizationId: 'a', workspaceId: 'b', resultId: 'c', taskId: 'd' },
    ],
    [
      'sl1.check_task',
      '{"organizationId":"a","workspaceId":"b","resultId":"c"}',
      { kind: 'check_task', organizationId: 'a', workspaceId: 'b', resultId: 'c' },
    ],
    [
      'sl1.confirm_task.2',
      '{"organizationId":"a","workspaceId":"b","resultId":"c","taskId":"d"}',
      { kind: 'confirm_task', organizationId: 'a', workspaceId: 'b', resultId: 'c', taskId: 'd' },
    ],
    ['sl1.tasks_page.1', '{"page":2}', { kind: 'tasks_page', page: 2 }],
    [
      'sl1.watch_evaluation',
      '{"organizationId":"a","workspaceId":"b","evaluationId":"c"}',
      { kind: 'watch_evaluation', organizationId: 'a', workspaceId: 'b', evaluationId: 'c' },
    ],
    [
      'sl1.unwatch_evaluation.1',
      '{"organizationId":"a","workspaceId":"b","evaluationId":"c"}',
      { kind: 'unwatch_evaluation', organizationId: 'a', workspaceId: 'b', evaluationId: 'c' },
    ],
    ['sl1.digest_edit', '{"id":"a"}', { kind: 'digest_edit', id: 'a' }],
    ['sl1.digest_pause', '{"id":"a"}', { kind: 'digest_pause', id: 'a' }],
    ['sl1.digest_resume', '{"id":"a"}', { kind: 'digest_resume', id: 'a' }],
    ['sl1.digest_test', '{"id":"a"}', { kind: 'digest_test', id: 'a' }],
    ['sl1.menu', '{"k":"digest_pause","id":"a"}', { kind: 'digest_pause', id: 'a' }],
    ['sl1.home_page.1', '{"page":2}', { kind: 'home_page', page: 2 }],
    ['sl1.choose_channel', '{}', { kind: 'choose_channel' }],
    ['sl1.run_verb.12', '{"text":"visibility"}', { kind: 'run_verb', text: 'visibility' }],
    ['sl1.share', '{"text":"reddit"}', { kind: 'share', text: 'reddit' }],
    ['sl1.filter', '{"text":"visibility"}', { kind: 'filter', text: 'visibility' }],
    ['sl1.csv', '{"text":"visibility"}', { kind: 'csv', text: 'visibility' }],
    ['sl1.how_sure', '{"text":"visibility"}', { kind: 'how_sure', text: 'visibility' }],
    ['sl1.why', '{"text":"visibility"}', { kind: 'why', text: 'visibility' }],
    ['sl1.more', '{"text":"visibility","from":101}', { kind: 'more', text: 'visibility', from: 101 }],
  ])('still reads %s %s', (actionId, value, expected) => {
    expect(decode(actionId, value)).toEqual({ ok: true, action: expected })
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
