import { undeliveredNotices } from '../../channels/undelivered-notices.ts'
import type { DigestPlace, HistoryLine, HistoryPage } from '../../model/digest.ts'
import { messageLink, type Workspace } from '../../slack/workspace.ts'
import type { HistoryEntry } from './history-entry.ts'
import { digestHistory } from './manage.ts'

const pageSize = 10

/** @param id one of the channel's digests; `null`: all of them, including deleted ones */
export async function historyPage(
  workspace: Pick<Workspace, 'store' | 'url' | 'clock'>,
  place: DigestPlace,
  id: string | null,
  page: number,
): Promise<HistoryPage> {
  // One more than is shown, to see whether there are older ones.
  const entries = await digestHistory(workspace, place, id, {
    limit: pageSize + 1,
    offset: (page - 1) * pageSize,
  })
  const shown = entries.slice(0, pageSize)
  const ids = new Set([...shown.map(({ subscriptionId }) => subscriptionId), ...(id === null ? [] : [id])])
  const names = new Map(
    await Promise.all(
      [...ids].map(
        async (one) => [one, (await workspace.store.subscriptions.get(place.team, one))?.name ?? ''] as const,
      ),
    ),
  )
  return {
    channel: place.channel,
    undelivered:
      page > 1
        ? []
        : await undeliveredNotices(workspace.store, place.team, place.channel, workspace.clock.now()),
    of: id === null ? null : { id, name: names.get(id) ?? '' },
    lines: shown.map(({ deliveryId, subscriptionId, slot, askedBy, alert, result, finishedAt, tookMs }) => ({
      deliveryId,
      name: names.get(subscriptionId) ?? '',
      slot,
      askedBy,
      alert,
      finishedAt,
      tookMs,
      ...outcomeOf(result),
      link: result.kind === 'sent' ? messageLink(workspace, result.channel, result.ts) : null,
    })),
    page,
    hasOlder: entries.length > pageSize,
  }
}

function outcomeOf(result: HistoryEntry['result']): Pick<HistoryLine, 'state' | 'reason'> {
  switch (result.kind) {
    case 'sent':
      return { state: 'posted', reason: null }
    case 'quiet':
      return { state: 'skipped', reason: 'quiet' }
    case 'waiting':
      return { state: 'pending', reason: result.reason }
    default:
      return { state: result.kind, reason: result.reason }
  }
}
