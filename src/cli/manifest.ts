/** `npm run manifest`: prints the Slack app's manifest. */

import { appManifest } from './app-manifest.ts'
import { readFlags, runCommand, UsageError } from './command-line.ts'

const usage = `Usage: npm run --silent manifest -- [options] > my-manifest.yml

Prints the Slack app’s manifest; without options, manifest.yml, for Socket Mode.

  --http <url>    for HTTP mode, with the public https:// address of Sightline
  --distribute    for any workspace, by "Add to Slack": without workflow steps, and without the permissions that Slack
                  reviews closely; set SIGHTLINE_DISTRIBUTED=on, too (requires --http)
  --slackbot      Slackbot may ask Sightline; set SIGHTLINE_SLACKBOT=on, too (requires --http)`

const flags = {
  http: { type: 'string' },
  distribute: { type: 'boolean', default: false },
  slackbot: { type: 'boolean', default: false },
} as const

await runCommand(async (args) => {
  const given = readFlags(args, flags, usage)
  if (given === null) return
  const { http = null, distribute, slackbot } = given
  if (http !== null && !/^https:\/\/[^\s/]+/.test(http))
    throw new UsageError(
      '--http needs an address that starts with https://, for example https://sightline.example.com',
    )
  if (http === null && (distribute || slackbot))
    throw new UsageError(`${distribute ? '--distribute' : '--slackbot'} requires --http, the public address.`)
  process.stdout.write(appManifest({ http, distribute, slackbot }))
})
