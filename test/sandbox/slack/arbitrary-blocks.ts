import fc from 'fast-check'
import { codePoint } from '../../properties/texts.ts'

/** Text from a hostile or careless sender. */
export const nastyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 40 }),
  fc.constantFrom(
    '\u001b[31m',
    '\u0007',
    '```',
    '<@U1|',
    '*',
    '<!date^9e99^{date}|\u001b>',
    '日本',
    '|---|',
    '# ',
  ),
  fc
    .array(fc.constantFrom('*', '_', '~', '`', '<', '>', '|', '\n', ' ', 'a', '- ', '\u009b'), {
      maxLength: 30,
    })
    .map((parts) => parts.join('')),
)
const types = (
  'header section context divider actions rich_text markdown image table data_table data_visualization container card ' +
  'carousel alert input plan task_card video file context_actions modal home button static_select multi_users_select ' +
  'overflow datepicker timepicker datetimepicker checkboxes radio_buttons plain_text_input rich_text_input image ' +
  'rich_text_section rich_text_list rich_text_quote rich_text_preformatted text link emoji user channel date broadcast ' +
  'color raw_text raw_number mrkdwn plain_text pie bar line area'
).split(' ')
const keys = (
  'text fields accessory elements blocks title subtitle body actions child_blocks tasks details output label hint ' +
  'element options option_groups initial_value initial_option initial_options initial_user placeholder rows caption ' +
  'chart series segments data name value axis_config categories x_label y_label column_settings align url user_id ' +
  'channel_id range style indent timestamp format fallback alt_text submit close level status initial_date_time'
).split(' ')
const { json } = fc.letrec<{ json: unknown }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    nastyText,
    fc.double(),
    fc.constantFrom(null, true, -1, 1e308),
    fc.array(tie('json'), { maxLength: 4 }),
    fc
      .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...keys), tie('json'), { maxKeys: 6 }))
      .map(([type, rest]) => ({ ...rest, type })),
  ),
}))
/** Any JSON that claims to be a block: known types with unknown, missing or nonsensical content. */
export const anyBlock: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(fc.constantFrom(...types), fc.dictionary(fc.constantFrom(...keys), json, { maxKeys: 8 }))
  .map(([type, rest]) => ({ ...rest, type }))
