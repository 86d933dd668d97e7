import { restoreOffer } from '../blocks/restore.ts'
import { PostError } from '../slack/port.ts'
import type { DigestDeps } from './deps.ts'
import { postPatiently } from './posting.ts'

/**
 * Slack takes the token again: where digests stopped because Sightline had been taken out of the workspace, their
 * owners are asked whether they come again. Where none can be asked, whom the configuration names is, else the channels
 * of the digests.
 * @returns `false`: Sightline stops before anybody was asked, so that the next process has to
 */
export async function offerToRestore(deps: DigestDeps, team: string): Promise<boolean> {
  const { store, log, contact, stopping } = deps
  const stopped = await store.subscriptions.stopped(team)
  if (stopped.length === 0) return true
  const asked = async (channel: string) => {
    try {
      await postPatiently(deps, { team, channel }, restoreOffer({ count: stopped.length }))
      return true
    } catch (error) {
      if (!(error instanceof PostError)) throw error
      // Whether it came is not known: another one might be too much, none would be too little.
      return error.outcome === 'unknown'
    }
  }
  const owners = new Set(stopped.flatMap(({ owner }) => owner ?? []))
  const others = new Set([
    ...(contact?.kind === 'user' ? [contact.id] : []),
    ...stopped.map(({ channel }) => channel),
  ])
  let told = 0
  try {
    for (const owner of owners) if (await asked(owner)) told += 1
    for (const other of others) if (told === 0 && (await asked(other))) told += 1
  } catch (error) {
    if (error !== stopping.reason) throw error
    return told > 0
  }
  if (told > 0) return true
  log.warn('nobody could be asked about the digests that stopped when Sightline was taken out', {
    team,
    count: stopped.length,
    detail: 'Invite Sightline into their channels again, then type /sightline digest resume there.',
  })
  return true
}
