import { describe, expect, it, onTestFinished } from 'vitest'
import { startSlack, USERS } from '../../sandbox/slack/index.ts'
import type { BrandRow } from '../../src/api/index.ts'
import { pauseDigest } from '../../src/digests/manage/manage.ts'
import { Problem } from '../../src/lib/problem.ts'
import { PostError } from '../../src/slack/port.ts'
import { SlackTime } from '../../src/slack/send/calls.ts'
import type { SlackClient } from '../../src/slack/send/client.ts'
import { createPorts } from '../../src/slack/send/ports.ts'
import type { Workspace } from '../../src/slack/workspace.ts'
import { digestOwed } from '../../src/store/index.ts'
import { brief, mine, row, service } from '../insights/service.ts'
import { clientOf } from '../sandbox/slack/web-api.ts'
import {
  claimedTask,
  createdTask,
  oneKey,
  person,
  plainDefaults,
  silent,
  testWorkspace,
  unansweredTask,
  unknownPeople,
} from '../workspace.ts'
import {
  clickOnHome,
  digestIn,
  type HomeWorld,
  homeWorld,
  manyDigests,
  monday,
  shownTo,
  team,
} from './world.ts'

const ana = 'U0ANA'
const ben = 'U0BEN'

const never = () => new Promise<never>(() => {})

/** One digest, in a channel that Ana is in, or others are. */
async function worldWithDigest(more?: Parameters<typeof homeWorld>[0], members: readonly string[] = [ana]) {
  const world = await homeWorld(more)
  const { id } = await digestIn(world, 'C0BRAND', 'Weekly for all')
  for (const user of members) world.channels.set(user, ['C0BRAND'])
  return { world, id }
}

/** Opens the tab. @returns what it shows */
async function open(world: HomeWorld, user = ana): Promise<string> {
  await world.home.opened({ team, user, outside: false })
  return shownTo(world, user)
}

/** The digest's slot of that Monday, claimed. */
async function claimedDigest({ store }: HomeWorld, subscriptionId: string) {
  const owed = digestOwed({ team, subscriptionId, channel: 'C0BRAND' }, monday)
  const row = await store.outbox.enqueueClaimed(owed, 60_000, monday)
  if (row === null) throw new Error('the slot is new')
  return row
}

describe('a Home tab', () => {
  it('shows digests only of channels that the viewer is in', async () => {
    const world = await homeWorld()
    await digestIn(world, 'C0BRAND', 'Weekly for all')
    await digestIn(world, 'C0SECRET', 'Merger watch')
    world.channels.set(ana, ['C0BRAND', 'C0SECRET'])
    world.channels.set(ben, ['C0BRAND', 'C0EMPTY'])
    await open(world)
    await open(world, ben)
    expect(shownTo(world, ana)).toContain('Merger watch')
    expect(shownTo(world, ben)).toContain('Weekly for all')
    expect(shownTo(world, ben)).not.toMatch(/Merger|C0SECRET/)
  })

  it('shows nothing from another workspace', async () => {
    const { world } = await worldWithDigest()
    await world.home.opened({ team: 'T2', user: ana, outside: false })
    expect(shownTo(world, ana)).not.toContain('Weekly for all')
  })

  it('shows when each digest is posted, links its last post, and says how to fix problems', async () => {
    const { world, id: sent } = await worldWithDigest()
    const stuck = await digestIn(world, 'C0BRAND', 'Elsewhere')
    const row = await claimedDigest(world, sent)
    const intent = { message: { text: '', blocks: [] }, effect: null, replies: [] }
    await world.store.outbox.begin(row, intent, 60_000, monday)
    await world.store.outbox.settle(row, { state: 'sent', ts: '1794816003.000100' }, monday)
    await world.store.subscriptions.pause(team, stuck.id, 'not_in_channel', monday)
    const shown = await open(world)
    expect(shown).toContain('Every Monday at 9:00 (Berlin) · On schedule')
    expect(shown).toContain('https://northwind.slack.com/archives/C0BRAND/p1794816003000100')
    expect(shown).toContain('/invite @Sightline')
    expect(shown.match(/digest_pause/g)).toHaveLength(1)
    expect(shown.match(/digest_resume/g)).toHaveLength(1)
  })

  it('says that a digest is being retried, and since when, instead of “Scheduled”', async () => {
    const { world, id } = await worldWithDigest()
    expect(await open(world)).toContain('Scheduled')
    const row = await claimedDigest(world, id)
    const later = { state: 'later', dueAt: monday.add({ minutes: 5 }), reason: 'ratelimited' } as const
    await world.store.outbox.settle(row, later, monday)
    const shown = await open(world)
    expect(shown).toMatch(/Retrying: Slack asked to slow down, since <!date.1794816000/)
    expect(shown).not.toMatch(/On schedule|good/)
  })

  it('names who paused a digest, if known', async () => {
    const { world, id } = await worldWithDigest()
    await pauseDigest(
      testWorkspace({ store: world.store, clock: { now: () => world.now, sleep: async () => {} } }),
      { team, user: ben, channel: 'C0BRAND' },
      id,
    )
    expect(await open(world)).toMatch(/⏸ Paused by <@U0BEN>/)
    await world.store.subscriptions.resume(team, id, monday)
    await world.store.subscriptions.pause(team, id, 'is_archived', monday)
    expect(await open(world)).not.toContain('U0BEN')
  })

  it('shows the viewer’s own open tasks of those channels, counts older ones, and leaves out what is done', async () => {
    const { world } = await worldWithDigest(undefined, [ana, ben])
    for (const number of [1, 2, 3, 4, 5, 6, 7]) {
      const ref = { team, organizationId: 'O1', workspaceId: 'W1', resultId: `R${number}` }
      const now = monday.add({ minutes: number })
      const by = number === 5 ? ben : ana
      const channel = number === 7 ? 'C0SECRET' : 'C0BRAND'
      const task = { taskId: `t${number}`, name: `Task number ${number}` }
      await createdTask(world.store, ref, now, { by, channel, ...task })
      const click = { by: ana, channel, messageTs: null, reference: null }
      if (number === 6) await world.store.tasks.markDone(ref, 't6', '2026-11-16', click, now)
    }
    const anas = await open(world)
    expect(anas).toContain('Your 4 open tasks')
    expect(anas.match(/"Task number \d"/g)).toEqual([4, 3, 2].map((number) => `"Task number ${number}"`))
    expect(anas).toContain('1 older one')
    const bens = await open(world, ben)
    expect(bens).toContain('Your 1 open task"')
    expect(bens.match(/"Task number \d"/g)).toEqual(['"Task number 5"'])
  })

  it('shows open work of channels without a digest, too', async () => {
    const { world } = await worldWithDigest()
    world.channels.set(ana, ['C0BRAND', 'C0PLAIN', 'C0TRACKS'])
    await world.store.channels.track(team, 'C0TRACKS', 'R1', ben, monday, () => null)
    const ref = { team, organizationId: 'O1', workspaceId: 'W1', resultId: 'R2' }
    await createdTask(world.store, ref, monday, { by: ana, channel: 'C0PLAIN', name: 'Write a page' })
    expect(await open(world)).toMatch(/Your 1 open task.*Write a page.*Tracked in .*C0TRACKS/)
    world.channels.set(ana, ['C0PLAIN', 'C0TRACKS'])
    expect(await open(world), 'without any digest').toMatch(
      /Write a page.*Tracked in .*None of your channels/,
    )
  })

  it('claims nothing of channels that it didn’t read because there are too many', async () => {
    const world = await homeWorld()
    const [unread = '', , newest = ''] = await manyDigests(world, 21)
    await world.store.channels.track(team, unread, 'R1', ben, monday, () => null)
    expect(await open(world)).toMatch(/"The channels with the newest digests track no recommendations yet/)
    await world.store.channels.track(team, newest, 'R2', ben, monday, () => null)
    const { organizationId, workspaceId } = plainDefaults
    await createdTask(world.store, { team, organizationId, workspaceId, resultId: 'R2' }, monday, { by: ben })
    expect(await open(world)).toMatch(/tracked in the channels with the newest digests is waiting for a task/)
  })

  it('offers changes only to people who may make them', async () => {
    const world = await homeWorld(() => ({
      defaults: { ...plainDefaults, recommendations: ['R1'] },
      access: {
        refusals: async ({ user }: { user: string }) =>
          new Map(user === ben ? [['changers', 'Ask an admin.']] : []),
        require: async () => {},
      } as never,
    }))
    await digestIn(world, 'C0BRAND', 'Weekly for all')
    for (const user of [ana, ben]) {
      world.channels.set(user, ['C0BRAND'])
      await open(world, user)
    }
    expect(shownTo(world, ana)).toMatch(/create_task.+digest_add/)
    expect(shownTo(world, ben)).toContain('view_brief')
    expect(shownTo(world, ben)).not.toMatch(/create_task|digest_add|choose_channel/)
  })

  it('uses the recommendation’s title for a task without a name, not an id', async () => {
    const clock = { now: () => monday, sleep: () => new Promise<void>(() => {}) }
    const briefs = async (_scope: unknown, resultId: string) => {
      if (resultId === 'R-down') throw new Error('the service is down')
      return [brief({ title: 'Answer the pricing thread' })]
    }
    const { world } = await worldWithDigest(() => ({ clock, api: { briefs } as never }))
    for (const resultId of ['R-1234-5678', 'R-down']) {
      const ref = { team, organizationId: 'O1', workspaceId: 'W1', resultId }
      await unansweredTask(world.store, ref, monday, { by: ana, channel: 'C0BRAND' })
    }
    const shown = await open(world)
    expect(shown).toMatch(/Answer the pricing thread.{1,140}May not have been created/)
    expect(shown).toMatch(/A recommendation.{1,140}May not have been created/)
    // Buttons contain ids, but people don't see those.
    expect(shown.replaceAll(/"value":"(?:[^"\\]|\\.)*"/g, '')).not.toMatch(/R-1234|R-down/)
  })

  it('shows no channel if Slack does not say who is in which, and says so', async () => {
    const world = await homeWorld()
    await digestIn(world, 'C0BRAND', 'Weekly for all')
    expect(await open(world)).toContain('Slack didn’t say which channels you’re in')
    expect(shownTo(world, ana)).not.toContain('Weekly for all')
  })

  it('tells a guest politely that it is not for them, and whom to contact', async () => {
    const { world } = await worldWithDigest(undefined, ['U0GUEST'])
    expect(await open(world, 'U0GUEST')).toContain('Guests can’t use Sightline here')
    expect(shownTo(world, 'U0GUEST')).toContain('U0ANA')
    expect(shownTo(world, 'U0GUEST')).not.toContain('Weekly for all')
    expect(world.asked).toEqual([])
  })

  it('shows an error with a reference if it can’t be filled, and is left unchanged if nobody opened it', async () => {
    const { world } = await worldWithDigest()
    await open(world)
    await world.store.close()
    await world.home.changed(team)
    expect(shownTo(world, ana)).toContain('Weekly for all')
    expect(await open(world)).toMatch(/Reference: [2-9A-Z]{4}-[2-9A-Z]{4}/)
    expect(world.logged).toContain('a Home tab could not be read')
  })
})

describe('the figures on a Home tab', () => {
  const northwind = (query: { readonly date_start: string }): readonly BrandRow[] => [
    row('Contoso', [51, 50]),
    row('Northwind', query.date_start === '2026-11-09' ? [41, 38] : [38, 37], [], mine),
  ]
  /** These, once the service has done `before`. */
  const figures = (before: () => unknown = () => {}) => {
    const asked = service({ brands: northwind as never })
    const allBrands: typeof asked.allBrands = async (...call) => {
      await before()
      return asked.allBrands(...call)
    }
    return { api: { ...asked, allBrands } as unknown as Workspace['api'] }
  }

  it('follow after what the database knows, which does not wait for them', async () => {
    const answers = Promise.withResolvers<void>()
    const { world } = await worldWithDigest(() => figures(() => answers.promise))
    const opened = open(world)
    await expect.poll(() => shownTo(world, ana)).toContain('Looking up the figures')
    expect(shownTo(world, ana)).toContain('Weekly for all')
    answers.resolve()
    await opened
    expect(shownTo(world, ana)).toContain('Where Northwind stands')
    expect(shownTo(world, ana)).toMatch(/rose 3\.0 points to 41\.0% and is 2nd of 2.+Northwind \(you\)/)
    expect(shownTo(world, ana)).not.toContain('Looking up')
  })

  it('say so if they are unavailable, without affecting the rest; “Try again” retries', async () => {
    let isDown = true
    const fails = () => {
      if (isDown) throw new Problem('unavailable', 'The analytics service is down.')
    }
    const { world } = await worldWithDigest(() => figures(fails))
    expect(await open(world)).toMatch(/⚠ The analytics service is down.+Try again/)
    expect(shownTo(world, ana)).toContain('Weekly for all')
    isDown = false
    await world.home.turn({ team, user: ana, outside: false }, 1)
    expect(shownTo(world, ana)).toContain('Where Northwind stands')
  })

  it('are requested once for everybody, and again when the week is over', async () => {
    let asked = 0
    const { world } = await worldWithDigest(() => figures(() => ++asked), [ana, ben])
    await open(world)
    const once = asked
    await open(world, ben)
    await open(world)
    expect(asked).toBe(once)
    world.now = monday.add({ hours: 7 * 24 })
    await open(world)
    expect(asked).toBeGreaterThan(once)
  })

  it('are not those that an API key read which is gone', async () => {
    let key = async () => 'K1'
    const apiKey = { ...oneKey, fingerprint: () => key() }
    const { world } = await worldWithDigest(() => ({ ...figures(() => key()), apiKey }))
    expect(await open(world)).toContain('Where Northwind stands')
    key = () => Promise.reject(new Problem('authentication', 'There is no API key.'))
    expect(await open(world)).toMatch(/⚠ There is no API key/)
    expect(shownTo(world, ana)).not.toContain('Where Northwind stands')
  })

  it('are those of the person’s newest digest, by its channel’s settings and with its name', async () => {
    const analyses: string[] = []
    const allBrands: Workspace['api']['allBrands'] = async ({ projectId }) => {
      analyses.push(projectId)
      return { rows: [row(`Brand of ${projectId}`, [41, 38], [], mine)], total: 1, cut: 0 }
    }
    const world = await homeWorld(() => ({ api: { ...service({}), allBrands } as never }))
    await world.store.channels.save({ team, channel: 'C0LEADS', projectId: 'leads-project' }, ana, monday)
    await digestIn(world, 'C0LEADS', 'For the leads')
    await digestIn({ ...world, now: monday.add({ minutes: 1 }) }, 'C0SECRET', 'Merger watch')
    world.channels.set(ana, ['C0LEADS', 'C0SECRET'])
    world.channels.set(ben, ['C0LEADS'])
    await open(world, ben)
    expect(new Set(analyses)).toEqual(new Set(['leads-project']))
    expect(shownTo(world, ben)).toContain('the analysis of <#C0LEADS>')
    expect(await open(world)).toContain('the analysis of <#C0SECRET>')
    expect(shownTo(world, ana)).toContain('Where Brand of project stands')
    // A person who has left a channel sees none of its figures, not even until the other figures arrive.
    world.channels.set(ana, ['C0LEADS'])
    const before = world.published.length
    await open(world)
    expect(JSON.stringify(world.published.slice(before))).not.toMatch(/C0SECRET|Brand of project/)
    expect(shownTo(world, ana)).toContain('Where Brand of leads-project stands')
  })

  it('count recommendations without a task once each, and name the first by title and channel', async () => {
    const recommendations = ['R1', 'R2', 'R3']
    const briefs = new Map(recommendations.map((id) => [id, [brief({ id, title: `Title of ${id}` })]]))
    const world = await homeWorld(() => ({
      defaults: { ...plainDefaults, recommendations },
      api: service({ briefs }) as unknown as Workspace['api'],
    }))
    for (const channel of ['C0BRAND', 'C0LEADS']) await digestIn(world, channel, `In ${channel}`)
    world.channels.set(ana, ['C0BRAND', 'C0LEADS'])
    const ref = { team, organizationId: 'org', workspaceId: 'ws', resultId: 'R2' }
    await claimedTask(world.store, ref, monday, { by: ana, channel: 'C0BRAND' })
    const shown = await open(world)
    expect(shown).toMatch(/Recommended \(1 of 2\).+Title of R1.+1 more in your channels: type/)
    expect(shown).not.toContain('Title of R3')
    expect(shown).toMatch(/Title of R2.+Being created since /)
  })
})

const admin = person({ id: ana, workspaces: [team], isAdmin: true })

it('the connection is shown only to admins of the workspace', async () => {
  const world = await homeWorld((made) => ({
    apiKey: { ...oneKey, configured: false },
    people: {
      ...unknownPeople,
      channelsOf: async (user) => new Set(made.channels.get(user)),
      person: async (user) => (user === ana ? admin : { ...admin, id: user, isAdmin: false }),
    },
  }))
  for (const user of [ana, ben]) {
    world.channels.set(user, ['C0BRAND'])
    await open(world, user)
  }
  expect(shownTo(world, ana)).toContain('Analytics service: not connected')
  expect(shownTo(world, ben)).not.toMatch(/connected/)
  await world.home.opened({ team, user: ana, outside: null })
  expect(shownTo(world, ana)).not.toMatch(/connected/)
})

describe('many digests', () => {
  it('are shown on pages without gaps or duplicates', async () => {
    const world = await homeWorld()
    const channels = await manyDigests(world, 30)
    await open(world)
    const shown: string[] = []
    for (const page of [1, 2, 3]) {
      expect(shownTo(world, ana)).toContain(`30 digests in your channels, page ${page} of 3`)
      shown.push(...(shownTo(world, ana).match(/(?<="\*In )\w+(?=\*)/g) ?? []))
      await world.home.turn({ team, user: ana, outside: false }, page + 1)
    }
    expect(shown.toSorted()).toEqual(channels)
    // There is no fourth page.
    expect(shownTo(world, ana)).toContain('page 3 of 3')
  })

  it('stay on the page that the person is viewing when something changes', async () => {
    const world = await homeWorld()
    const ids = await manyDigests(world, 13)
    await open(world)
    await world.home.turn({ team, user: ana, outside: false }, 2)
    await world.store.subscriptions.pause(team, 'In C0CHANNEL12', 'paused_by_hand', monday)
    await world.home.changed(team)
    expect(shownTo(world, ana)).toMatch(/page 2 of 2.*In C0CHANNEL12.*⏸ Paused/)

    // After a restart, only the click knows the page.
    const restarted = await homeWorld(() => ({ store: world.store }))
    restarted.channels.set(ana, ids)
    await restarted.home.changed(team, clickOnHome(ana, 2))
    expect(shownTo(restarted, ana)).toContain('page 2 of 2')
  })
})

describe('after a change', () => {
  it('open tabs show it, and unchanged tabs are not published', async () => {
    const { world, id } = await worldWithDigest()
    world.channels.set(ben, ['C0EMPTY'])
    await open(world)
    await open(world, ben)
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', monday)
    const before = world.published.length
    await world.home.changed(team)
    await world.home.changed(team)
    expect(world.published.slice(before).map(({ user }) => user)).toEqual([ana])
    expect(shownTo(world, ana)).toContain('⏸ Paused')
  })

  it('tabs opened hours ago, or before fifty others, are not redrawn', async () => {
    const users = Array.from({ length: 51 }, (_, number) => `U0USER${number}`)
    const { world, id } = await worldWithDigest(undefined, users)
    for (const user of users) await open(world, user)
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', monday)
    await world.home.changed(team)
    expect(shownTo(world, 'U0USER0')).not.toContain('⏸ Paused')
    expect(shownTo(world, 'U0USER1')).toContain('⏸ Paused')

    world.now = monday.add({ hours: 5 })
    await world.store.subscriptions.resume(team, id, world.now)
    await world.home.changed(team)
    expect(shownTo(world, 'U0USER1')).toContain('⏸ Paused')
    expect(await open(world, 'U0USER1')).not.toContain('⏸ Paused')
  })

  it('a person’s channels are looked up again only after a while', async () => {
    const { world } = await worldWithDigest()
    await open(world)
    await world.home.changed(team)
    await world.home.changed(team)
    expect(world.asked).toEqual([ana])
    world.channels.set(ana, [])
    world.now = monday.add({ minutes: 6 })
    await world.home.changed(team)
    expect(shownTo(world, ana)).not.toContain('Weekly for all')
  })

  it('a tab that Slack refuses doesn’t fail the change', async () => {
    let refuses = false
    const { world, id } = await worldWithDigest(({ published }) => ({
      publishHome: async (user, view) => {
        if (refuses) throw new PostError('refused', 'user_not_found')
        published.push({ user, view })
      },
    }))
    await open(world)
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', monday)
    const before = world.published.length
    refuses = true
    await world.home.changed(team)
    refuses = false
    await world.home.changed(team)
    expect(world.published).toHaveLength(before)
    expect(world.logged).toContain('a Home tab could not be refreshed')
  })

  it('tabs are published again if Slack fails once', async () => {
    const slack = await startSlack({ rateLimits: false })
    onTestFinished(() => slack.stop())
    const clock = { now: () => monday, sleep: async () => {} }
    const client = clientOf(slack) as SlackClient
    const { publishHome } = createPorts(team, client, new SlackTime(), { clock, log: silent }, never)
    const { world } = await worldWithDigest(() => ({ publishHome }), [USERS.member])
    slack.fail('views.publish', { status: 503 }, 1)
    await open(world, USERS.member)
    expect(JSON.stringify(slack.home(USERS.member))).toContain('Weekly for all')
  })

  it('a tab that Slack drew without an answer is drawn again, though it is as before', async () => {
    let isLost = false
    const { world, id } = await worldWithDigest(({ published }) => ({
      publishHome: async (user, view) => {
        published.push({ user, view })
        if (isLost) throw new PostError('unknown', 'no_answer')
      },
    }))
    await open(world)
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', monday)
    isLost = true
    await world.home.changed(team)
    isLost = false
    await world.store.subscriptions.resume(team, id, monday)
    await world.home.changed(team)
    expect(shownTo(world, ana)).not.toContain('⏸ Paused')
  })

  it('an older view never replaces a newer one, and a burst of changes is drawn once', async () => {
    const { promise: slow, resolve: go } = Promise.withResolvers<void>()
    const { promise: under, resolve: publishing } = Promise.withResolvers<void>()
    let drawn = 0
    const { world, id } = await worldWithDigest(({ published }) => ({
      access: {
        refusals: async () => new Map(),
        require: async () => {
          drawn += 1
        },
      },
      publishHome: async (user, view) => {
        publishing()
        if (published.length === 0 && drawn === 1) await slow
        published.push({ user, view })
      },
    }))
    const opened = open(world)
    // The old view is on its way to Slack, slowly.
    await under
    await world.store.subscriptions.pause(team, id, 'paused_by_hand', monday)
    const changes = [world.home.changed(team), world.home.changed(team), world.home.changed(team)]
    await world.store.ping()
    go()
    await Promise.all([opened, ...changes])
    expect(shownTo(world, ana)).toContain('⏸ Paused')
    // When opened, after the changes, and with the service's figures.
    expect(drawn).toBe(3)
  })
})
