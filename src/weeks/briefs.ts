import { ApiError, type WorkspaceScope } from '../api/index.ts'
import { lastComplete } from '../model/question.ts'
import type { BriefSummary } from '../model/recommendation.ts'
import {
  briefsIn,
  isOutage,
  type Kept,
  keptAs,
  mostWeeks,
  refresh,
  type WeeksWorkspace,
  weekBefore,
  weeksAhead,
} from './weeks.ts'

/** Briefs of tracked recommendations, kept beside the weeks of their analysis, so that a digest asks for few of them. */

/** They are read this long before a week has passed, so that the next weekly digest finds them. */
const hoursEarlier = 12
/** Older ones aren't shown without asking again. */
const validForDays = 8
/** Digests of many channels that are due together ask once. */
const freshForMinutes = 10

interface KeptBriefs {
  readonly kept: Kept
  /** `null`: not read yet. */
  readonly record: string | null
  /** When they were read, as an ISO 8601 instant; `''`: not yet. */
  readonly readAt: string
}

/**
 * Reads briefs for a digest. In the background, those of each recommendation are read once a week. Now, only those are
 * requested that were read longest ago, or not in time.
 * @returns reads the briefs of one of the recommendations; it rejects with an `ApiError`
 */
export async function keptBriefs(
  workspace: WeeksWorkspace,
  { organizationId, workspaceId }: WorkspaceScope,
  resultIds: readonly string[],
): Promise<(resultId: string) => Promise<readonly BriefSummary[]>> {
  const { store, clock } = workspace
  const now = clock.now()
  const monday = Temporal.PlainDate.from(lastComplete('week', now, 'UTC').start)
  const ago = (minutes: number) => now.subtract({ minutes }).toString({ smallestUnit: 'millisecond' })
  const [validFrom, freshFrom] = [ago(validForDays * 24 * 60), ago(freshForMinutes)]
  const known = new Map<string, KeptBriefs>()
  for (const resultId of resultIds)
    known.set(resultId, await newestBriefs(workspace, { organizationId, workspaceId, resultId }, monday))
  const [oldest] = [...known.values()].toSorted((a, b) => (a.readAt < b.readAt ? -1 : 1))
  const read = async ({ kept, record, readAt }: KeptBriefs, from: string) =>
    record !== null && readAt > from
      ? record
      : refresh(store, { ...workspace, kept, week: monday.toString() })
  const asked = oldest && read(oldest, freshFrom)
  const failure = asked?.then(
    () => null,
    (error: unknown) => (concernsAll(error) ? error : null),
  )
  return async (resultId) => {
    const briefs = known.get(resultId)
    if (briefs === undefined) throw new Error(`${resultId} is none of the recommendations`)
    // What is kept must not hide an outage, in which a digest is tried again.
    const outage = await failure
    if (outage) throw outage
    return briefsIn(await (briefs === oldest && asked ? asked : read(briefs, validFrom)))
  }
}

function concernsAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return isOutage(error) || error.code === 'authentication' || error.code === 'forbidden'
}

/** As they were read last; they will be read again for five weeks. @param monday of the current week's row */
async function newestBriefs(
  workspace: WeeksWorkspace,
  asked: Kept['question'],
  monday: Temporal.PlainDate,
): Promise<KeptBriefs> {
  const { team, store, clock } = workspace
  const kept = await keptAs(workspace, asked)
  const ref = { team, market: kept.id }
  const ahead = weekBefore(monday, -weeksAhead)
  const rows = await store.marketWeeks.between(ref, weekBefore(monday, weeksAhead), ahead)
  if (rows.at(-1)?.week !== ahead) {
    const dueAt = new Map([[monday.toString(), clock.now()]])
    for (let weeks = 1; weeks <= weeksAhead; weeks += 1)
      dueAt.set(weekBefore(monday, -weeks), clock.now().add({ hours: weeks * 7 * 24 - hoursEarlier }))
    const wanted = { ...ref, question: JSON.stringify(kept.question) }
    await store.marketWeeks.want(wanted, dueAt, weekBefore(monday, mostWeeks))
  }
  return rows.reduce<KeptBriefs>(
    (last, { record, readAt }) =>
      record !== null && readAt !== null && readAt > last.readAt ? { kept, record, readAt } : last,
    { kept, record: null, readAt: '' },
  )
}
