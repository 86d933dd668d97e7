/** What the form of a digest asks about alerts. */
import type { DigestDraft } from '../../model/digest.ts'
import type { Option } from '../../model/form-values.ts'
import type { Block } from '../../model/message.ts'
import { checkboxesField } from '../forms/choice.ts'
import { type Field, numberField, timeField } from '../forms/fields.ts'

const alertOptions: readonly Option[] = [
  { text: 'A competitor overtakes you', value: 'overtaken' },
  { text: 'Your visibility falls by more than the points below', value: 'fall' },
  { text: 'The sentiment of a subreddit turns negative', value: 'sentimentNegative' },
  { text: 'A website evaluation that somebody watches here is done', value: 'evaluationDone' },
  { text: 'Quiet hours: hold alerts between the times below', value: 'quiet' },
]

/** @param field a field of the form, with what is wrong with it */
export function alertFields(
  draft: DigestDraft,
  field: (id: keyof DigestDraft, label: string, hint?: string) => Field,
): Block[] {
  return [
    checkboxesField({
      ...field(
        'alerts',
        'Alerts between digests',
        'Each is told once in the channel, and again only when it has recovered in between. Figures are those of the last seven days.',
      ),
      options: alertOptions,
      chosen: draft.alerts,
      optional: true,
    }),
    numberField({
      ...field('fallsBy', 'Fall, in points', 'Counts only with “Your visibility falls”.'),
      optional: true,
      value: draft.fallsBy,
      least: 0,
      most: 100,
      decimals: true,
    }),
    timeField({
      ...field(
        'quietFrom',
        'Quiet hours from',
        'Counts only with “Quiet hours”; on the clocks of the digest’s time zone.',
      ),
      optional: true,
      value: draft.quietFrom,
    }),
    timeField({
      ...field('quietTo', 'Quiet hours to', 'What has happened by then is told then.'),
      optional: true,
      value: draft.quietTo,
    }),
  ]
}
