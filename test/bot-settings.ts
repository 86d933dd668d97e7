import type { AnalyticsService } from '../sandbox/service/index.ts'
import type { SlackSandbox } from '../sandbox/slack/sandbox.ts'

/** The settings that connect a bot process to the sandbox. */
export const botSettings = (slack: SlackSandbox, service: AnalyticsService): Record<string, string> => ({
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_APP_TOKEN: slack.appToken,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SIGHTLINE_SLACK_API_URL: slack.apiUrl,
  SIGHTLINE_API_KEY: service.keys.workspace,
  SIGHTLINE_API_URL: service.baseUrl,
  SIGHTLINE_SEARCH_API_URL: service.searchBaseUrl,
  SIGHTLINE_ORGANIZATION_ID: service.demo.organizationId,
  SIGHTLINE_WORKSPACE_ID: service.demo.workspaceId,
  SIGHTLINE_PROJECT_ID: service.demo.projectId,
})
