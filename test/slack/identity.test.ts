import { describe, expect, it } from 'vitest'
import { type Person, PostError } from '../../src/slack/port.ts'
import { createIdentities, deliveryOrigin } from '../../src/slack/receive/access.ts'
import { person } from '../workspace.ts'

const ours = 'T0OURS'
const theirs = 'T0THEIRS'
const organization = 'E0OURS'

/** The result of `identify` if Slack says this about the person and the bot's own organization. */
async function found(
  known: Person | null,
  own: () => Promise<string | null> = async () => null,
  payload: unknown = { team_id: ours, user_id: 'U1' },
) {
  const asked: string[] = []
  const { identify } = createIdentities(
    (team) => ({
      people: {
        person: async (user) => {
          asked.push(`${user} in ${team}`)
          return known
        },
      },
      organization: own,
    }),
    null,
  )
  return { ...(await identify(payload)), asked }
}

describe('a person’s workspace', () => {
  const sent = { team: { id: theirs }, user: { id: 'U1', team_id: theirs } }
  it.each([
    ['a command', { team_id: ours, user_id: 'U1', enterprise_id: organization }, ours, organization],
    ['a click', { team: { id: ours }, user: { id: 'U1', team_id: theirs }, enterprise: null }, ours, null],
    [
      'a form of a person of another organization',
      { ...sent, view: { app_installed_team_id: ours } },
      ours,
      null,
    ],
  ])('is read from %s', (_what, payload, team, enterprise) => {
    expect(deliveryOrigin(payload)).toEqual({ team, enterprise, user: 'U1' })
  })

  const ofOrganization = { app_installed_team_id: organization, team_id: theirs }
  const theirEvent = { team_id: theirs, enterprise_id: 'E0THEIRS' }
  const authorized = (team_id: string | null) => [{ team_id, enterprise_id: organization }]
  it.each([
    ['a form', { ...sent, team: { id: ours }, view: ofOrganization, enterprise: { id: organization } }],
    ['a click', { team: null, user: { id: 'U1', team_id: ours }, enterprise: { id: organization } }],
    [
      'a click in one of its workspaces',
      { team: { id: ours, enterprise_id: organization }, user: { id: 'U1' } },
    ],
    ['an event of others', { ...theirEvent, event: { user: 'U1' }, authorizations: authorized(ours) }],
    [
      'an event of its own',
      { team_id: ours, event: { user: { id: 'U1' } }, authorizations: authorized(null) },
    ],
  ])('is read, where an organization has the app, from %s', (_what, payload) => {
    expect(deliveryOrigin(payload)).toEqual({ team: ours, enterprise: organization, user: 'U1' })
  })

  it('is the token’s workspace, if it has only one', () => {
    const { place } = createIdentities(() => expect.fail('asks nobody'), ours)
    expect(place({ team: { id: theirs }, user: { id: 'U1' } }).team).toBe(ours)
  })

  it('is required: without one the request is refused before Slack is asked', async () => {
    await expect(
      found(person({ workspaces: [''] }), undefined, { user: { id: 'U1' } }),
    ).rejects.toMatchObject({ code: 'no_workspace', message: expect.stringContaining('nothing was done') })
  })
})

describe('a person', () => {
  it('belongs to the workspace, as `users.info` says with its own token', async () => {
    const { outside, asked } = await found(person({ workspaces: [ours] }), () => expect.fail('not needed'))
    expect(outside).toBe(false)
    expect(asked).toEqual([`U1 in ${ours}`])
  })

  it('belongs to the organization, if that is the bot’s own', async () => {
    const colleague = person({ workspaces: [theirs], organization })
    expect((await found(colleague, async () => organization)).outside).toBe(false)
    expect((await found(colleague, async () => 'E0OTHER')).outside).toBe(true)
    expect((await found(colleague)).outside, 'the bot is in no organization').toBe(true)
  })

  it('is from outside with another workspace, whatever organization the payload names', async () => {
    const payload = { team: { id: ours }, user: { id: 'U1' }, enterprise: { id: organization } }
    const { outside, enterprise } = await found(
      person({ workspaces: [theirs] }),
      async () => organization,
      payload,
    )
    expect([outside, enterprise]).toEqual([true, organization])
  })

  it('is unknown if Slack does not say', async () => {
    expect((await found(null)).outside).toBeNull()
    const down = () => Promise.reject(new PostError('unknown', 'http_503'))
    const colleague = person({ workspaces: [theirs], organization })
    expect((await found(colleague, down)).outside).toBeNull()
    expect((await found(person({}))).outside, 'no workspace at all').toBeNull()
  })
})
