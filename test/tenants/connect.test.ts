import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SECOND_ORGANIZATION } from '../../sandbox/service/data/catalog.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { ask as askIn, connect, home, type ManyStage, modalSaying, stageForTest, startMany } from './world.ts'

const channel = CHANNELS.brandVisibility

describe('the API key of a workspace', () => {
  let stage: ManyStage
  beforeAll(async () => {
    stage = await startMany()
    await stage.install(home)
  })
  afterAll(() => stage?.stop())

  const fields = (key: string, more: Record<string, string> = {}) => ({
    key,
    organization: '',
    workspace: '',
    analysis: stage.service.demo.projectId,
    ...more,
  })
  const ask = (text: string, words: RegExp) => askIn(stage.slack, channel, text, words)
  const formOf = async (user: string, text: string, words: RegExp) => {
    await stage.slack.command({ user, channel, text: `/sightline ${text}` })
    return modalSaying(stage.slack, user, words)
  }

  it('is requested when a person needs data before it is set', async () => {
    const answer = await ask('visibility', /no analytics API key/)
    expect(answer).toContain('/sightline connect')
  })

  it('can be entered only by an admin', async () => {
    const { id } = await formOf(USERS.member, 'connect', /Only admins and owners/)
    await stage.slack.closeView({ user: USERS.member, viewId: id })
  })

  it('is never read from a message, nor repeated from one', async () => {
    const answer = await ask('connect sk-typed-by-mistake-1', /only in the form/)
    expect(answer).not.toContain('sk-typed')
  })

  it.each([
    ['without its beginning', () => fields('abc-not-a-key'), /starts with sk-/],
    ['too short to spare the four characters that are shown', () => fields('sk-abcd'), /at least 16/],
    ['that the service does not know', () => fields('sk-nobody-knows-me-1'), /rejected this key/],
    ['that reaches several organizations', () => fields(stage.service.keys.user), /reaches 2 organizations/],
    [
      'of an organization with several workspaces',
      () => fields(stage.service.keys.organization),
      /reaches 2 workspaces/,
    ],
    [
      'with an analysis that is not there',
      () => fields(stage.service.keys.workspace, { analysis: 'a52d8e76-914b-4c03-b7f2-6e0d1c2b3aff' }),
      /doesn’t have this analysis/,
    ],
    [
      'with an organization that is not its own',
      () => fields(stage.service.keys.workspace, { organization: SECOND_ORGANIZATION.id }),
      /Enter the id of one|doesn[’']t know|may not read|doesn[’']t list/,
    ],
  ])('%s is refused at its field, not saved, and not shown again', async (_what, entered, words) => {
    const given = entered()
    const { shown } = await connect(stage.slack, channel, given)
    expect(shown).toMatch(words)
    expect(shown).not.toContain(given.key)
    expect(await ask('visibility', /no analytics API key/)).toContain('connect')
  })

  it('needs the workspace’s id if the service lists none', async () => {
    const route = '/v1/organizations/{organization_id}/workspaces'
    stage.service.addFault({ route, how: { kind: 'status', status: 200, body: [] } })
    const { shown } = await connect(stage.slack, channel, fields(stage.service.keys.workspace))
    stage.service.clearFaults()
    expect(shown).toContain('The key doesn’t list its workspaces. Enter an id from the console.')
  })

  it('is not saved while the service can’t be reached', async () => {
    stage.service.addFault({ route: '/v1/auth/token', how: { kind: 'status', status: 503 } })
    const { shown } = await connect(stage.slack, channel, fields(stage.service.keys.workspace))
    stage.service.clearFaults()
    expect(shown).toContain('The key was not saved.')
    expect(shown).not.toContain(stage.service.keys.workspace)
  })

  it('is used at once if it works, and identified by its last four characters and what it reaches', async () => {
    const { shown } = await connect(stage.slack, channel, fields(stage.service.keys.workspace))
    expect(shown).toContain('Connected')
    expect(shown).toContain(stage.service.keys.workspace.slice(-4))
    expect(shown).toContain('the organization Northwind')
    expect(shown).not.toContain(stage.service.keys.workspace)
    await ask('visibility', /How measured/)
  })

  it('sets the default for channels without their own place; the status and the form show it', async () => {
    const status = await ask('status', /Organization: /)
    expect(status).toMatch(/Organization: Northwind.* \(default of this Slack workspace\)/)
    expect(status).toMatch(/Time zone: \S+ \(default\)/)
    const { id, view } = await formOf(USERS.owner, 'setup', /Default \(Northwind/)
    expect(JSON.stringify(view)).toMatch(/Default \((UTC|Europe)/)
    await stage.slack.closeView({ user: USERS.owner, viewId: id })
  })

  it('is replaced by another one, for everyone at once', async () => {
    const other = stage.service.keys.organization
    const given = fields(other, { workspace: stage.service.demo.workspaceId })
    const { shown, view } = await connect(stage.slack, channel, given)
    expect(view, 'the form says which key is there').toContain(stage.service.keys.workspace.slice(-4))
    expect(view).not.toContain(stage.service.keys.workspace)
    expect(shown).toContain('The key was replaced')
    expect(shown).toContain(other.slice(-4))
  })

  it('is removed after a confirmation; then no one can read data', async () => {
    const { id } = await formOf(USERS.owner, 'disconnect', /Without it, nobody/)
    await stage.slack.viewAction({ user: USERS.owner, viewId: id, actionId: 'sl1.form.remove_key' })
    await modalSaying(stage.slack, USERS.owner, /The key was removed/)
    const before = stage.service.requests().length
    const answer = await ask('visibility', /no analytics API key/)
    expect(answer).not.toContain('How measured')
    expect(stage.service.requests().length).toBe(before)
  })

  it('appears in no line of the log', () => {
    const { workspace, organization, user } = stage.service.keys
    const log = stage.lines.join('\n')
    for (const key of [workspace, organization, user, 'sk-typed-by-mistake-1']) expect(log).not.toContain(key)
  })
})

it('an open Home tab shows the figures as soon as there is a key, and none without it', async () => {
  const { slack, service, install } = await stageForTest()
  await install(home)
  const user = USERS.owner
  const shows = (words: RegExp) =>
    slack.until(() => words.test(JSON.stringify(slack.home(user) ?? '')), `${words}`, 10_000)
  await slack.openHome({ user })
  await shows(/not connected\. Enter an API key/)
  await connect(slack, channel, { key: service.keys.workspace, analysis: service.demo.projectId })
  await shows(/Where your brand stands|Where Northwind stands/)
  await slack.command({ user, channel, text: '/sightline disconnect' })
  const { id } = await modalSaying(slack, user, /Without it, nobody/)
  await slack.viewAction({ user, viewId: id, actionId: 'sl1.form.remove_key' })
  await shows(/not connected\. Enter an API key/)
})
