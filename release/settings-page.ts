/** `docs/settings.md`: every setting, from the descriptions in `src/config`. */
import { channelSettings } from '../src/config/channel.ts'
import { databaseSettings } from '../src/config/database.ts'
import { digestSettings } from '../src/config/digest.ts'
import { peopleSettings } from '../src/config/people.ts'
import { runningSettings } from '../src/config/running.ts'
import { serviceSettings } from '../src/config/service.ts'
import { settings } from '../src/config/settings.ts'
import { slackSettings } from '../src/config/slack.ts'

interface Described {
  readonly about: string
  readonly example: string
  readonly fallback: string
}

const groups: readonly (readonly [title: string, group: Readonly<Record<string, Described>>])[] = [
  ['Slack', slackSettings],
  ['The analytics service', serviceSettings],
  ['Defaults for channels', channelSettings],
  ['People', peopleSettings],
  ['Digests', digestSettings],
  ['The database', databaseSettings],
  ['The process', runningSettings],
]

const introduction = `# Settings

Sightline reads its settings from the environment or from \`.env\`; \`npm run setup\` writes the first ones, and [\`.env.example\`](../.env.example) names all. An empty variable counts as unset. If a setting is invalid, Sightline lists all problems at once and exits with code 2.

\`npm run settings\` writes this page from \`src/config\`.
`

/** @throws if a group of settings has no section */
export function settingsPage(): string {
  const listed = groups.flatMap(([, group]) => Object.keys(group))
  const missing = Object.keys(settings).filter((name) => !listed.includes(name))
  if (missing.length > 0)
    throw new Error(`release/settings-page.ts has no section for ${missing.join(', ')}.`)
  return [introduction, ...groups.map(([title, group]) => section(title, group))].join('\n')
}

const columns = ['variable', 'what it is', 'example', 'default']

function section(title: string, group: Readonly<Record<string, Described>>): string {
  const rows = Object.entries(group).map(([name, { about, example, fallback }]) => [
    `\`${name}\``,
    about,
    `\`${example}\``,
    fallback,
  ])
  const widths = columns.map((_, at) => Math.max(...[columns, ...rows].map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return `## ${title}\n\n${[columns, rule, ...rows].map(line).join('\n')}\n`
}
