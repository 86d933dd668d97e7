/** A change of a channel's time zone: the question before it is saved, and the announcement in the channel. */
import type { Message } from '../../model/message.ts'
import { summary } from '../kit/elements.ts'
import { mrkdwn, richText, type Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'

export interface ZoneChange {
  /** IANA names. */
  readonly from: string
  readonly to: string
}

/** Asks for confirmation, because the change moves the days and weeks for everybody in the channel. */
export function confirmZone(change: ZoneChange): string {
  const [from, to] = [nameOf(change.from), nameOf(change.to)]
  return `This changes the channel’s time zone from ${from} to ${to}, for everyone here: days and weeks will follow ${to} time. Save again to change it, or choose ${from} to keep it. Nothing was saved; what you entered is below.`
}

function nameOf(zone: string): string {
  return oneLine(zone, 60, 'a zone without a name')
}

export function zoneChanged({ from, to }: ZoneChange, by: string): Message {
  const words: Span[] = [
    { user: by },
    ` changed this channel’s time zone from ${nameOf(from)} to ${nameOf(to)}. Days and weeks now follow ${nameOf(to)} time.`,
  ]
  return { text: summary([mrkdwn(words)]), blocks: [richText([words])] }
}
