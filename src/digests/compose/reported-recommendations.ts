import type { CreatedTask, ReportedRecommendations } from '../../blocks/digest/data.ts'
import { trackedSince } from '../../channels/tracked-since.ts'
import type { Clock } from '../../lib/clock.ts'
import type { ChannelScope } from '../../model/channel.ts'
import type { NewsSinceDigest } from '../../model/digest.ts'
import type { Recommendation } from '../../model/recommendation.ts'
import type { Section } from '../../model/reports.ts'
import type { DigestRecord, Store } from '../../store/index.ts'

/** The recommendations that this digest has reported already, so that they aren't repeated. */
export async function reportedRecommendations(
  { store, clock }: { readonly store: Pick<Store, 'channels'>; readonly clock: Clock },
  scope: ChannelScope,
  sections: readonly Section<Recommendation>[],
  { news, record }: { readonly news: NewsSinceDigest; readonly record: DigestRecord | null },
): Promise<ReportedRecommendations> {
  const read = sections.flatMap((section) => (section.ok ? [section.data] : []))
  const reported = record?.actions ? read.filter(({ resultId }) => !news.has(resultId)) : []
  const open = reported.filter(({ task }) => task.kind !== 'created')
  const tracking = open.length === 0 ? new Map() : await trackedSince(store, scope)
  // A configured recommendation has no date until a digest of the channel has reported it.
  const since = open.map(({ resultId }): string | null => tracking.get(resultId)?.addedAt ?? null)
  const dated = since.filter((at) => at !== null).sort()
  const [oldest] = dated.length === since.length ? dated : []
  return {
    ids: reported.map(({ resultId }) => resultId),
    oldestDays: oldest === undefined ? null : daysSince(oldest, clock.now()),
    created: createdSince(reported, record, scope.timeZone),
  }
}

function daysSince(instant: string, now: Temporal.Instant): number {
  const hours = Temporal.Instant.from(instant).until(now).total('hours')
  return Math.max(0, Math.floor(hours / 24))
}

function createdSince(
  reported: readonly Recommendation[],
  record: DigestRecord | null,
  timeZone: string,
): readonly CreatedTask[] {
  if (record === null) return []
  const tasks = reported.flatMap(({ task }) => (task.kind === 'created' ? [task] : []))
  return tasks
    .map((task) => ({ ...task, at: Temporal.Instant.from(task.at) }))
    .filter(({ at }) => Temporal.Instant.compare(at, record.composedAt) > 0)
    .sort((a, b) => Temporal.Instant.compare(b.at, a.at))
    .map(({ by, name, at }) => ({ by, name, day: at.toZonedDateTimeISO(timeZone).toPlainDate().toString() }))
}
