import { z } from 'zod'
import type { ThreadSubject } from '../commands/free-text/follow-up.ts'
import type { Block } from '../model/message.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow } from '../store/index.ts'
import { threadSubject, type WrittenQuestion } from './question.ts'
import { recommendationsIn } from './remember-recommendations.ts'

/** Older questions are deleted soon (`app/retention.ts`). */
const keptDays = 30
/** The last of them that was about figures is completed. */
const answersRead = 6
/** A channel has at most a few digests and alerts a day. */
const digestsRead = 60

/** Only what Sightline itself said there is read. */
export async function subjectOfThread(
  { kind, ts }: Pick<WrittenQuestion, 'kind' | 'ts'>,
  { team, channel, threadTs }: Pick<OutboxRow, 'team' | 'channel' | 'threadTs'>,
  { store, clock }: Pick<Workspace, 'store' | 'clock'>,
): Promise<ThreadSubject> {
  const isDirect = kind === 'direct'
  const nothing = { question: null, recommendations: [], isDirect }
  // It begins the thread.
  if (threadTs === ts) return nothing
  const since = clock.now().subtract({ hours: keptDays * 24 })
  const isRecent = (row: OutboxRow) =>
    row.state === 'sent' && Temporal.Instant.compare(Temporal.Instant.from(row.since), since) > 0
  const first = (limit: number) => ({ limit, offset: 0 })
  const subject = threadSubject(channel, threadTs)
  const answers = await store.outbox.list({ team, subject }, ['answer'], first(answersRead))
  const digests = isDirect
    ? []
    : await store.outbox.list({ team, channel }, ['digest', 'alert'], first(digestsRead))
  const said = [...answers, ...digests.filter((row) => row.ts === threadTs)].filter(isRecent)
  const question = said.map(questionKept).find((one) => one !== null) ?? null
  for (const { ts: posted } of said) {
    const message = posted === null ? null : await store.messages.get(team, channel, posted)
    const refs = recommendationsIn((message?.blocks ?? []) as readonly Block[])
    if (refs.length > 0) return { question, recommendations: refs.map(({ resultId }) => resultId), isDirect }
  }
  return { ...nothing, question }
}

/** An answer and a digest keep their question; an alert has that of its figures. */
const kept = z.object({
  question: z.string().optional(),
  news: z.object({ figures: z.string().optional() }).optional(),
})

function questionKept({ about }: OutboxRow): string | null {
  const { question, news } = kept.parse(JSON.parse(about))
  return question ?? news?.figures ?? null
}
