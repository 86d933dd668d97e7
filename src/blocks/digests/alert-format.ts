import type { AlertSettings } from '../../store/index.ts'
import { bandWords, names } from '../kit/numbers.ts'
import { oneLine } from '../kit/text.ts'

/** `when a competitor overtakes you, or visibility falls by more than 5 points`; `null`: no alerts are on. */
export function alertsInWords({
  overtaken,
  visibilityFallsBy: points,
  sentimentNegative,
  evaluationDone,
}: AlertSettings): string | null {
  const conditions = [
    ...(overtaken ? ['a competitor overtakes you'] : []),
    ...(points === null
      ? []
      : [`visibility falls by more than ${bandWords(points)} ${points === 1 ? 'point' : 'points'}`]),
    ...(sentimentNegative ? ['a subreddit turns negative'] : []),
    ...(evaluationDone ? ['a watched evaluation finishes'] : []),
  ]
  return conditions.length === 0
    ? null
    : `when ${names(conditions, conditions.length, 80).replace(/, and | and /, ', or ')}`
}

/** `held from 22:00 to 07:00` */
export function quietInWords({ from, to }: NonNullable<AlertSettings['quietHours']>): string {
  return `held from ${oneLine(from, 10, '?')} to ${oneLine(to, 10, '?')}`
}
