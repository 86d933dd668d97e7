/** What happens once on a day of a storm, amid everything else. */

import { clockStepMs, teamOf } from './marks.ts'
import { root, rotateKeys } from './operator.ts'
import { busyRate } from './wait-until-idle.ts'
import { openingFateOf, type World } from './world.ts'

export interface Event {
  /** When it happens, as a share of the day's busy time. */
  readonly share: number
  readonly run: () => Promise<unknown>
}

/** A minute of storm time. */
const fullDiskMs = 60_000 / busyRate

/** @param leaving the numbers of the workspaces that remove the app */
export function eventsOf(world: World, day: number, leaving: readonly number[]): readonly Event[] {
  return [
    // Before some digests are due, and after others. A step forward would shorten the time of replaced processes.
    { share: day === 1 || day === 3 ? 0.26 : 0.6, run: async () => stepClock(world) },
    { share: 0.5, run: () => uninstall(world, leaving) },
    ...(day % 2 === 0 && day % 7 !== 2 ? [{ share: 0.7, run: () => restartDatabase(world) }] : []),
    ...(day === 1 ? [{ share: 0.3, run: () => upgrade(world) }] : []),
    ...(day % 7 === 2 ? [{ share: 0.3, run: () => fillDisk(world) }] : []),
    ...(day === 3 ? [{ share: 0.3, run: () => changeEncryptionKey(world) }] : []),
  ]
}

/** Forward if a guard is removed, so that its case occurs while processes have their fates. */
function stepClock({ time, chance, broken }: World): void {
  time.step(openingFateOf(broken) !== null || chance.happens(0.5) ? clockStepMs : -clockStepMs)
}

async function uninstall({ slack }: World, leaving: readonly number[]): Promise<void> {
  for (const number of leaving) await slack.ask('uninstall', teamOf(number))
}

async function restartDatabase(world: World): Promise<void> {
  const { chance, database } = world
  const ms = chance.between(500, 2_500)
  world.restarts += 1
  await database.restart?.(chance.happens(0.5) ? 'crash' : 'orderly', ms)
}

async function fillDisk({ database, changes }: World): Promise<void> {
  if (database.fillDisk === null) return
  await database.fillDisk(fullDiskMs)
  changes.push('its disk full for a minute')
}

/** From the previous release to this one, to the next one, and back. */
async function upgrade(world: World): Promise<void> {
  const { bots, previous, next, changes } = world
  const { env } = bots.version
  if (previous !== null) {
    await bots.replace({ tree: root, env })
    changes.push(`a rolling upgrade from schema ${previous.schema} (${previous.commit.slice(0, 8)})`)
  }
  if (next === null) return
  await bots.replace({ tree: next.folder, env })
  world.newestTree = next.folder
  await bots.replace({ tree: root, env })
  changes.push(`a rolling upgrade to schema ${next.schema}, and back`)
}

/** As docs/operations.md describes. */
async function changeEncryptionKey({
  bots,
  keys: [oldKey, newKey],
  changes,
  newestTree,
}: World): Promise<void> {
  const having = (list: string) => ({
    tree: bots.version.tree,
    env: { ...bots.version.env, SIGHTLINE_ENCRYPTION_KEY: list },
  })
  await bots.replace(having(`${oldKey},${newKey}`))
  await bots.replace(having(`${newKey},${oldKey}`))
  const rotated = await rotateKeys({ ...bots.version, tree: newestTree })
  await bots.replace(having(newKey))
  changes.push(`the encryption key changed: ${rotated}`)
}
