import { describe, expect, it } from 'vitest'
import { examineFromCommandLine } from '../../src/doctor/command-line.ts'
import { examine, runAll } from '../../src/doctor/index.ts'
import type { DoctorInput } from '../../src/doctor/probe.ts'
import type { CheckUp } from '../../src/model/check-up.ts'
import { PostError, type SlackHealth } from '../../src/slack/port.ts'
import { scopes } from '../../src/slack/scopes.ts'
import { type OutboxRow, StoreError } from '../../src/store/index.ts'
import { failure } from '../insights/service.ts'
import { person, unknownPeople } from '../workspace.ts'

const now = Temporal.Instant.from('2026-11-16T08:00:00Z')
const scope = { organizationId: 'O1', workspaceId: 'W1', projectId: 'P1' }
const health: SlackHealth = {
  team: 'T1',
  isOrg: false,
  organization: null,
  botUser: 'U0BOT',
  scopes: scopes.map(({ name }) => name),
  now: now.subtract({ seconds: 1 }),
}
const page = { page: 1, page_size: 1, total: 42 }

const disconnections: DoctorInput['store']['disconnections'] = {
  markDisconnected: async () => false,
  markReconnected: async () => null,
  get: async () => null,
  list: async () => [],
}

const outbox: DoctorInput['store']['outbox'] = { unreached: async () => [] }
const store: DoctorInput['store'] = { ping: async () => {}, disconnections, outbox }
const scheduler = { lastCheck: now.subtract({ seconds: 30 }), everyMs: 60_000, health: () => ({}) }

/** A workspace in which everything works except what is given. */
async function check(broken: Partial<DoctorInput> = {}, channel: string | null = 'C0BRAND') {
  const checkUps = await examine(
    {
      api: {
        authenticate: async () => {},
        collects: async () => ({ data: [{ id: 'c1', total: 9, date: '2026-11-15' }], pagination: page }),
      },
      store,
      database: 'SQLite',
      checkToken: async () => health,
      channelState: async () => ({ isMember: true, isArchived: false }),
      rules: { changers: { kind: 'anyone' } },
      contact: null,
      people: unknownPeople,
      scheduler,
      clock: { now: () => now, sleep: async () => {} },
      ...broken,
    },
    { channel, scope, team: 'T1' },
  )
  return new Map(checkUps.map(({ name, finding }): [string, CheckUp['finding']] => [name, finding]))
}

const found = async (name: string, broken?: Partial<DoctorInput>, channel?: string | null) =>
  (await check(broken, channel)).get(name)

const failed = (words: RegExp, fix = /./) => ({
  state: 'failed',
  words: expect.stringMatching(words),
  fix: expect.stringMatching(fix),
})
const notChecked = (words: string) => ({ state: 'not_checked', words })
const passed = (words: RegExp) => ({ state: 'passed', words: expect.stringMatching(words) })

const typeItThere = 'Type /sightline doctor in a channel to check it.'
const sealed = new StoreError('sealed', 'another key')
const refusing = (error: Error) => async (): Promise<never> => {
  throw error
}

describe('the doctor', () => {
  it('finds nothing if everything works', async () => {
    const results = await check()
    expect(results.size).toBe(9)
    expect([...results.values()].map(({ state }) => state)).toEqual(Array(9).fill('passed'))
    expect(results.get('Clock')?.words).toContain(process.versions.tz)
    expect(results.get('Data')?.words).toContain('42 times')
  })

  it('continues if all requests fail, with one fix for each check', async () => {
    const down = refusing(new Error('down'))
    const results = await check({
      api: { authenticate: down, collects: down },
      store: { ...store, ping: down, outbox: { unreached: down } },
      checkToken: down,
      channelState: down,
      scheduler: { ...scheduler, lastCheck: null },
    })
    const states = [...results.entries()].map(([name, { state }]) => `${name}: ${state}`)
    expect(states).toEqual([
      'Slack token: failed',
      'Slack permissions: not_checked',
      'This channel: failed',
      'Clock: not_checked',
      'Analytics service: failed',
      'Data: failed',
      'Scheduler: failed',
      'Database: failed',
      'Messages to owners: failed',
    ])
    for (const finding of results.values())
      if (finding.state === 'failed') expect(finding.fix).toMatch(/^[A-Z].*\.$/)
  })

  it('checks Slack once for all probes', async () => {
    let asked = 0
    await check({
      checkToken: async () => {
        asked += 1
        return health
      },
    })
    expect(asked).toBe(1)
  })

  it.each([
    [new PostError('refused', 'token_revoked'), /token_revoked/, /SLACK_BOT_TOKEN/],
    [new PostError('rate_limited', 'ratelimited', 30), /limiting requests/, /again/],
    [new PostError('unknown', 'no_answer'), /didn’t answer/, /slack\.com/],
  ])('distinguishes a rejected token from a Slack that doesn’t answer: %s', async (error, words, fix) => {
    expect(await found('Slack token', { checkToken: refusing(error) })).toMatchObject(failed(words, fix))
  })

  it('says how long the digests have been stopped, and when they continue', async () => {
    const since = now.subtract({ hours: 3 }).toString()
    const get = async () => ({ code: 'token_revoked', since })
    const stopped = { ...store, disconnections: { ...disconnections, get } }
    const checkToken = refusing(new PostError('refused', 'token_revoked'))
    const token = (broken: Partial<DoctorInput>) => found('Slack token', broken)
    expect(await token({ store: stopped, checkToken })).toMatchObject(
      failed(/^Slack rejected the bot token \(token_revoked\)\. No digest has been posted for 3 h\.$/),
    )
    expect(await token({ store: stopped })).toMatchObject(passed(/digests continue within a minute/))
    const down = { ...disconnections, get: refusing(new StoreError('unreachable', 'down')) }
    expect(await token({ store: { ...store, disconnections: down }, checkToken })).toMatchObject(
      failed(/^Slack rejected the bot token \(token_revoked\)\.$/),
    )
  })

  it('names a missing scope and its use; a missing optional scope is not a failure', async () => {
    const without = (...names: string[]) => ({
      checkToken: async () => ({
        ...health,
        scopes: (health.scopes ?? []).filter((name) => !names.includes(name)),
      }),
    })
    const permissions = (broken: Partial<DoctorInput>) => found('Slack permissions', broken)
    expect(await permissions(without('users:read', 'groups:history'))).toMatchObject(
      failed(/users:read \(to know time zones/, /npm run manifest/),
    )
    expect(await permissions(without('groups:history'))).toMatchObject(passed(/groups:history/))
    const checkToken = async () => ({ ...health, scopes: null })
    expect(await permissions({ checkToken })).toMatchObject({ state: 'not_checked' })
  })

  it('says what can’t be checked about the app, and what workflow steps need in an organization', async () => {
    const of = async (more: Partial<SlackHealth>) =>
      (await found('Slack permissions', { checkToken: async () => ({ ...health, ...more }) }))?.words
    const whole = /installed for the whole organization/
    expect(await of({})).toMatch(/shortcuts, workflow steps and events.*put the manifest for your mode/s)
    expect(await of({})).not.toMatch(whole)
    expect(await of({ organization: 'E1' })).toMatch(whole)
    expect(await of({ organization: 'E1', isOrg: true })).not.toMatch(whole)
  })

  it('names the organization of a token that no workspace was asked about', async () => {
    const checkToken = async () => ({ ...health, team: '', organization: 'E1', isOrg: true })
    expect(await found('Slack token', { checkToken })).toMatchObject(
      passed(/^Slack accepted the bot token: bot user U0BOT in organization E1\.$/),
    )
  })

  it('requires the user group scope only if the rule names a group', async () => {
    const rules = (groups: readonly string[]) =>
      ({ rules: { changers: { kind: 'list', users: ['U0123ABCD'], groups } } }) as const
    expect(await found('Slack permissions', rules([]))).toMatchObject(passed(/^The token has every scope\. /))
    expect(await found('Slack permissions', rules(['S0BRAND']))).toMatchObject(
      failed(
        /^The token lacks usergroups:read \(to let the members of a user group/,
        /^Add usergroups:read to the bot scopes/,
      ),
    )
  })

  it.each([
    ['can’t be seen', async () => null, /can’t see/, /\/invite/],
    ['it is not in', async () => ({ isMember: false, isArchived: false }), /not in the channel/, /\/invite/],
    ['is archived', async () => ({ isMember: true, isArchived: true }), /archived/, /Unarchive/],
    [
      'the token may not look up',
      refusing(new PostError('refused', 'missing_scope')),
      /lacks a scope/,
      /npm run manifest/,
    ],
  ])('says what to do about a channel that %s', async (_, channelState, words, fix) => {
    expect(await found('This channel', { channelState })).toMatchObject(failed(words, fix))
  })

  it('skips the channel check without a channel, as on the command line or in a direct message', async () => {
    for (const channel of [null, 'D0ANA'])
      expect(await found('This channel', {}, channel)).toEqual(notChecked(typeItThere))
  })

  it.each([
    [59, 'passed'],
    [-59, 'passed'],
    [61, 'failed'],
    [-600, 'failed'],
  ] as const)('tolerates a clock that is up to a minute off: %i s ahead of Slack', async (seconds, state) => {
    const checkToken = async () => ({ ...health, now: now.subtract({ seconds }) })
    const finding = await found('Clock', { checkToken })
    expect(finding?.state).toBe(state)
    if (state === 'failed') expect(finding?.words).toMatch(seconds > 0 ? /ahead of/ : /10 min behind/)
  })

  it.each([
    [60, 'passed'],
    [180, 'passed'],
    [181, 'failed'],
  ] as const)('calls a scheduler late depending on its last run, %i s ago: %s', async (seconds, state) => {
    const lastCheck = now.subtract({ seconds })
    expect(await found('Scheduler', { scheduler: { ...scheduler, lastCheck } })).toMatchObject({ state })
  })

  it.each([
    ['outbox', { lastFailure: null, ago: 181 }, 'failed', / Behind: outbox\.$/],
    ['plan', { lastFailure: 'unreachable', ago: 60 }, 'passed', / Behind: plan \(unreachable\)\.$/],
    ['watches', { lastFailure: null, ago: 181 }, 'passed', / Behind: watches\.$/],
    ['watches', { lastFailure: null, ago: 60 }, 'passed', /every 60 s\.$/],
    ['deliver', { lastFailure: null, ago: 600, isRunning: true }, 'passed', /every 60 s\.$/],
  ] as const)('reports a loop of the scheduler: %s %o', async (name, given, state, words) => {
    const lastSuccess = now.subtract({ seconds: given.ago })
    const runningSince = 'isRunning' in given ? lastSuccess : null
    const health = () => ({ [name]: { lastSuccess, lastFailure: given.lastFailure, runningSince } })
    const result = await found('Scheduler', { scheduler: { ...scheduler, health } })
    expect(result).toMatchObject({ state, words: expect.stringMatching(words) })
  })

  it.each<[ReturnType<typeof failure>, RegExp, RegExp]>([
    [failure('authentication', 'u', 418), /HTTP 418/, /SIGHTLINE_API_KEY/],
    [
      failure('authentication', 'Sightline has no API key.'),
      /^Sightline has no API key\.$/,
      /\/sightline connect/,
    ],
    [failure('forbidden', 'u', 418), /HTTP 418/, /role/],
    [failure('not_found', 'u', 418), /HTTP 418/, /\/sightline settings/],
    [failure('timeout', 'u', 418), /HTTP 418/, /SIGHTLINE_API_URL/],
    [failure('rate_limited', 'u', 418), /HTTP 418/, /minute/],
    [Object.assign(failure('rate_limited', 'u', 429), { retryAt: now }), /429/, /^Try again after 2026/],
    [Object.assign(failure('authentication', 'u'), { cause: sealed }), /can’t be decrypted/, /Add its key/],
    [Object.assign(failure('not_found', 'u', 404), { route: '/v1/auth/token' }), /core API/, /_URL/],
    [failure('bad_response', 'u', 418), /HTTP 418/, /log/],
    [failure('unavailable', 'u', null), /can’t be reached/, /SIGHTLINE_API_URL/],
    [failure('unavailable', 'u', 503), /is down: it answers 503/, /Try again/],
  ])('has its own words and fix if the API answers with %o', async (error, words, fix) => {
    const refused = refusing(error)
    const results = await check({ api: { authenticate: refused, collects: refused } })
    for (const name of ['Analytics service', 'Data'])
      expect(results.get(name)).toMatchObject(failed(words, fix))
  })

  it.each([
    [[{ id: 'c1', total: 9, date: '2026-11-15' }], 1, passed(/collected data 1 time\.$/)],
    [[], 0, failed(/has no data yet/)],
  ])('says how often data was collected: %o', async (data, total, finding) => {
    const collects = async () => ({ data, pagination: { ...page, total } })
    expect(await found('Data', { api: { authenticate: async () => {}, collects } })).toMatchObject(finding)
  })

  it.each([
    ['nobody', null, {}, 'failed'],
    ['a bot, which gets no direct messages', person({ isBot: true }), {}, 'failed'],
    ['whom Slack can’t be asked about', null, { checkToken: refusing(new Error('down')) }, 'passed'],
  ])('says if SIGHTLINE_CONTACT names %s', async (_, of, broken, state) => {
    const contact = { kind: 'user', id: 'U1' } as const
    const people = { currentPerson: async () => of }
    expect(await found('Messages to owners', { contact, people, ...broken })).toMatchObject({ state })
  })

  it('reports a notice about a digest that reached nobody', async () => {
    const about = JSON.stringify({ matter: { kind: 'paused', code: 'is_archived' }, tried: [] })
    const notice = { ...({} as OutboxRow), name: 'Weekly', about, reason: 'user_not_found' as const }
    const unreached = async (team: string) => (team === 'T1' ? [notice] : [])
    expect(await found('Messages to owners', { store: { ...store, outbox: { unreached } } })).toMatchObject(
      failed(
        /“Weekly” \(the owner is no longer in this workspace\)/,
        // With several workspaces, the settings refuse a person there.
        /^With a single workspace, set SIGHTLINE_CONTACT /,
      ),
    )
    const contact = { kind: 'user', id: 'U1' } as const
    const people = { currentPerson: async () => person() }
    const unheard = { ...store, outbox: { unreached } }
    const withContact = await found('Messages to owners', { contact, people, store: unheard })
    expect(withContact).toMatchObject(failed(/“Weekly”/, /^Choose another owner/))
  })

  it('says which database doesn’t answer, without any secrets', async () => {
    const error = new StoreError('unreachable', 'postgres://user:secret@db/sightline is down')
    const away = { ...store, ping: refusing(error) }
    const finding = await found('Database', { database: 'PostgreSQL', store: away })
    expect(finding).toMatchObject(failed(/^PostgreSQL doesn’t answer \(unreachable\)\.$/))
    expect(JSON.stringify(finding)).not.toContain('secret')
  })
})

type CommandLine = Parameters<typeof examineFromCommandLine>[0]

async function foundOnCommandLine(name: string, given: Partial<CommandLine>) {
  const checkUps = await examineFromCommandLine(
    {
      ...{ slack: null, contact: null, api: null, openSocket: null, slackbot: null, readiness: null },
      clock: { now: () => now, sleep: async () => {} },
      rules: { changers: { kind: 'anyone' } },
      database: { name: 'SQLite', inspect: async () => 'ready' },
      ...given,
    },
    { channel: null, scope },
  )
  return checkUps.find((one) => one.name === name)?.finding
}

const silence = refusing(new PostError('unknown', 'no_answer'))
it.each([
  [async () => person({ deleted: true }), failed(/^SIGHTLINE_CONTACT names nobody/), 'failed'],
  [async () => person(), { state: 'passed' }, 'passed'],
  [silence, notChecked('Slack didn’t say who SIGHTLINE_CONTACT is (no_answer).'), 'passed'],
])('checks SIGHTLINE_CONTACT on the command line, too (%#)', async (currentPerson, finding, inSlack) => {
  const contact = { kind: 'user', id: 'U1' } as const
  const people = { currentPerson }
  const slack = { checkToken: async () => health, people }
  expect(await foundOnCommandLine('Contact', { slack, contact })).toMatchObject(finding)
  expect(await found('Messages to owners', { contact, people })).toMatchObject({ state: inSlack })
})

it.each([
  [new PostError('unknown', 'http_503'), failed(/^Slack didn’t answer \(http_503\)\.$/)],
  [new PostError('rate_limited', 'ratelimited', 30), failed(/^Slack is limiting/, /^Try again in a minute/)],
])('a look-up that Slack doesn’t answer isn’t called something that may be done: %o', async (error, said) => {
  expect(await found('This channel', { channelState: refusing(error) })).toMatchObject(said)
  const slack = { checkToken: async () => health, people: unknownPeople }
  const socket = await foundOnCommandLine('Socket Mode', { openSocket: refusing(error), slack })
  expect(socket).toMatchObject(said)
})

it('takes no other program’s answer on the operator’s port for one of Sightline', async () => {
  const readiness = async () => JSON.parse('{"error":"not found"}')
  expect(await foundOnCommandLine('Running Sightline', { readiness })).toEqual(
    notChecked('No Sightline answers on SIGHTLINE_OPS_PORT.'),
  )
})

it('a check that throws says so and hands the error over for the log', async () => {
  const faults: unknown[] = []
  const oops = new TypeError('oops')
  const broken = { name: 'Broken', fix: 'Check the log.', run: () => Promise.reject(oops) }
  const scope = { organizationId: 'O', workspaceId: 'W', projectId: 'P' }
  const [checkUp] = await runAll([broken], {}, { channel: null, scope }, (error) => void faults.push(error))
  expect(checkUp?.finding).toMatchObject({ state: 'failed', fix: 'Check the log.' })
  expect(faults).toEqual([oops])
})
