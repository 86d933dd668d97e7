/** The baseline: the smallest Bolt app in HTTP mode that acknowledges `/sightline`. */
import { App, LogLevel } from '@slack/bolt'

const app = new App({
  token: process.env.SLACK_BOT_TOKEN ?? '',
  signingSecret: process.env.SLACK_SIGNING_SECRET ?? '',
  clientOptions: { slackApiUrl: process.env.SIGHTLINE_SLACK_API_URL ?? '' },
  logLevel: LogLevel.ERROR,
})
app.command('/sightline', async ({ ack }) => {
  await ack()
})
await app.start(Number(process.env.SIGHTLINE_HTTP_PORT))
