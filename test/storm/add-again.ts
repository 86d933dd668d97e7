/**
 * A workspace whose token Slack no longer takes adds the app again, as its Home tab says. A process that is killed between
 * Slack's answer to a renewal and the record of it loses the only token there is.
 */
import { teamOf } from './marks.ts'
import { pause } from './wait-until-idle.ts'
import type { World } from './world.ts'

/** @param numbers of the workspaces that have the app */
export async function addAgain(world: World, numbers: readonly number[]): Promise<void> {
  const { reader, organization } = world
  const lost = await reader.disconnected().catch((): readonly string[] => [])
  const here = numbers.filter((number) => lost.includes(teamOf(number)))
  // What an organization has installed it installs once for all.
  const installers = new Set(here.map((number) => (number < organization ? 0 : number)))
  for (const number of installers) {
    await install(world, number)
    world.addedAgain.push(number)
  }
}

/** Tries again where the way there is cut. */
async function install({ slack, organization }: World, number: number): Promise<void> {
  const asked = { team: teamOf(number), org: number < organization }
  for (let tries = 0; tries < 10; tries += 1) {
    const response = await slack.ask<string>('install', asked).catch(String)
    if (response.startsWith('200')) return
    await pause(1_000)
  }
}
