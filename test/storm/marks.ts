/** What each workspace of a storm has of its own: whatever of it appears in another workspace has leaked. */

/** Slack's id of a workspace, by its number. */
export const teamOf = (number: number) => `T0STORM${String(number).padStart(3, '0')}`
/** In all of a workspace's data: in the brands' names that the service tells, in its digests' names. */
export const markOf = (number: number) => `q${String(number).padStart(3, '0')}q`
export const markPattern = /q(\d{3})q/g
/** Of the service, one a workspace. */
export const keyOf = (number: number, generation = 1) =>
  `sk-sandbox-storm-${String(number).padStart(3, '0')}-${generation}-${'0123456789abcdef'.repeat(2)}`
export const digestOf = (number: number) => `D${markOf(number)}`
export const numberOf = (team: string) => Number(team.slice(-3))

/** The numbers of all marks in a text. */
export function marksIn(text: string): Set<number> {
  return new Set([...text.matchAll(markPattern)].map(([, number]) => Number(number)))
}
