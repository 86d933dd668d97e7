import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { Answers } from '../../src/cli/setup-answers.ts'
import { connectService } from '../../src/cli/setup-service.ts'
import { connectSlack } from '../../src/cli/setup-slack.ts'
import { stage, stageForAll } from './stage.ts'

const nowhere = 'http://127.0.0.1:9'
stageForAll()

/** What setup prints. It asks for what was not given as an option, until nobody answers. */
class Heard extends Answers {
  readonly said: string[] = []
  override say(sentence: string): void {
    this.said.push(sentence)
  }
}
function setup(changed: Readonly<Record<string, string>>, ...dialogue: [question: RegExp, answer: string][]) {
  const { service, slack } = stage
  const ask = async (question: string) => {
    const [expected, answer] = dialogue.shift() ?? []
    if (expected !== undefined) expect(question).toMatch(expected)
    return answer ?? null
  }
  const answers = new Heard(
    { ask, close: () => {} },
    {
      'api-url': service.baseUrl,
      'search-api-url': service.searchBaseUrl,
      'api-key': service.keys.workspace,
      analysis: service.demo.projectId,
      'bot-token': slack.botToken,
      'app-token': slack.appToken,
      ...changed,
    },
  )
  const connected = connectService(answers).then(() => connectSlack(answers, slack.apiUrl))
  return { answers, connected }
}

// test/e2e/process/setup.test.ts runs the whole program.
it.concurrent.each<[option: string, wrong: string | (() => string), sentence: string]>([
  ['api-url', '', 'SIGHTLINE_API_URL is missing.'],
  ['api-url', 'acme', 'must be a URL that starts with http'],
  ['api-url', () => stage.slack.url, 'isn’t the analytics service.'],
  ['api-url', () => `${stage.service.baseUrl}/v1`, 'isn’t the analytics'],
  ['search-api-url', nowhere, 'Nothing answers'],
  ['search-api-url', () => stage.service.baseUrl, 'isn’t the search-analytics API.'],
  ['api-key', 'xoxb-1', 'SIGHTLINE_API_KEY must start with sk-.'],
  ['api-key', 'sk-wrong-0123456789', 'rejected the API key.'],
  ['organization', 'acme', 'There is no organization “acme” among'],
  ['workspace', 'acme', 'There is no workspace “acme” among'],
  ['analysis', 'acme', 'has no such analysis'],
  ['bot-token', () => stage.slack.appToken, 'SLACK_BOT_TOKEN must start with'],
  ['bot-token', 'xoxb-1', 'Slack rejected the bot token ('],
  ['app-token', 'xapp-1', 'rejected the app-level token ('],
  ['channel', 'C0NONE', 'no channel for the weekly digest “C0NONE”'],
])('--%s %s is named as wrong, and asked for alone', async (option, wrong, sentence) => {
  const { answers, connected } = setup({ [option]: typeof wrong === 'string' ? wrong : wrong() })
  await expect(connected).rejects.toThrow(
    `Nothing was written. Answer the last question, or give --${option}.`,
  )
  expect(answers.said.join('\n')).toContain(sentence)
  expect(answers.said.join('\n')).not.toMatch(/sk-wrong|xoxb-1|xapp-1/)
})

it('setup prints the address at which Slack creates the app, with the manifest filled in', async () => {
  const { answers, connected } = setup({ channel: 'later' })
  await connected
  const [address = ''] = /https:\/\/api\.slack\.com\/apps\?\S+/.exec(answers.said.join('\n')) ?? []
  const query = new URL(address).searchParams
  expect(query.get('new_app')).toBe('1')
  const manifest = readFileSync(join(import.meta.dirname, '../../manifest.yml'), 'utf8')
  expect(parse(query.get('manifest_yaml') ?? '')).toEqual(parse(manifest))
  expect(address.length).toBeLessThan(8_000)
})

it('setup goes on after a wrong answer with the ones before', async () => {
  const { service, slack } = stage
  const { answers, connected } = setup(
    { 'api-url': nowhere, 'api-key': 'sk-wrong-0123456789', 'bot-token': 'xoxb-1', channel: 'later' },
    [/core API.*Enter: http/, service.baseUrl],
    [/API key/, service.keys.organization],
    [/Which workspace/, 'x'],
    [/Which workspace/, '1'],
    [/Bot User OAuth Token/, slack.botToken],
  )
  await connected
  expect(answers.get('SIGHTLINE_API_URL')).toBe(service.baseUrl)
  expect(answers.get('SIGHTLINE_API_KEY')).toBe(service.keys.organization)
  expect(answers.get('SLACK_BOT_TOKEN')).toBe(slack.botToken)
})

it('setup asks for ids that the key doesn’t list', async () => {
  const { service } = stage
  for (const route of ['/v1/organizations', '/v1/organizations/{organization_id}/workspaces'])
    service.addFault({ route, times: 2, how: { kind: 'status', status: 403 } })
  const route = '/v1/organizations/{organization_id}/workspaces/{workspace_id}/search/insights/filters'
  service.addFault({ route, times: 1, how: { kind: 'status', status: 403 } })
  const { organizationId: organization, workspaceId } = service.demo
  const { answers, connected } = setup(
    { organization, workspace: 'acme', channel: 'later' },
    [/organization.*Enter/, ''],
    [/Id of the workspace/, workspaceId],
    [/API key/, service.keys.workspace],
  )
  await connected
  expect(answers.said.join('\n')).toContain('reaches no such workspace')
  expect(answers.get('SIGHTLINE_ORGANIZATION_ID')).toBe(organization)
  expect(answers.get('SIGHTLINE_WORKSPACE_ID')).toBe(workspaceId)
})
