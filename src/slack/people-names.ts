import { fewAtOnce } from '../insights/section.ts'
import type { Workspace } from './workspace.ts'

/** What people are called in Slack, by their ids; without those that Slack doesn't name. */
export async function peopleNames(
  { people }: Pick<Workspace, 'people'>,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const named = await fewAtOnce(
    [...ids],
    async (id) => [id, (await people.person(id))?.name ?? null] as const,
  )
  return new Map(named.flatMap(([id, name]) => (name === null ? [] : [[id, name]])))
}
