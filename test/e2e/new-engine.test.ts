import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Stage, startStage } from '../../sandbox/demo/stage.ts'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { logSink } from '../log-sink.ts'
import { ask, said } from './watch.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage({
    now: Temporal.Instant.from('2026-11-18T12:00Z'),
    rateLimits: false,
    newEngines: ['Mistral'],
    log: logSink,
  })
})
afterAll(async () => {
  await stage?.stop()
})

/** The engines that the service was asked for since then. */
const askedFor = (since: number) =>
  stage.service
    .requests()
    .slice(since)
    .filter(({ route, status }) => route.endsWith('/search/brands') && status === 200)
    .flatMap(({ query }) => new URLSearchParams(query).getAll('sources'))

it('an engine that the service has added answers a command, by its name', async () => {
  const before = stage.service.requests().length
  const { answer } = await ask(stage, USERS.owner, CHANNELS.brandVisibility, '/sightline visibility mistral')
  expect(said(answer)).toMatch(/Northwind .*visibility/)
  expect(said(answer)).toContain('Mistral')
  expect(new Set(askedFor(before))).toEqual(new Set(['Mistral']))
  const engines = await ask(stage, USERS.owner, CHANNELS.brandVisibility, '/sightline engines')
  expect(said(engines.answer)).toMatch(/Mistral: [\d.]+% visibility/)
})
