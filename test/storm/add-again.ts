/**
 * Adds the app again to workspaces whose token Slack rejects, as their Home tab asks. A process that is killed after
 * Slack renews a token, but before recording the new one, loses the only copy.
 */
import { teamOf } from './marks.ts'
import { pause } from './time.ts'
import type { World } from './world.ts'

/** @param numbers the numbers of the workspaces that have the app */
export async function addAgain(world: World, numbers: readonly number[]): Promise<void> {
  const { reader, organization } = world
  const lost = await reader.disconnected().catch((): readonly string[] => [])
  const here = numbers.filter((number) => lost.includes(teamOf(number)))
  // An organization installs the app once for all its workspaces.
  const installers = new Set(here.map((number) => (number < organization ? 0 : number)))
  for (const number of installers) {
    await install(world, number)
    world.addedAgain.push(number)
  }
}

/** Tries again if the connection is cut. */
async function install({ slack, organization }: World, number: number): Promise<void> {
  const asked = { team: teamOf(number), org: number < organization }
  for (let tries = 0; tries < 10; tries += 1) {
    const response = await slack.ask<string>('install', asked).catch(String)
    if (response.startsWith('200')) return
    await pause(1_000)
  }
}
