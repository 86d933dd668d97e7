/** A digest's title and footer: what it is about, who set it up, and how to change it. */

import type { EngineReport } from '../../model/engine-report.ts'
import type { Block } from '../../model/message.ts'
import type { Section, VisibilityReport } from '../../model/reports.ts'
import { contextOf } from '../kit/elements.ts'
import { periodTitle } from '../kit/periods.ts'
import type { Span } from '../kit/spans.ts'
import { oneLine } from '../kit/text.ts'
import { nameOf } from '../visibility/headline-copy.ts'
import { scopeInTitle } from '../visibility/scope.ts'

export interface DigestFrame {
  /** The digest's name; without one, the title names the kind of period. */
  readonly name?: string | null
  /** What the digest is about; by default, the own brand. */
  readonly title?: string | null
  /** Slack user id. */
  readonly setUpBy: string | null
  /** Posted on request, with no digest scheduled in the channel. */
  readonly onRequest?: boolean
  /** The first digest of its subscription. */
  readonly isFirst: boolean
  /** For example `Every Monday at 9:00 (Paris)`. */
  readonly scheduleText: string | null
  /** A note about this message, for example that it is a preview; shown first. */
  readonly label?: string | null
}

interface About {
  /** `null`: the digest has no such part. */
  readonly report: Section<VisibilityReport> | null
  readonly engines?: Section<EngineReport> | null
}

export function digestTitle(data: DigestFrame & About): string {
  const { name, report } = data
  const about = aboutOf(data)
  const unnamed = report?.ok ? periodTitle(report.data.period, 'brand visibility') : 'Weekly brand visibility'
  const digestName = name == null ? unnamed : oneLine(name, 45, '(digest without a name)')
  const scope = scopeOf(data)
  // A title holds 150 characters, and the days at its end must not be cut.
  const parts = [...(about === null ? [] : [oneLine(about, 35)]), ...(scope === null ? [] : [scope])]
  return `${digestName}${parts.length === 0 ? '' : `: ${parts.join(' · ')}`}`
}

/** Engines, filters and days of the figures; `null`: the digest has no figures. */
function scopeOf({ report, engines }: About): string | null {
  if (report?.ok) return scopeInTitle(report.data, report.data.period)
  if (!engines?.ok) return null
  const { period, filters, engines: read } = engines.data
  const named = read.map((one) => (one.ok ? one.data.engine : (one.subject ?? 'An engine')))
  return scopeInTitle({ engines: named, filters }, period)
}

function aboutOf({ title, report }: DigestFrame & About): string | null {
  if (title != null) return oneLine(title, 100, '(no title)')
  return report?.ok && report.data.own !== null ? nameOf(report.data.own) : null
}

const firstDigestNote = 'This is the first digest here. The next one will also show what’s new.'

/**
 * Who set it up, when it is posted, and how to change that.
 * @param name the digest's name, if it isn't shown above: a channel may have several digests
 */
export function footerLines(
  { isFirst, setUpBy, scheduleText, onRequest }: DigestFrame,
  name: string | null = null,
): readonly Span[][] {
  if (onRequest) return [[onRequestNote]]
  const setUp: Span[] =
    setUpBy !== null ? ['Set up by ', { user: setUpBy }] : isFirst ? ['Set up in Sightline’s settings'] : []
  const when: Span[] = scheduleText === null ? [] : [oneLine(scheduleText, 120)]
  const nameSpans: Span[] = name === null ? [] : [oneLine(name, 80, '(digest without a name)')]
  const parts = [nameSpans, setUp, when, ['Change it: /sightline digest']]
    .filter(({ length }) => length > 0)
    .flatMap((part, index): Span[] => (index === 0 ? part : [' · ', ...part]))
  return [...(isFirst ? [[firstDigestNote]] : []), parts]
}

const onRequestNote = 'Posted on request. No digest is scheduled here; set one up with /sightline digest.'

export function digestFooter(frame: DigestFrame, name: string | null = null): readonly Block[] {
  return footerLines(frame, name).map((line) => contextOf(line))
}
