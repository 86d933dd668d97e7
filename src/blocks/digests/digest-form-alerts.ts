import type { DigestForm } from '../../model/digest.ts'
import type { Option } from '../../model/form-values.ts'
import type { Block } from '../../model/message.ts'
import { checkboxesField } from '../forms/choice.ts'
import { numberField, timeField } from '../forms/fields.ts'
import { isShown, type NamedField } from './digest-form-state.ts'

const alertOptions: readonly Option[] = [
  { text: 'A competitor overtakes you', value: 'overtaken' },
  { text: 'Your visibility falls', value: 'fall' },
  { text: 'A subreddit turns negative', value: 'sentimentNegative' },
  { text: 'A watched website evaluation is done', value: 'evaluationDone' },
  {
    text: 'Hold alerts during quiet hours',
    value: 'quiet',
    description: 'Held alerts post when the quiet hours end.',
  },
]

/** A threshold is shown only while its checkbox is ticked. */
export function alertFields(form: DigestForm, field: NamedField): Block[] {
  const { alerts, fallsBy, quietFrom, quietTo } = form.draft
  return [
    checkboxesField({
      ...field(
        'alerts',
        'Alert this channel when',
        'Visibility is that of the newest complete week. Each alert posts once, then again only after recovery.',
      ),
      options: alertOptions,
      chosen: alerts,
      optional: true,
      dispatches: true,
    }),
    ...(isShown('fallsBy', form)
      ? [
          numberField({
            ...field('fallsBy', 'Fall of more than', 'In points.'),
            value: fallsBy,
            least: 0,
            most: 100,
            decimals: true,
          }),
        ]
      : []),
    ...(isShown('quietFrom', form)
      ? [
          timeField({
            ...field('quietFrom', 'Quiet hours from', 'In the digest’s time zone.'),
            value: quietFrom,
          }),
        ]
      : []),
    ...(isShown('quietTo', form)
      ? [
          timeField({
            ...field('quietTo', 'Quiet hours to', 'Held alerts post at this time.'),
            value: quietTo,
          }),
        ]
      : []),
  ]
}
