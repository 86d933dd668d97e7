import { teamOf } from '../marks.ts'
import { type Part, rowsOf } from './evidence.ts'

/** Each installed once, linked to its organization, with a token that still works. */
export const installations: Part = (evidence, figures, broken) => {
  const { active, arrived, inOrganization, addedAgain, slack } = evidence
  const rows = rowsOf(evidence, 'installations')
  const organizations = rows.filter(({ is_org: isOrg }) => Number(isOrg) === 1)
  if (organizations.length !== (inOrganization > 0 ? 1 : 0))
    broken.push(`${organizations.length} installations of an organization`)
  for (const number of [...active, ...arrived]) {
    const of = rows.filter((row) => row.team_id === teamOf(number))
    const [row] = of
    const line = `${teamOf(number)}: ${of.length} installations`
    if (row === undefined || of.length > 1 || row.ended_at !== null) broken.push(line)
    else if (number < inOrganization && (row.org_id !== 'E0STORM' || row.token !== null))
      broken.push(`${line}, and not the organization’s`)
    else if (number >= inOrganization && row.token === null) broken.push(`${line}, without a token`)
  }
  for (const { team, acknowledged } of slack.deeds.filter(({ kind }) => kind === 'install'))
    if (!acknowledged.ok) broken.push(`${team} could not be installed: ${acknowledged.error}`)
  // A token is lost only when the process that received it from Slack is killed.
  const losing = evidence.fates.filter(
    ({ how, where }) => how === 'kill' && (where === null || /oauth|installations/.test(where)),
  ).length
  if (addedAgain.length > losing)
    broken.push(
      `${addedAgain.length} workspaces lost their token, and only ${losing} processes were killed while they may have held one`,
    )
  // A process that was paused with a token, or that took over from a killed one, may use it too late.
  const late = evidence.fates.filter(
    ({ where }) => where === null || /oauth|installations/.test(where),
  ).length
  if (addedAgain.length === 0 && slack.renewals.refused.length > late)
    for (const refusal of slack.renewals.refused) broken.push(`a token was not renewed: ${refusal}`)
  figures.push(
    `${active.length + arrived.length} workspaces at the end, ${inOrganization} of them by their organization’s installation, ${arrived.length} installed in the midst of it, ${addedAgain.length} added again after their token was lost with a process; ${slack.renewals.done} tokens issued and renewed`,
  )
}
