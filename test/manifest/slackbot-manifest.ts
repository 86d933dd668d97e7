import { parse } from 'yaml'
import { appManifest } from '../../src/cli/app-manifest.ts'

/** The manifest of an app that Slackbot may ask, as JSON. */
export const slackbotManifest = (): string =>
  JSON.stringify(
    parse(appManifest({ http: 'https://sightline.example.com', distribute: false, slackbot: true })),
  )
