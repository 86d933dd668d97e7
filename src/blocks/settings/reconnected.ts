/** Slack accepts Sightline's token again: tells the person who installed it what happened meanwhile. */
import type { Message } from '../../model/message.ts'
import { heading } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'

/** @param times ISO 8601 instants */
export function reconnected(times: { readonly since: string; readonly until: string }): Message {
  const headline = 'Sightline is back in this workspace'
  const line: Span[] = [
    'Slack refused it from ',
    { at: times.since },
    ' to ',
    { at: times.until },
    '. What was waiting is being sent now. Owners are told about digests that are too late to send.',
  ]
  return { text: mrkdwn([`${headline}. `, ...line]), blocks: [heading(headline), richText([line])] }
}
