import { describe, expect, it } from 'vitest'
import { commands } from '../../src/commands/index.ts'
import type { Message } from '../../src/model/message.ts'
import type { Refusals } from '../../src/model/permission.ts'
import { changesSomething } from '../../src/slack/plan.ts'
import { actionOf, buttonsIn } from '../blocks/buttons.ts'

const admin: Refusals = new Map()
const member: Refusals = new Map([['admins', 'Only admins may do this.']])
const reader: Refusals = new Map([
  ...member,
  ['changers', 'Only the people whom the settings name may do this.'],
])

function answer(text: string, refusals: Refusals): Message {
  const plan = commands.plan(text)
  if (plan.kind !== 'instant' || !plan.understood) throw new Error(`“${text}” is no help`)
  return plan.answer(refusals)
}

/** The commands that a message lists, in order. */
const listed = ({ blocks }: Message) =>
  blocks.flatMap((block) =>
    block.type === 'section'
      ? [...(block.text?.text ?? '').matchAll(/^`\/sightline (\w+)`/gm)].map(([, name]) => name)
      : [],
  )
const titles = ({ blocks }: Message) =>
  blocks.flatMap((block) => (block.type === 'section' ? [block.text?.text.split('\n', 1)[0]] : []))

const buttonsOf = ({ blocks }: Message) =>
  buttonsIn(blocks).map((button) => ({ label: button.text.text, action: actionOf(button) }))
const runs = (message: Message) =>
  buttonsOf(message).map(({ action }) => (action?.kind === 'run_verb' ? action.text : null))

const all = commands.verbs.map(({ name }) => name).filter((name) => name !== 'help')

describe('help', () => {
  it('lists every command on its own line behind “More”, in the same groups', () => {
    const message = answer('help all', admin)
    expect(titles(message)).toEqual(['*Ask*', '*Act*', '*Digests and alerts*', '*Set up*'])
    expect(listed(message)).toEqual(all)
    for (const name of all) expect(message.text).toContain(`/sightline ${name}`)
    for (const { summary } of commands.verbs) expect(summary).toMatch(/^[A-Z][^.]+\.$/)
    expect(buttonsOf(message).map(({ label }) => label)).not.toContain('More')
  })

  it.each([
    ['an admin', admin, []],
    ['a member', member, ['connect', 'disconnect']],
    ['somebody who may only read', reader, ['task', 'note', 'settings', 'accounts', 'connect', 'disconnect']],
  ])('shows %s the commands they may use', (_who, refusals, missing) => {
    expect(listed(answer('help all', refusals))).toEqual(all.filter((name) => !missing.includes(name)))
    for (const text of runs(answer('help all', refusals))) {
      const plan = commands.plan(text ?? '')
      expect(plan.kind !== 'instant' && refusals.has(plan.who), text ?? '').toBe(false)
    }
  })

  it('offers readers the readable part of a command that changes things', () => {
    expect(runs(answer('', reader))).toContain('digest')
    expect(runs(answer('', reader))).not.toContain('digest add')
  })
})

describe('help of one command', () => {
  it.each(all)('%s: summary, usage, and at most two examples to click', (name) => {
    const message = answer(`help ${name}`, admin)
    const verb = commands.verbs.find((each) => each.name === name)
    expect(message.text).toContain(verb?.summary)
    expect(message.text).toContain(`Usage: /sightline ${name}`)
    expect(runs(message).length).toBeLessThanOrEqual(2)
    expect(runs(message)).toEqual(verb?.examples.slice(0, 2))
  })

  it('has two examples to click if the command takes words; otherwise one is enough', () => {
    for (const { name, usage, examples } of commands.verbs) {
      const least = usage === name ? 0 : 2
      expect(examples.length, name).toBeGreaterThanOrEqual(least)
      expect(new Set(examples).size, name).toBe(examples.length)
    }
  })

  it('has no example that changes something with one click', () => {
    for (const { name, examples } of commands.verbs)
      for (const example of examples) {
        const plan = commands.plan(example)
        expect({ name, example, changes: changesSomething(plan) }).toMatchObject({ changes: false })
        expect(plan.kind === 'instant' && !plan.understood, example).toBe(false)
      }
  })

  it('says who may use a command that the person may not', () => {
    expect(answer('help connect', admin).text).toContain('Usage')
    const refused = answer('help connect', member)
    expect(refused.text).toContain('Only admins may do this.')
    expect(refused.text).not.toContain('Usage')
    expect(runs(refused)).toEqual(['help'])
    expect(runs(answer('help digest', reader))).toEqual(['digest'])
  })
})

it.each([
  ['readers', ['digest', 'digest list', 'digest test', 'digest history 1', 'actions', 'notes']],
  ['changers', ['digest add', 'digest edit', 'digest pause', 'digest resume', 'digest delete', 'digest now']],
  ['changers', ['actions add R-1', 'actions remove R-1', 'actions remove', 'note x']],
])('open to %s are %j', (who, texts) => {
  for (const text of texts) expect(commands.plan(text), text).toMatchObject({ who })
})

it.each([
  ['setup', 'settings'],
  ['vis', 'visibility'],
  ['rank last month', 'visibility last month'],
  ['competitors', 'visibility'],
  ['recommendations', 'actions'],
  ['recommendations remove', 'actions remove'],
  ['alerts', 'digest'],
  ['digest test', 'digest preview'],
])('an alias of a command: “%s” works like %s', (text, same) => {
  const { kind, verb, ...plan } = commands.plan(text)
  const expected = commands.plan(same)
  expect(expected.kind).not.toBe('instant')
  expect({ kind, verb, who: 'who' in plan && plan.who }).toEqual({
    kind: expected.kind,
    verb: expected.verb,
    who: 'who' in expected && expected.who,
  })
})
