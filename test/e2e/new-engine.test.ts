import { afterAll, beforeAll, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { logSink } from '../log-sink.ts'
import { type Stage, startStage } from '../stage.ts'
import { filledIn } from './forms/fill-form.ts'
import { ask, buttonsOf, textOf, texts } from './slack-screen.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    rateLimits: false,
    newEngines: ['Mistral'],
    // No caching, so that each question reaches the service.
    env: { SIGHTLINE_API_CACHE_SECONDS: '0' },
    log: logSink,
  })
})
afterAll(async () => {
  await stage?.stop()
})

/** The engines that were requested from the service after that many requests. */
const askedFor = (since: number) =>
  stage.service
    .requests()
    .slice(since)
    .filter(({ route, status }) => route.endsWith('/search/brands') && status === 200)
    .flatMap(({ query }) => new URLSearchParams(query).getAll('sources'))

it('an engine that the service has added can be used in a command by its name', async () => {
  const before = stage.service.requests().length
  const { answer } = await ask(stage, USERS.owner, CHANNELS.brandVisibility, '/sightline visibility mistral')
  expect(textOf(answer)).toMatch(/Northwind .*visibility/)
  expect(textOf(answer)).toContain('Mistral')
  expect(askedFor(before)).toContain('Mistral')
  const engines = await ask(stage, USERS.owner, CHANNELS.brandVisibility, '/sightline engines')
  expect(textOf(engines.answer)).toMatch(/Mistral, \w+ \| [\d.]+%/)
})

it('narrows a digest whose form names it, and the digest is about it', async () => {
  const user = USERS.owner
  const channel = CHANNELS.marketing
  const { slack } = stage
  const view = (saying: string) =>
    slack.until(() => {
      const top = slack.views(user).at(-1)
      return top !== undefined && texts(top.view).join('\n').includes(saying) ? top : null
    }, `a form that says ${saying}`)
  await slack.command({ user, channel, text: '/sightline digest add' })
  const form = await view('will see this digest')
  const more = buttonsOf(form.view.blocks).find(({ label }) => label === 'More options')
  if (more === undefined) throw new Error('no button “More options”')
  await slack.viewAction({ user, viewId: form.id, actionId: more.actionId, blockId: more.blockId })
  const whole = await view('Other filters')
  const values = filledIn(whole, { name: 'Mistral only', filters: 'mistral' })
  await slack.submitView({ user, viewId: whole.id, values })
  expect(texts((await view('is set up for')).view).join('\n')).toContain('Mistral')

  const before = stage.service.requests().length
  await ask(stage, user, channel, '/sightline digest now')
  const digest = await slack.until(
    () => slack.messages(channel).find((message) => textOf(message).includes('Mistral only')),
    'the digest',
  )
  expect(textOf(digest)).toContain('Mistral only · 9–15 Nov · Mistral · ')
  expect(askedFor(before)).toContain('Mistral')
})
