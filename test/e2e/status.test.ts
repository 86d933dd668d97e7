import { afterEach, describe, expect, it } from 'vitest'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import { type Stage, type StageOptions, startStage } from '../stage.ts'
import { ask, textOf } from './slack-screen.ts'

const { owner, member } = USERS
const { brandVisibility, leads, general } = CHANNELS
let stage: Stage

async function start(options: StageOptions = {}): Promise<Stage> {
  stage = await startStage({
    env: { SIGHTLINE_DIGEST_CHANNELS: `${brandVisibility},${leads}`, ...options.env },
  })
  return stage
}
afterEach(() => stage?.stop())

describe('/sightline status', () => {
  it('shows the channel’s settings and which are defaults, its digests and the rules', async () => {
    const on = await start({ env: { SIGHTLINE_CHANGERS: `admins` } })
    const { answer } = await ask(on, member, brandVisibility, '/sightline status')
    expect(answer.ephemeralFor).toBe(member)
    for (const words of [
      'Time zone: Europe/Berlin (default)',
      'r/saas',
      'Every Monday at 9:00',
      'admins and owners',
      on.service.demo.projectId,
    ])
      expect(answer.text).toContain(words)
    expect(JSON.stringify(answer.blocks).match(/"type":"date"/g)?.length).toBe(2)
  })
})

describe('/sightline doctor', () => {
  it('reports each failure with its fix, and still runs the other checks', async () => {
    const on = await start({ env: { SIGHTLINE_API_KEY: 'sk-sandbox-wrong-key-0000' } })
    on.slack.fail('auth.test', { error: 'token_revoked' })
    const { answer } = await ask(on, owner, general, '/sightline doctor')
    const words = textOf(answer)
    expect(words).toMatch(/✗ Failed: Slack token\..*token_revoked/)
    expect(words).toContain('SLACK_BOT_TOKEN')
    expect(words).toMatch(/✗ Failed: This channel\..*not in the channel/)
    expect(words).toMatch(/✗ Failed: Analytics service/)
    expect(words).toContain('SIGHTLINE_API_KEY')
    expect(words).toMatch(/✓ Passed: Database/)
    expect(words).toMatch(/– Not checked: Slack permissions/)
  })
})
