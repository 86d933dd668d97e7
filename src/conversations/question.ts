import { z } from 'zod'
import type { ArrivedQuestion } from '../slack/port.ts'
import type { OutboxRow, Owed } from '../store/index.ts'

/** What a person wrote, as the outbox keeps it until it is answered. */
export type WrittenQuestion = z.infer<typeof question>

export const question = z.object({
  kind: z.enum(['mention', 'direct']),
  text: z.string(),
  ts: z.string(),
  /** As in `WrittenMessage`. */
  viewing: z.array(z.string()).nullable(),
  /** The channel that the person chose for it; `null`: not chosen. */
  about: z.string().nullable(),
  /** Their Enterprise Grid organization. */
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
  const facts: WrittenQuestion = {
    kind,
    text,
    ts,
    viewing: viewing === null ? null : [...viewing],
    about,
    enterprise,
  }
  return {
    team,
    kind: 'answer',
    key: `${channel} ${ts} ${about ?? ''}`,
    subject: threadSubject(channel, thread),
    channel,
    threadTs: thread,
    since: String(now),
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
