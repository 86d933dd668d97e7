/** A release in `CHANGELOG.md`, which follows https://keepachangelog.com. */
export interface Release {
  /** `null`: not released yet. */
  readonly version: string | null
  readonly date: string | null
  readonly body: string
}

export function releasesOf(changelog: string): readonly Release[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const [, version = '', date = null] = /^\[([^\]]+)\](?: - (\d{4}-\d\d-\d\d))?$/.exec(heading) ?? []
      return { version: version === 'Unreleased' ? null : version, date, body: lines.join('\n').trim() }
    })
}

/** Why this version can't be released with this changelog; empty if it can. */
export function changelogProblems(changelog: string, version: string): readonly string[] {
  const releases = releasesOf(changelog)
  const release = releases.find((one) => one.version === version)
  const unreleased = releases.find((one) => one.version === null)
  const problems: string[] = []
  if (release === undefined)
    problems.push(`CHANGELOG.md has no section for ${version}: add “## [${version}] - <date>”.`)
  else {
    if (release.date === null)
      problems.push(
        `CHANGELOG.md has no release date for ${version}: write “## [${version}] - <yyyy-mm-dd>”.`,
      )
    if (!/^- /m.test(release.body))
      problems.push(
        `CHANGELOG.md has nothing under ${version}: say what changes for its users and operators.`,
      )
  }
  if (unreleased !== undefined && /^- /m.test(unreleased.body))
    problems.push(`CHANGELOG.md still has entries under “Unreleased”: move them to ${version}.`)
  return problems
}
