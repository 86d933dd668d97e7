/** `docs/settings.md`: every setting, from the descriptions in `src/config`. */
import { type Name, settingRows } from '../src/config/settings.ts'

/** Each section's title, by its first setting. */
const titles: Partial<Record<Name, string>> = {
  SLACK_BOT_TOKEN: 'Slack',
  SIGHTLINE_API_KEY: 'The analytics service',
  SIGHTLINE_ORGANIZATION_ID: 'Defaults for channels',
  SIGHTLINE_CHANGERS: 'People',
  SIGHTLINE_DIGEST_CHANNELS: 'Digests',
  SIGHTLINE_RETENTION_DAYS: 'The database',
  SIGHTLINE_SLACK_MODE: 'The process',
}

const introduction = `# Settings

Sightline reads its settings from the environment or from \`.env\`; \`npm run setup\` writes the first ones, and [\`.env.example\`](../.env.example) names all. An empty variable counts as unset. If a setting is invalid, Sightline lists all problems at once and exits with code 2.

\`npm run settings\` writes this page from \`src/config\`.
`

export function settingsPage(): string {
  const firsts = Object.keys(titles).map((first) => settingRows.findIndex(({ name }) => name === first))
  const sections = Object.values(titles).map((title, at) =>
    section(title, settingRows.slice(firsts[at], firsts[at + 1])),
  )
  return [introduction, ...sections].join('\n')
}

const columns = ['variable', 'what it is', 'example', 'default']

function section(title: string, settings: typeof settingRows): string {
  const rows = settings.map(({ name, about, example, fallback }) => [
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
