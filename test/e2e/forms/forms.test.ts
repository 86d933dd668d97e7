import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../../sandbox/slack/index.ts'
import type { OpenView } from '../../../sandbox/slack/model.ts'
import { logSink } from '../../log-sink.ts'
import { type Stage, startStage } from '../../stage.ts'
import { ask, buttonsOf, modalOf, modalWords, textOf, texts } from '../slack-screen.ts'
import { type Entries, filledIn } from './fill-form.ts'

const PLATFORM_ACCOUNTS = '/v1/organizations/{organization_id}/workspaces/{workspace_id}/platform_accounts'
const COLLECTS =
  '/v1/organizations/{organization_id}/workspaces/{workspace_id}/analyses/{project_id}/search/collects'

const { owner, guest } = USERS
const channel = CHANNELS.marketing

describe.each(['socket', 'http'] as const)('forms, over %s', (mode) => {
  let stage: Stage

  beforeAll(async () => {
    // No digest, so that only what the person does here counts.
    const env = { SIGHTLINE_DIGEST_CHANNELS: '' }
    stage = await startStage({
      mode,
      now: Temporal.Instant.from('2026-11-18T12:00Z'),
      rateLimits: false,
      env,
      log: logSink,
    })
  })
  afterAll(async () => {
    await stage?.stop()
  })

  const modal = (user: string, saying: string | RegExp) => modalOf(stage.slack, user, saying)

  async function open(text: string, saying: string, user: string = owner, where: string = channel) {
    for (const { id } of stage.slack.views(user).toReversed())
      await stage.slack.closeView({ user, viewId: id })
    const acknowledged = await stage.slack.command({ user, channel: where, text })
    expect(acknowledged.ok).toBe(true)
    return modal(user, saying)
  }

  /** Fills in fields, by block id, and presses the main button. */
  const send = (form: OpenView, entries: Entries) =>
    stage.slack.submitView({ user: form.user, viewId: form.id, values: filledIn(form, entries) })

  const held = ({ values }: OpenView, block: string) => {
    const state = Object.values(values[block] ?? {})[0] as
      | { value?: string; selected_option?: { value: string } }
      | undefined
    return state?.value ?? state?.selected_option?.value ?? null
  }

  const pressIn = ({ id, view, user }: OpenView, label: string, index = 0) => {
    const button = buttonsOf(view.blocks).filter((each) => each.label === label)[index]
    if (button === undefined) throw new Error(`no button ${label}`)
    return stage.slack.viewAction({ user, viewId: id, actionId: button.actionId, blockId: button.blockId })
  }

  const posts = () => stage.service.requests().filter(({ route }) => route === PLATFORM_ACCOUNTS).length

  /** The form of one group, opened from the command's summary. */
  async function group(label: string, saying: string) {
    const summary = await open('/sightline settings', 'Settings for')
    const names = buttonsOf(summary.view.blocks).filter((each) => each.label === 'Change')
    const index = ['Analysis', 'Time zone', 'Reddit', 'Recommendations', 'Tasks', 'Names'].indexOf(label)
    expect(names).toHaveLength(6)
    await pressIn(summary, 'Change', index)
    return modal(owner, saying)
  }

  const inPlace = () => group('Analysis', 'Organization')

  it('ask for the most important settings first, with the current values, for everyone', async () => {
    const form = await open('/sightline settings', 'What should Sightline look at')
    expect(modalWords(form)).toContain('Default (Northwind CRM)')
    expect(held(form, 'timeZone')).toBe('as-configured')
  })

  it('answer their menus while the person types', async () => {
    const form = await open('/sightline settings', 'What should Sightline look at')
    const offered = async (field: string, query: string) => {
      const actionId = `sl1.form.${field}`
      const { options = [] } = await stage.slack.suggest({ user: owner, viewId: form.id, actionId, query })
      return options.map(({ value }) => value)
    }
    expect(await offered('workspace', '')).toEqual(['as-configured', stage.service.demo.workspaceId])
    expect(await offered('organization', 'northwind')).toContain(stage.service.demo.organizationId)
    expect(await offered('timeZone', 'york')).toEqual(['America/New_York'])
  })

  it('report a wrong id at its field, keep the values, and save the corrected one', async () => {
    const form = await open('/sightline settings', 'What should Sightline look at')
    await send(form, { analysis: 'not-there', workspace: stage.service.demo.workspaceId })
    const wrong = await modal(owner, 'The workspace doesn’t have this analysis')
    expect(Object.keys(wrong.errors ?? {})).toEqual(['analysis'])
    expect(held(wrong, 'workspace')).toBe(stage.service.demo.workspaceId)

    await send(wrong, { analysis: stage.service.demo.projectId })
    expect(modalWords(await modal(owner, 'Saved for'))).toContain('workspace and analysis')
    expect(held(await inPlace(), 'analysis')).toBe(stage.service.demo.projectId)
  })

  it('change only one group, and the answers reflect it', async () => {
    await send(await group('Reddit', 'Subreddits'), { subreddits: 'r/saas' })
    await modal(owner, 'Saved for')
    const { answer } = await ask(stage, owner, channel, '/sightline reddit')
    expect(textOf(answer)).toContain('r/saas')
    expect(textOf(answer)).not.toContain('r/crm')
    expect(held(await inPlace(), 'analysis')).toBe(stage.service.demo.projectId)
    expect(held(await group('Reddit', 'Subreddits'), 'subreddits')).toBe('r/saas')
  })

  it('show an answer that is too late for Slack in the modal, with errors as words at their fields', async () => {
    const form = await inPlace()
    stage.service.addFault({ route: COLLECTS, times: 1, how: { kind: 'latency', ms: 2_600 } })
    await send(form, { analysis: 'too-late' })
    const again = await modal(owner, 'Please change this: The workspace doesn’t have this analysis')
    expect(held(again, 'analysis')).toBe('too-late')
    await send(again, { analysis: stage.service.demo.projectId })
    await modal(owner, 'Saved for')
  })

  it('save nothing about the workspace while the service is down, and stay open', async () => {
    const form = await inPlace()
    stage.service.addFault({ route: COLLECTS, how: { kind: 'status', status: 401 } })
    await send(form, { analysis: '' })
    const again = await modal(owner, 'Nothing was saved; what you entered is below.')
    stage.service.clearFaults()
    await send(again, {})
    expect(modalWords(await modal(owner, 'Saved for'))).toContain(': analysis')
  })

  it('list recommendations by title, track them by address, and stop tracking on a click', async () => {
    const id = stage.service.demo.resultIdWithoutBriefs
    const form = await group('Recommendations', 'Track more')
    const stops = (top: OpenView) =>
      buttonsOf(top.view.blocks).filter(({ label }) => label === 'Stop tracking').length
    const before = stops(form)
    await send(form, { recommendations: `https://console.example/r/${id}` })
    const after = await modal(owner, 'Now tracking')
    expect(stops(after)).toBe(before + 1)
    await pressIn(after, 'Stop tracking', before)
    const stopped = await modal(owner, 'Stopped tracking')
    expect(stops(stopped)).toBe(before)
  })

  it('refuse a guest politely', async () => {
    const refusal = await open('/sightline settings', 'Guests', guest, CHANNELS.brandVisibility)
    expect(JSON.stringify(refusal.view.blocks)).not.toContain('"input"')
  })

  it('take accounts in as many rows as needed, and send them in one request', async () => {
    const before = posts()
    const first = await open('/sightline accounts add', 'Account 1')
    await send(first, { account_1_id: 'act_1', account_1_integration: 'google-1', account_1_name: ' ' })
    const wrong = await modal(owner, 'Enter a name for the account.')
    await pressIn(wrong, 'Add another')
    const two = await modal(owner, 'Account 2')
    expect(held(two, 'account_1_id')).toBe('act_1')
    await pressIn(two, 'Add another')
    const three = await modal(owner, 'Account 3')
    await pressIn(three, 'Remove', 1)
    const left = await stage.slack.until(() => {
      const top = stage.slack.views(owner).at(-1)
      return top !== undefined && !modalWords(top).includes('Account 3') ? top : null
    }, 'two rows')
    await send(left, {
      account_1_name: 'Search ads',
      account_3_id: 'act_3',
      account_3_integration: 'tiktok-1',
      account_3_name: 'Video',
    })
    const done = await modal(owner, 'Connected 2 accounts')
    expect(modalWords(done)).toContain('Search ads')
    expect(modalWords(done)).toContain('Video')
    expect(posts() - before).toBe(1)
  })

  it('report an unknown outcome as unknown, and resend only on request', async () => {
    const before = posts()
    stage.service.addFault({
      route: PLATFORM_ACCOUNTS,
      times: 1,
      how: { kind: 'reset', when: 'after_effect' },
    })
    const form = await open('/sightline accounts add', 'Account 1')
    await send(form, { account_1_id: 'act_9', account_1_integration: 'google-1', account_1_name: 'Late' })
    const doubt = await modal(owner, 'didn’t confirm these accounts')
    expect(posts() - before).toBe(1)
    expect(held(doubt, 'account_1_name')).toBe('Late')
    expect(texts(doubt.view.submit)).toEqual(['Send again'])
    // Slack delivers the submission again: nothing is sent.
    await stage.slack.redeliver()
    expect(posts() - before).toBe(1)
    await send(doubt, {})
    await modal(owner, 'Connected 1 account')
    expect(posts() - before).toBe(2)
  })
})
