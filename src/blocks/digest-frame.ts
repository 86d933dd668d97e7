/** What stands around a digest's parts: its title, how it came about, and how to change it. */
import type { EngineReport, Section, VisibilityReport } from '../insights/model.ts'
import { context, contextOf } from './elements.ts'
import type { Block } from './message.ts'
import { unitWords } from './periods.ts'
import type { Span } from './spans.ts'
import { oneLine } from './text.ts'
import { nameOf } from './words.ts'

export interface DigestFrame {
  /** What the digest is called; without a name it says what period it is about. */
  readonly name?: string | null
  /** What the digest is about; without one it is the own brand. */
  readonly title?: string | null
  /** Slack user id. */
  readonly setUpBy: string | null
  /** The first one of its subscription. */
  readonly isFirst: boolean
  /** For example `every Monday at 09:00 (Europe/Paris)`. */
  readonly scheduleText: string | null
  /** A word about this very message, for example that it is a preview; shown first. */
  readonly label?: string | null
}

interface About {
  /** `null`: the digest has no such part. */
  readonly report: Section<VisibilityReport> | null
  readonly engines?: Section<EngineReport> | null
}

export function digestTitle(data: DigestFrame & About): string {
  const { name, report } = data
  const each = report?.ok ? unitWords[report.data.period.unit].title : 'Weekly'
  const about = aboutOf(data)
  const what = name == null ? `${each} brand visibility` : oneLine(name, 80, '(digest without a name)')
  return `${what}${about === null ? '' : `: ${about}`}`
}

function aboutOf({ title, report }: DigestFrame & About): string | null {
  if (title != null) return oneLine(title, 100, '(no title)')
  return report?.ok && report.data.own !== null ? nameOf(report.data.own) : null
}

const first =
  'This is the first digest here. To change, pause or end it, type /sightline digest. From the next one on, it also says what is new since the one before.'

export function digestFooter({ isFirst, setUpBy, scheduleText }: DigestFrame): readonly Block[] {
  const who: Span[] =
    setUpBy !== null ? ['Set up by ', { user: setUpBy }] : isFirst ? ['Set up in Sightline’s settings'] : []
  const when = scheduleText === null ? [] : [`Posted ${oneLine(scheduleText, 200)}`]
  const parts: Span[] = [...who, ...(who.length > 0 && when.length > 0 ? [' · '] : []), ...when]
  return [...(isFirst ? [context(first)] : []), ...(parts.length === 0 ? [] : [contextOf(parts)])]
}
