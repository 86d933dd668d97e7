/** One of everything that the page draws. */
import type { KnownBlock, ModalView } from '@slack/types'
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const mrkdwn = (text: string) => ({ type: 'mrkdwn' as const, text })
const option = (text: string) => ({ text: plain(text), value: text.toLowerCase() })
const options = [option('One'), option('Two'), option('Three')]

/** What `@slack/types` does not know yet. */
const untyped = (blocks: readonly object[]) => blocks as KnownBlock[]

export const readable = {
  text: 'Everything that reads',
  blocks: untyped([
    { type: 'header', text: plain('A header: Everything that reads') },
    {
      type: 'section',
      text: mrkdwn(
        `*Bold*, <https://example.com/|a link>, <@${USERS.member}>, <#${CHANNELS.marketing}>, <!date^1794819600^{date_short}|then> :tada: &lt;b&gt;no markup&lt;/b&gt;`,
      ),
      fields: [mrkdwn('A field'), plain('Another')],
    },
    { type: 'divider' },
    { type: 'context', elements: [mrkdwn('Quiet words')] },
    { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A chart of the week' },
    { type: 'markdown', text: '**Strong**\n\n- one\n- two' },
    {
      type: 'rich_text',
      elements: [
        { type: 'rich_text_section', elements: [{ type: 'text', text: 'Rich', style: { bold: true } }] },
        { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'let it = stand' }] },
      ],
    },
    { type: 'card', title: mrkdwn('A card'), body: mrkdwn('With a body') },
    {
      type: 'container',
      title: plain('A container'),
      is_collapsible: true,
      child_blocks: [{ type: 'section', text: plain('In the container') }],
    },
  ]),
}

const chart = (title: string, type: string) => ({
  type: 'data_visualization',
  title,
  chart: {
    type,
    series: [
      { name: 'Northwind', data: ['May', 'June'].map((label, at) => ({ label, value: 41.2 + at })) },
      { name: 'Contoso', data: ['May', 'June'].map((label, at) => ({ label, value: 17.5 + at })) },
    ],
    axis_config: { categories: ['May', 'June'] },
  },
})

const cell = (text: string) => ({ type: 'raw_text', text })

/** Slack takes two charts and one table a message; more stand in its thread. */
export const chartsMessages = [
  untyped([
    chart('Bars', 'bar'),
    chart('Lines', 'line'),
    {
      type: 'data_table',
      caption: 'Two pages',
      page_size: 5,
      rows: [
        [cell('Brand'), cell('Score')],
        ...[1, 2, 3, 4, 5, 6, 7].map((value) => [
          cell(`Brand ${value}`),
          { type: 'raw_number', value, text: `${value}%` },
        ]),
      ],
    },
  ]),
  untyped([
    chart('Areas', 'area'),
    {
      type: 'data_visualization',
      title: 'Parts',
      chart: {
        type: 'pie',
        segments: [
          { label: 'Northwind', value: 3 },
          { label: 'Others', value: 1 },
        ],
      },
    },
    {
      type: 'data_table',
      caption: 'One page',
      rows: [
        [cell('Brand'), cell('Score')],
        [cell('Northwind'), { type: 'raw_number', value: 41.2, text: '41.2%' }],
        [cell('Contoso'), { type: 'raw_number', value: 18.5, text: '18.5%' }],
      ],
    },
  ]),
] as const

const confirm = {
  title: plain('Sure?'),
  text: plain('It can’t be undone.'),
  confirm: plain('Do it'),
  deny: plain('No'),
}

export const interactive = {
  text: 'Everything to use',
  blocks: untyped([
    { type: 'section', text: plain('Everything to use') },
    {
      type: 'actions',
      elements: [
        { type: 'button', action_id: 'plain', text: plain('Plain'), value: 'v' },
        { type: 'button', action_id: 'asks', text: plain('Asks first'), style: 'danger', confirm },
        {
          type: 'overflow',
          action_id: 'overflow',
          options: [
            { text: plain('First'), value: '1' },
            { text: plain('Second'), value: '2' },
          ],
        },
        { type: 'static_select', action_id: 'static', placeholder: plain('Static'), options },
        {
          type: 'external_select',
          action_id: 'external',
          placeholder: plain('External'),
          min_query_length: 1,
        },
        { type: 'users_select', action_id: 'user', placeholder: plain('User') },
        { type: 'conversations_select', action_id: 'conversation', placeholder: plain('Conversation') },
        { type: 'channels_select', action_id: 'channel', placeholder: plain('Channel') },
        { type: 'datepicker', action_id: 'day', placeholder: plain('A day') },
        { type: 'timepicker', action_id: 'time', placeholder: plain('A time') },
      ],
    },
    {
      type: 'section',
      text: plain('More'),
      accessory: {
        type: 'multi_static_select',
        action_id: 'several',
        placeholder: plain('Several'),
        options,
      },
    },
    { type: 'actions', elements: [{ type: 'datetimepicker', action_id: 'moment' }] },
    {
      type: 'actions',
      elements: [
        { type: 'checkboxes', action_id: 'boxes', options },
        { type: 'radio_buttons', action_id: 'radios', options },
      ],
    },
  ]),
}

const field = (block_id: string, label: string, element: object, optional = true) => ({
  type: 'input',
  block_id,
  label: plain(label),
  optional,
  element: { action_id: block_id, ...element },
})

export const inputsForm = {
  type: 'modal',
  callback_id: 'inputs',
  title: plain('Inputs'),
  submit: plain('Save'),
  blocks: untyped([
    { type: 'alert', level: 'warning', text: mrkdwn('Careful') },
    field('name', 'Name', { type: 'plain_text_input' }, false),
    field('mail', 'Mail', { type: 'email_text_input' }),
    field('address', 'Address', { type: 'url_text_input' }),
    field('number', 'Number', { type: 'number_input', is_decimal_allowed: false }),
    field('lines', 'Many lines', { type: 'plain_text_input', multiline: true }),
    { type: 'actions', elements: [{ type: 'button', action_id: 'push', text: plain('Another form') }] },
  ]),
} satisfies ModalView

export const choicesForm = {
  type: 'modal',
  callback_id: 'choices',
  title: plain('Choices'),
  submit: plain('Choose'),
  close: plain('Back'),
  blocks: untyped([
    field('boxes', 'Boxes', { type: 'checkboxes', options }),
    field('radios', 'Radio buttons', { type: 'radio_buttons', options }),
    field('people', 'Several people', { type: 'multi_users_select' }),
    field('day', 'Day', { type: 'datepicker' }),
  ]),
} satisfies ModalView
