/** The baseline: the smallest Bolt app in HTTP mode that acknowledges `/sightline`, and, if asked to, serves one tool. */
import { App, LogLevel } from '@slack/bolt'

const signingSecret = process.env.SLACK_SIGNING_SECRET ?? ''
const servesTools = process.env.SIGHTLINE_SLACKBOT === 'on'
const app = new App({
  token: process.env.SLACK_BOT_TOKEN ?? '',
  signingSecret,
  customRoutes: servesTools ? [(await import('./bare-mcp.ts')).bareMcp(signingSecret)] : [],
  clientOptions: { slackApiUrl: process.env.SIGHTLINE_SLACK_API_URL ?? '' },
  logLevel: LogLevel.ERROR,
})
app.command('/sightline', async ({ ack }) => {
  await ack()
})
await app.start(Number(process.env.SIGHTLINE_HTTP_PORT))
