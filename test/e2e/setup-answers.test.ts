import { afterAll, beforeAll, expect, it } from 'vitest'
import { Answers } from '../../src/cli/setup-answers.ts'
import { connectService } from '../../src/cli/setup-service.ts'
import { connectSlack } from '../../src/cli/setup-slack.ts'
import { type Stage, startStage } from '../stage.ts'

const nowhere = 'http://127.0.0.1:9'
let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.stop())

/** What setup prints, if nobody answers its questions. */
class Heard extends Answers {
  readonly said: string[] = []
  override say(sentence: string): void {
    this.said.push(sentence)
  }
}
const nobody = { ask: async () => null, close: () => {} }

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
  const { service, slack } = stage
  const answers = new Heard(nobody, {
    'api-url': service.baseUrl,
    'search-api-url': service.searchBaseUrl,
    'api-key': service.keys.workspace,
    analysis: service.demo.projectId,
    'bot-token': slack.botToken,
    'app-token': slack.appToken,
    [option]: typeof wrong === 'string' ? wrong : wrong(),
  })
  const connected = connectService(answers).then(() => connectSlack(answers, slack.apiUrl))
  await expect(connected).rejects.toThrow(
    `Nothing was written. Answer the last question, or give --${option}.`,
  )
  expect(answers.said.join('\n')).toContain(sentence)
  expect(answers.said.join('\n')).not.toMatch(/sk-wrong|xoxb-1|xapp-1/)
})
