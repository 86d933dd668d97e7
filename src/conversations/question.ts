import { z } from 'zod'
import { decode } from '../blocks/kit/codec.ts'
import { isList } from '../commands/free-text/ask.ts'
import type { ThreadSubject } from '../commands/free-text/follow-up.ts'
import type { Block, Message } from '../model/message.ts'
import { idsOf, type RecommendationIds } from '../model/recommendation.ts'
import type { ArrivedQuestion, MessageAddress } from '../slack/port.ts'
import type { Workspace } from '../slack/workspace.ts'
import type { OutboxRow, Owed } from '../store/index.ts'

/** What a person wrote, as the outbox keeps it until it is answered. */
export type WrittenQuestion = z.infer<typeof question>

export const question = z.object({
  kind: z.enum(['mention', 'direct']),
  text: z.string(),
  ts: z.string(),
  /** As in `ArrivedQuestion`. */
  viewing: z.array(z.string()).nullable(),
  /** The channel that the person chose for it; `null`: not chosen. */
  about: z.string().nullable(),
  enterprise: z.string().nullable(),
})

/** By then nobody expects an answer; the person is asked to ask again. */
const lateHours = 12

/** @param about the channel that the person chose for it */
export function questionOwed(
  { team, channel, user, ts, kind, text, threadTs, viewing, enterprise }: ArrivedQuestion,
  now: Temporal.Instant,
  about: string | null = null,
): Owed {
  // A mention starts a thread, and so does each message in the agent view
  // (https://docs.slack.dev/ai/migrating-to-agent-messaging).
  const thread = threadTs ?? (kind === 'mention' || viewing !== null ? ts : null)
  const facts: WrittenQuestion = { kind, text, ts, viewing: viewing && [...viewing], about, enterprise }
  return {
    team,
    kind: 'answer',
    key: `${channel} ${ts} ${about ?? ''}`,
    subject: threadSubject(channel, thread),
    channel,
    threadTs: thread,
    since: now,
    lateAt: now.add({ hours: lateHours }),
    askedBy: user,
    about: facts,
  }
}

/** What “Stop” in a thread of the agent view stops. */
export const threadSubject = (channel: string, threadTs: string | null): string =>
  `thread ${channel} ${threadTs ?? ''}`

export const questionOf = ({ about }: Pick<OutboxRow, 'about'>): WrittenQuestion =>
  question.parse(JSON.parse(about))

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
  const nothing = { question: null, list: null, recommendations: [], isDirect }
  // It begins the thread.
  if (threadTs === ts) return nothing
  const since = clock.now().subtract({ hours: keptDays * 24 })
  const isRecent = (row: OutboxRow) =>
    row.state === 'sent' && Temporal.Instant.compare(Temporal.Instant.from(row.since), since) > 0
  const subject = threadSubject(channel, threadTs)
  const answers = await store.outbox.list({ team, subject }, ['answer'], { limit: answersRead })
  const digests = isDirect
    ? []
    : await store.outbox.list({ team, channel }, ['digest', 'alert'], { limit: digestsRead })
  const said = [...answers, ...digests.filter((row) => row.ts === threadTs)].filter(isRecent)
  const kept = said.flatMap((row) => questionKept(row) ?? [])
  const question = kept.find((one) => !isList(one)) ?? null
  const list = kept.slice(0, 1).find(isList) ?? null
  for (const { ts: posted } of said) {
    const message = posted === null ? null : await store.messages.get(team, channel, posted)
    const refs = recommendationsIn((message?.blocks ?? []) as readonly Block[])
    if (refs.length > 0)
      return { question, list, recommendations: refs.map(({ resultId }) => resultId), isDirect }
  }
  return { ...nothing, question, list }
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

/**
 * Remembers an answer's recommendations for its thread; and, in a public one, so that a task created for one is also shown
 * there.
 * @param asked the question's `ts`, which stands for an answer that only its person sees
 */
export async function rememberRecommendations(
  { team, store, clock, log }: Pick<Workspace, 'team' | 'store' | 'clock' | 'log'>,
  { channel, ts, message }: MessageAddress & { readonly message: Message },
  asked: string,
): Promise<void> {
  const shown = recommendationsIn(message.blocks)
  if (shown.length === 0) return
  const copies = ts === asked ? [] : shown
  try {
    await store.messages.remember({ ...message, team, channel, ts }, copies, clock.now())
  } catch (error) {
    // The answer is posted. A click on it carries its content, so it is remembered then.
    log.warn('an answer could not be remembered', { team, channel, error })
  }
}

/** The recommendations that have buttons in these blocks, each once. */
function recommendationsIn(blocks: readonly Block[]): readonly RecommendationIds[] {
  const recommendations = new Map<string, RecommendationIds>()
  for (const block of blocks)
    for (const element of block.type === 'actions' ? block.elements : []) {
      if (element.type !== 'button' || element.action_id === undefined) continue
      const decoded = decode(element.action_id, element.value ?? '')
      if (!decoded.ok || !('resultId' in decoded.action)) continue
      const ids = idsOf(decoded.action)
      recommendations.set(JSON.stringify(ids), ids)
    }
  return [...recommendations.values()]
}
