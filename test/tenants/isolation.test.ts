import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PROJECTS, SECOND_ORGANIZATION, WORKSPACES } from '../../sandbox/service/data/catalog.ts'
import { APP, CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import type { OpenView } from '../../sandbox/slack/model.ts'
import { type Action, encodeAction } from '../../src/blocks/kit/codec.ts'
import { commands } from '../../src/commands/index.ts'
import type { Store } from '../../src/store/index.ts'
import { everyButton } from '../actions/every-button.ts'
import { buttonIn, buttonsOf, closeAll, labelsOf, textOf } from '../e2e/slack-screen.ts'
import { payload } from '../slack-request.ts'
import {
  connect,
  connectDemo,
  home,
  loadedModal,
  type ManyStage,
  postsIn,
  repliesTo,
  second,
  startMany,
  stepEnd,
  weeklyDigest,
} from './world.ts'

/**
 * Two workspaces with the same people and channels, and digests with the same ids: code that mixes up workspaces gets the
 * other one's data. The victim's key reaches an organization that the stranger's key doesn't.
 */
const victim = second.id
const stranger = home
const channel = CHANNELS.brandVisibility
const owner = USERS.owner

const labs = {
  organization: SECOND_ORGANIZATION.id,
  workspace: WORKSPACES[2]?.id ?? '',
  analysis: PROJECTS[3]?.id ?? '',
}

async function prepare(store: Store): Promise<void> {
  const then = Temporal.Instant.from('2026-11-10T08:00:00Z')
  for (const team of [stranger, victim])
    await store.subscriptions.create({ ...weeklyDigest(team, 'S-same'), name: 'Same id' }, then)
  await store.subscriptions.create({ ...weeklyDigest(victim, 'S-victim'), name: 'Victim only' }, then)
  await store.channels.track(victim, channel, 'R-victim', owner, then)
}

/** Every command by its name alone, and its examples. */
const examples = commands.verbs.flatMap(({ name, examples }) => [name, ...examples])

describe('two workspaces', () => {
  let stage: ManyStage
  beforeAll(async () => {
    stage = await startMany({ prepare, env: { SIGHTLINE_OPS_PORT: '0', SIGHTLINE_METRICS: 'on' } })
    for (const team of [stranger, victim]) await stage.install(team)
    expect((await connectDemo(stage, stranger, channel)).shown).toContain('Connected')
    const theirs = await connect(stage.slack.in(victim), channel, { ...labs, key: stage.service.keys.user })
    expect(theirs.shown).toContain('Connected')
  })
  afterAll(() => stage?.stop())

  /** What happens in a workspace during this work, and what the service is asked. */
  const during = async (work: () => Promise<void>) => {
    const requestsIn = (team: string) => stage.slack.in(team).requests()
    const slackBefore = new Map([stranger, victim].map((team) => [team, requestsIn(team).length]))
    const askedBefore = stage.service.requests().length
    await work()
    return {
      /** Without redrawing open Home tabs, which happens after each scheduler pass. */
      callsIn: (team: string) =>
        requestsIn(team)
          .slice(slackBefore.get(team))
          .filter(({ method }) => method !== 'views.publish' && method !== 'users.conversations'),
      asked: stage.service.requests().slice(askedBefore),
    }
  }
  const organizationsIn = (asked: readonly { readonly path: string }[]) =>
    new Set(asked.flatMap(({ path }) => /\/organizations\/([^/]+)/.exec(path)?.[1] ?? []))
  const expectNothingReached = (asked: readonly { readonly path: string; readonly status: number }[]) => {
    const reached = asked.filter(({ path, status }) => path.includes(labs.organization) && status < 400)
    expect(reached, 'the service rejects its key there').toEqual([])
  }
  /** Everything that the owner can see in a workspace. */
  const seenIn = (team: string) => {
    const slack = stage.slack.in(team)
    const messages = [...slack.channels.keys()].map((id) => slack.messages(id, owner))
    return JSON.stringify([messages, slack.views(owner)])
  }
  /** Types a command and waits for its answer, a message or a form. */
  const type = async (team: string, text: string) => {
    const slack = stage.slack.in(team)
    const before = slack.messages(channel, owner).length
    await slack.command({ user: owner, channel, text: `/sightline ${text}` })
    await slack.until(() => {
      const fresh = slack.messages(channel, owner).slice(before)
      const views = slack.views(owner)
      const settled = views.length > 0 && !/Loading…/.test(JSON.stringify(views.at(-1)))
      return settled || fresh.some((message) => !textOf(message).startsWith('Looking it up'))
    }, `an answer to ${text} in ${team}`)
    await closeAll(slack, owner)
  }

  it('use their own key, their own organization and their own Slack for every command', {
    timeout: 120_000,
  }, async () => {
    for (const [team, other, organization] of [
      [stranger, victim, stage.service.demo.organizationId],
      [victim, stranger, labs.organization],
    ] as const) {
      const { callsIn, asked } = await during(async () => {
        // The timer may fire at any moment. Here it does, and finds nothing due in the other workspace.
        await stage.pass({ seconds: 0 })
        for (const example of examples) await type(team, example)
        const slack = stage.slack.in(team)
        const ts = slack.post({ user: owner, channel, text: `<@${APP.botUser}> how did we do last week?` })
        const answers = () => repliesTo(slack, channel, ts).map(({ text }) => text)
        const isAnswered = () => answers().some((text) => text.startsWith('Read as: `visibility last week`'))
        await slack.until(isAnswered, `the answer to a mention in ${team}`)
        await slack.openHome({ user: owner })
        await slack.until(() => slack.home(owner), `the Home tab in ${team}`)
        await slack.shortcut({ user: owner, callbackId: 'where_do_we_stand' })
        const modal = () => JSON.stringify(slack.views(owner).at(-1)?.view ?? '')
        await slack.until(() => /stands/.test(modal()), `where it stands in ${team}`)
        expect(await stepEnd(slack, owner, channel)).toMatchObject({ status: 'completed' })
        // After a digest was posted now, the next pass checks whether its owner is still there.
        await stage.pass({ seconds: 0 })
      })
      expect(callsIn(other), `while ${team} asks, nothing is said in ${other}`).toEqual([])
      expect([...organizationsIn(asked)], `what ${team} asks for`).toEqual([organization])
      expect(asked.length).toBeGreaterThan(10)
      const refused = asked.filter(({ status }) => status === 401 || status === 403)
      expect(refused, 'its own key reaches it all').toEqual([])
    }
    expect(seenIn(stranger)).not.toContain('Victim only')
    expect(seenIn(stranger)).not.toContain('R-victim')
    for (const id of Object.values(labs)) expect(seenIn(stranger)).not.toContain(id)
    expect(seenIn(victim)).not.toContain(stage.service.demo.projectId)
    expect(seenIn(victim)).toContain('Victim only')
  })

  it('get their own digests, in their own Slack, with their own figures', async () => {
    // The stranger deletes the digest that has the same id in the other workspace.
    await forgedClick(stage, { kind: 'digest_delete', id: 'S-same' })
    await stage.slack.until(
      () => /deleted|removed|ended/i.test(JSON.stringify(stage.slack.messages(channel, owner).at(-1))),
      'that the digest was deleted',
    )
    const posted = (team: string) => postsIn(stage.slack.in(team), channel)
    const [strangerBefore, victimBefore] = [posted(stranger).length, posted(victim).length]
    const { asked } = await during(() => stage.pass())
    expect(posted(victim)).toHaveLength(victimBefore + 2)
    expect(posted(stranger)).toHaveLength(strangerBefore)
    expect([...organizationsIn(asked)]).toEqual([labs.organization])
    expect(asked.filter(({ status }) => status >= 400 && status !== 404)).toEqual([])
  })

  it('are counted together, without any of their ids', async () => {
    const metrics = await (await fetch(`http://127.0.0.1:${stage.bots[0]?.opsPort}/metrics`)).text()
    expect(metrics).toMatch(/^sightline_slack_requests_total\{[^}]*method="chat.postMessage"[^}]*\} [1-9]/m)
    expect(metrics).toMatch(/^sightline_digests_total\{[^}]*="posted"[^}]*\} [1-9]/m)
    expect(metrics).toMatch(/^sightline_api_requests_total\{[^}]*\} [1-9]/m)
    for (const id of [stranger, victim, channel, owner, ...Object.values(labs)])
      expect(metrics).not.toContain(id)
  })

  it('reveal and change nothing when the forms and menus of one are used from the other', async () => {
    const slack = stage.slack.in(victim)
    const forms = new Map<string, OpenView>()
    for (const text of new Set(['digest edit "Victim only"', ...examples])) {
      if (commands.plan(text).kind !== 'modal') continue
      await slack.command({ user: owner, channel, text: `/sightline ${text}` })
      const open = await loadedModal(slack, owner)
      // The settings have several forms.
      const id = `${open.view.callback_id}${text === 'actions remove' ? ' recommendations' : ''}`
      // The first one belongs to the digest that only the victim has. A modal without a submit button is not a form.
      if ((open.view.submit ?? null) !== null && !forms.has(id)) forms.set(id, open)
      await slack.closeView({ user: owner, viewId: open.id })
    }
    const opened = async (callbackId: string, how: () => Promise<unknown>) => {
      await how()
      const form = await loadedModal(slack, owner)
      expect(form.view.callback_id).toBe(callbackId)
      forms.set(callbackId, form)
      await slack.closeView({ user: owner, viewId: form.id })
    }
    await slack.command({ user: owner, channel, text: '/sightline visibility' })
    const toFilter = () => slack.messages(channel, owner).findLast((one) => labelsOf(one).includes('Filter'))
    const answer = await slack.until(toFilter, 'an answer to filter')
    const filter = buttonIn(answer, 'Filter')
    await opened('sl1.filter', () => slack.click({ user: owner, channel, ts: answer.ts, ...filter }))
    await slack.openHome({ user: owner })
    const onHome = () => buttonsOf(slack.home(owner)?.blocks)
    const setUp = await slack.until(
      () => onHome().find(({ actionId }) => actionId.startsWith('sl1.choose_channel')) ?? null,
      'the way from the Home tab to a channel',
    )
    const home = String(slack.home(owner)?.id)
    await opened('sl1.choose_channel', () => slack.viewAction({ user: owner, viewId: home, ...setUp }))

    // Every form that can be submitted (src/forms/index.ts). The API key is removed by a button.
    expect([...forms.keys()].sort()).toEqual([
      'sl1.accounts',
      'sl1.choose_channel',
      'sl1.connect',
      'sl1.digest',
      'sl1.filter',
      'sl1.setup',
      'sl1.setup recommendations',
    ])
    const menus: string[] = []
    const before = seenIn(victim)
    const { callsIn, asked } = await during(async () => {
      for (const [id, form] of forms) {
        const name = { name: { 'sl1.form.name': { type: 'plain_text_input', value: 'Taken over' } } }
        const values = id === 'sl1.digest' ? { ...form.values, ...name } : form.values
        const { status, answer } = await forgedForm(stage, { ...form, values })
        expect(status, id).toBe(200)
        expect(answer).not.toContain('Victim only')
        for (const actionId of menusOf(form.view)) {
          menus.push(actionId)
          const offered = await forgedMenu(stage, form, actionId)
          expect(offered.status, actionId).toBe(200)
          for (const theirs of Object.values(labs)) expect(offered.answer, actionId).not.toContain(theirs)
        }
      }
    })
    expect(menus.length).toBeGreaterThan(3)
    expect(callsIn(victim)).toEqual([])
    expect(seenIn(victim)).toBe(before)
    expectNothingReached(asked)
    await type(victim, 'digest list')
    expect(seenIn(victim)).not.toContain('Taken over')
    await type(stranger, 'digest list')
    expect(seenIn(stranger)).not.toContain('Victim only')
  })

  it('reveal and change nothing when every button is forged with the other’s ids', async () => {
    const actions = Object.values(
      everyButton({
        organizationId: labs.organization,
        workspaceId: labs.workspace,
        resultId: 'R-victim',
        taskId: 'K-victim',
        evaluationId: 'E-victim',
        subscriptionId: 'S-victim',
        deliveryId: 'D-victim',
        noteId: 'N-victim',
        channel,
      }),
    )
    const before = seenIn(victim)
    const { callsIn, asked } = await during(async () => {
      for (const action of actions) expect((await forgedClick(stage, action)).status, action.kind).toBe(200)
      // Waits for everything that the clicks have started.
      await stage.bots[0]?.stop()
    })
    expect(callsIn(victim)).toEqual([])
    expect(seenIn(victim)).toBe(before)
    expectNothingReached(asked)
    expect(seenIn(stranger)).not.toContain('Victim only')
    expect(stage.slack.in(stranger).requests().length).toBeGreaterThan(actions.length)
  })
})

/** What Slack would say of a person in the stranger's workspace. */
const fromStranger = () => ({
  user: { id: owner, username: 'olivia', name: 'olivia', team_id: stranger },
  api_app_id: APP.id,
  team: { id: stranger, domain: 'northwind-marketing' },
  enterprise: null,
  is_enterprise_install: false,
  trigger_id: `${Math.random()}.forged`,
})

/** The victim's view, as if the stranger had it open and filled in. */
const takenView = ({ view, values }: Pick<OpenView, 'view' | 'values'>) => ({
  ...view,
  // The stranger wouldn't know the victim's response address, so the answer goes to the stranger.
  private_metadata: String(view.private_metadata ?? '').replaceAll(/"https?:[^"]*"/g, 'null'),
  id: `V${Math.random()}`,
  team_id: stranger,
  app_installed_team_id: stranger,
  state: { values },
})

/** Delivers what Slack itself would never send. */
async function forged(stage: ManyStage, more: Readonly<Record<string, unknown>>) {
  const response = await stage.deliver(payload({ ...fromStranger(), ...more }))
  return { status: response.status, answer: await response.text() }
}

const forgedClick = (stage: ManyStage, action: Action) =>
  forged(stage, {
    type: 'block_actions',
    container: { type: 'message', message_ts: '1.000001', channel_id: channel, is_ephemeral: true },
    channel: { id: channel, name: 'brand-visibility' },
    actions: [{ type: 'button', block_id: 'b', ...encodeAction(action), action_ts: '1.1' }],
  })

/** Submits the victim's form. */
const forgedForm = (stage: ManyStage, open: Pick<OpenView, 'view' | 'values'>) =>
  forged(stage, { type: 'view_submission', view: takenView(open), response_urls: [] })

/** Asks what a menu of the victim's form offers. */
const forgedMenu = (stage: ManyStage, open: Pick<OpenView, 'view' | 'values'>, action: string) =>
  forged(stage, {
    type: 'block_suggestion',
    container: { type: 'view', view_id: 'V1' },
    action_id: action,
    block_id: 'b',
    value: '',
    view: takenView(open),
  })

/** The menus of a form that load their options from the bot. */
function menusOf(view: OpenView['view']): string[] {
  const elements = (view.blocks as readonly { element?: unknown; accessory?: unknown }[]).flatMap(
    ({ element, accessory }) => [element, accessory] as { type?: string; action_id?: string }[],
  )
  return elements.flatMap((one) => (one?.type?.includes('external_select') ? [one.action_id ?? ''] : []))
}
