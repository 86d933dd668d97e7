import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { ChangeRule, GuestRule, Permission } from '../../src/model/permission.ts'
import type { Person } from '../../src/slack/port.ts'
import { createPermissions } from '../../src/slack/receive/access.ts'
import { person, unknownPeople } from '../workspace.ts'

const member = (id: string, more: Partial<Person> = {}): Person => person({ id, workspaces: ['T1'], ...more })

const peopleById = new Map(
  [
    member('U1MEMBER'),
    member('U2ADMIN', { isAdmin: true }),
    member('U3GUEST', { isGuest: true }),
    member('U5INGROUP'),
    member('U4ELSEWHERE', { isAdmin: true, workspaces: ['T2'], organization: 'E1' }),
    member('U6ORGADMIN', { isOrgAdmin: true, workspaces: ['T2'], organization: 'E1' }),
  ].map((one) => [one.id, one]),
)

const listed: ChangeRule = { kind: 'list', users: ['U1MEMBER'], groups: ['S1TEAM'] }

interface Rules {
  readonly changers?: ChangeRule
  readonly guests?: GuestRule
  readonly now?: ReadonlyMap<string, Person>
  readonly outside?: boolean | null
  /** Whether Slack says that the person is in the channel; `null`: the bot can't see it. */
  readonly isIn?: () => Promise<boolean | null>
}

function permissions(user: string, rules: Rules) {
  const audited: unknown[] = []
  const access = createPermissions({
    changers: rules.changers ?? { kind: 'anyone' },
    guests: rules.guests ?? 'nothing',
    clock: systemClock,
    people: {
      ...unknownPeople,
      person: async (id) => peopleById.get(id) ?? null,
      currentPerson: async (id) => (rules.now ?? peopleById).get(id) ?? null,
      isIn: rules.isIn ?? (async () => true),
      groupMembers: async (group) => (group === 'S1TEAM' ? ['U5INGROUP'] : null),
    },
    store: {
      audit: {
        record: async (entry) => void audited.push(entry),
        forChannel: async () => [],
      },
    },
  })
  const { outside = false } = rules
  const asker = { team: 'T1', user, channel: 'C1', outside }
  return { access, asker, audited }
}

/** Asks once. Returns the refusal's sentence (`null`: allowed) and the audit entries. */
async function ask(who: Permission, user: string, rules: Rules = {}) {
  const { access, asker, audited } = permissions(user, rules)
  try {
    await access.require(who, asker, 'create_task', { subject: 'result-1', message: '17.5' })
    return { refusal: null, ask: [], audited }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { refusal: error.message, ask: error.ask, audited }
  }
}

const [onlyAdmins, unconfirmed] = [/^Only admins and owners/, /^Slack didn’t confirm who you are/]
const guests = /^Guests can’t use Sightline here\..*a workspace admin or owner/
const strangers = /^People from other org/
const byAdmins: Rules = { changers: { kind: 'admins' } }
const byList: Rules = { changers: listed }
/** An admin until just now. */
const demoted: Rules = { now: new Map([['U2ADMIN', member('U2ADMIN')]]) }
/** Slack doesn’t answer now. */
const silence: Rules = { now: new Map() }

describe('permissions', () => {
  it('let anyone read the help, even guests and strangers', async () => {
    for (const user of [...peopleById.keys(), 'U9UNKNOWN'])
      expect((await ask('anyone', user)).refusal).toBeNull()
  })

  it.each<readonly [Permission, string, Rules, RegExp | null]>([
    ['readers', 'U1MEMBER', {}, null],
    ['readers', 'U3GUEST', {}, guests],
    ['readers', 'U3GUEST', { guests: 'read' }, null],
    ['readers', 'U9UNKNOWN', { outside: true }, strangers],
    ['readers', 'U1MEMBER', { outside: true }, strangers],
    ['changers', 'U1MEMBER', {}, null],
    ['changers', 'U3GUEST', { guests: 'read' }, /^Guests can view things here/],
    ['changers', 'U3GUEST', { guests: 'change' }, null],
    ['changers', 'U9UNKNOWN', { guests: 'change', outside: true }, null],
    ['changers', 'U1MEMBER', byAdmins, onlyAdmins],
    ['changers', 'U2ADMIN', byAdmins, null],
    ['changers', 'U1MEMBER', byList, null],
    ['changers', 'U5INGROUP', byList, null],
    // Admins of another workspace are none of this one, but those of the organization are.
    ['admins', 'U4ELSEWHERE', {}, onlyAdmins],
    ['changers', 'U4ELSEWHERE', byAdmins, onlyAdmins],
    ['changers', 'U4ELSEWHERE', {}, null],
    ['admins', 'U6ORGADMIN', {}, null],
    // Whatever the rule says.
    ['admins', 'U2ADMIN', {}, null],
    ['admins', 'U2ADMIN', byList, null],
    ['admins', 'U3GUEST', { guests: 'change' }, onlyAdmins],
    ['admins', 'U2ADMIN', { guests: 'change', outside: true }, onlyAdmins],
    ['admins', 'U9UNKNOWN', {}, unconfirmed],
    // People whom Slack doesn't confirm, unless the rule allows everybody.
    ['readers', 'U1MEMBER', { outside: null }, unconfirmed],
    ['readers', 'U9UNKNOWN', { outside: null }, unconfirmed],
    ['readers', 'U9UNKNOWN', { outside: null, guests: 'read' }, null],
    ['changers', 'U1MEMBER', { outside: null }, unconfirmed],
    ['changers', 'U9UNKNOWN', { outside: null }, unconfirmed],
    ['changers', 'U1MEMBER', { outside: null, ...byList }, unconfirmed],
    ['changers', 'U9UNKNOWN', { outside: null, guests: 'change' }, null],
    ['admins', 'U1MEMBER', { outside: null }, unconfirmed],
    ['admins', 'U9UNKNOWN', { outside: null }, unconfirmed],
    // What is so right now.
    ['admins', 'U2ADMIN', demoted, onlyAdmins],
    ['changers', 'U2ADMIN', { ...demoted, ...byAdmins }, onlyAdmins],
    ['admins', 'U2ADMIN', silence, unconfirmed],
    ['changers', 'U2ADMIN', { ...silence, ...byAdmins }, unconfirmed],
  ])('of %s for %s with the rules %j', async (who, user, rules, refusal) => {
    const answer = await ask(who, user, rules)
    if (refusal === null) expect(answer.refusal).toBeNull()
    else expect(answer.refusal).toMatch(refusal)
    // Readers may be refused often, which is no news.
    if (who === 'readers') expect(answer.audited).toEqual([])
  })

  it('say whom to ask, and audit the refusal', async () => {
    for (const rules of [{}, byList]) {
      const { refusal, ask: whom, audited } = await ask('admins', 'U1MEMBER', rules)
      expect(refusal).toBe('Only admins and owners of this workspace can do this. Ask one of them.')
      expect(whom).toEqual([])
      expect(audited).toHaveLength(1)
    }
    const { refusal, audited } = await ask('changers', 'U1MEMBER', byAdmins)
    expect(refusal).toMatch(/^Only admins and owners of this workspace can do this here\. Ask one of them/)
    expect(audited).toMatchObject([
      {
        action: 'access.refused',
        user: 'U1MEMBER',
        subject: 'result-1',
        outcome: 'refused: not allowed by the rule of the workspace',
        detail: { what: 'create_task', message: '17.5' },
      },
    ])
    // Being an admin is not enough where people are named.
    const admin = await ask('changers', 'U2ADMIN', byList)
    expect(admin.refusal).toMatch(/^Only the people named in the settings can do this here/)
    expect(admin.ask).toEqual(['U1MEMBER', 'S1TEAM'])
  })
})

describe('refusals shown in views', () => {
  const refused = async (user: string, rules: Rules = {}) => {
    const { access, asker, audited } = permissions(user, rules)
    const refusals = await access.refusals(asker)
    expect(audited).toEqual([])
    return refusals
  }

  it.each([
    ['U2ADMIN', {}, []],
    ['U1MEMBER', {}, ['admins']],
    ['U1MEMBER', { changers: { kind: 'admins' } }, ['changers', 'admins']],
    ['U5INGROUP', { changers: listed }, ['admins']],
    ['U2ADMIN', { changers: listed }, ['changers']],
    ['U3GUEST', {}, ['readers', 'changers', 'admins']],
    ['U3GUEST', { guests: 'read' }, ['changers', 'admins']],
    ['U1MEMBER', { outside: true }, ['readers', 'changers', 'admins']],
    ['U9UNKNOWN', { outside: null }, ['changers', 'admins']],
  ] as const)('for %s with the rules %j', async (user, rules, expected) => {
    const refusals = await refused(user, rules)
    expect([...refusals.keys()]).toEqual(expected)
    for (const [who, sentence] of refusals)
      expect(sentence, 'the same sentence as when it is refused').toBe((await ask(who, user, rules)).refusal)
  })
})
