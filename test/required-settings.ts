/** The settings without a default, in Socket Mode. */
export const requiredSettings = {
  SLACK_BOT_TOKEN: 'xoxb-test',
  SLACK_APP_TOKEN: 'xapp-test',
  SIGHTLINE_API_KEY: 'sk-test-1234',
  SIGHTLINE_API_URL: 'http://127.0.0.1:1',
  SIGHTLINE_SEARCH_API_URL: 'http://127.0.0.1:2',
  SIGHTLINE_ORGANIZATION_ID: 'org',
  SIGHTLINE_WORKSPACE_ID: 'workspace',
  SIGHTLINE_PROJECT_ID: 'project',
}
