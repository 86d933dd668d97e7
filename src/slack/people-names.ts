import { fewAtOnce } from '../lib/queues.ts'
import type { Workspace } from './workspace.ts'

/** People's names in Slack, by id. People without a known name are omitted. */
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
