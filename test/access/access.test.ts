import { describe, expect, it } from 'vitest'
import { systemClock } from '../../src/lib/clock.ts'
import { Problem } from '../../src/lib/problem.ts'
import type { ChangeRule, GuestRule, Permission } from '../../src/model/permission.ts'
import type { Person } from '../../src/slack/port.ts'
import { createPermissions } from '../../src/slack/receive/permission.ts'
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
        record: async (entry) => {
          audited.push(entry)
        },
        forChannel: async () => [],
        lastUser: async () => null,
      },
    },
  })
  const asker = {
    team: 'T1',
    user,
    channel: 'C1',
    outside: rules.outside === undefined ? false : rules.outside,
  }
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

describe('permissions', () => {
  it('let anyone read the help, even guests and strangers', async () => {
    for (const user of [...peopleById.keys(), 'U9UNKNOWN'])
      expect((await ask('anyone', user)).refusal).toBeNull()
  })

  it('let members read; guests and people from other organizations are refused and told whom to ask', async () => {
    expect((await ask('readers', 'U1MEMBER')).refusal).toBeNull()
    const guest = await ask('readers', 'U3GUEST')
    expect(guest.refusal).toMatch(/^Guests can’t use Sightline here\..*a workspace admin or owner/)
    const stranger = await ask('readers', 'U9UNKNOWN', { outside: true })
    expect(stranger.refusal).toMatch(/^People from other organizations can’t use Sightline here\./)
    expect((await ask('readers', 'U1MEMBER', { outside: true })).refusal).toMatch(/^People from other/)
    expect([...guest.audited, ...stranger.audited]).toEqual([])
  })

  it('reserve workspace-wide changes for its admins regardless of the rule, and audit refusals', async () => {
    for (const changers of [{ kind: 'anyone' } as const, listed]) {
      expect((await ask('admins', 'U2ADMIN', { changers })).refusal).toBeNull()
      const member = await ask('admins', 'U1MEMBER', { changers })
      expect(member.refusal).toBe('Only admins and owners of this workspace can do this. Ask one of them.')
      expect(member.ask).toEqual([])
      expect(member.audited).toHaveLength(1)
    }
    expect((await ask('admins', 'U3GUEST', { guests: 'change' })).refusal).toMatch(/^Only admins/)
    expect((await ask('admins', 'U2ADMIN', { guests: 'change', outside: true })).refusal).toMatch(
      /^Only admins/,
    )
    expect((await ask('admins', 'U9UNKNOWN')).refusal).toMatch(/^Slack didn’t confirm who you are/)
  })

  it('let guests read or change things if the guests’ rule says so', async () => {
    expect((await ask('readers', 'U3GUEST', { guests: 'read' })).refusal).toBeNull()
    expect((await ask('changers', 'U3GUEST', { guests: 'read' })).refusal).toMatch(
      /^Guests can view things here/,
    )
    expect((await ask('changers', 'U3GUEST', { guests: 'change' })).refusal).toBeNull()
    const outside = await ask('changers', 'U9UNKNOWN', { guests: 'change', outside: true })
    expect(outside.refusal).toBeNull()
  })

  it('let every member change things by default', async () => {
    expect((await ask('changers', 'U1MEMBER')).refusal).toBeNull()
  })

  it('refuse and audit members if only admins may change things', async () => {
    const { refusal, audited } = await ask('changers', 'U1MEMBER', { changers: { kind: 'admins' } })
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
    expect((await ask('changers', 'U2ADMIN', { changers: { kind: 'admins' } })).refusal).toBeNull()
  })

  it('may list users and user groups; then being an admin is not enough', async () => {
    expect((await ask('changers', 'U1MEMBER', { changers: listed })).refusal).toBeNull()
    expect((await ask('changers', 'U5INGROUP', { changers: listed })).refusal).toBeNull()
    const admin = await ask('changers', 'U2ADMIN', { changers: listed })
    expect(admin.refusal).toMatch(/^Only the people named in the settings can do this here/)
    expect(admin.ask).toEqual(['U1MEMBER', 'S1TEAM'])
  })

  it('refuse people whom Slack doesn’t confirm, unless the rule allows everybody', async () => {
    for (const who of ['readers', 'changers', 'admins'] as const)
      for (const user of ['U1MEMBER', 'U9UNKNOWN'])
        expect((await ask(who, user, { outside: null })).refusal).toMatch(/^Slack didn’t confirm who you are/)
    expect((await ask('changers', 'U1MEMBER', { outside: null, changers: listed })).refusal).toMatch(/^Slack/)
    expect((await ask('readers', 'U9UNKNOWN', { outside: null, guests: 'read' })).refusal).toBeNull()
    expect((await ask('changers', 'U9UNKNOWN', { outside: null, guests: 'change' })).refusal).toBeNull()
  })

  it('don’t count admins of another workspace as admins of this one, but do count those of the organization', async () => {
    expect((await ask('admins', 'U4ELSEWHERE')).refusal).toMatch(/^Only admins/)
    expect((await ask('changers', 'U4ELSEWHERE', { changers: { kind: 'admins' } })).refusal).toMatch(/^Only/)
    expect((await ask('changers', 'U4ELSEWHERE')).refusal).toBeNull()
    expect((await ask('admins', 'U6ORGADMIN')).refusal).toBeNull()
  })

  it('check who is an admin right now, and treat nobody as one while Slack doesn’t answer', async () => {
    for (const now of [new Map([['U2ADMIN', member('U2ADMIN')]]), new Map()]) {
      expect((await ask('admins', 'U2ADMIN', { now })).refusal).toMatch(/^(Only admins|Slack didn’t confirm)/)
      const changers = { kind: 'admins' } as const
      expect((await ask('changers', 'U2ADMIN', { now, changers })).refusal).toMatch(/^(Only|Slack didn’t)/)
    }
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
