/** One of each interactive element. */
import type { KnownBlock, ModalView } from '@slack/types'
import {
  actions,
  button,
  input,
  mrkdwn,
  option,
  options as optionsOf,
  plain,
  section,
} from '../sandbox/slack/blocks.ts'

const options = optionsOf('One', 'Two', 'Three')

/** Blocks that `@slack/types` doesn't know yet. */
export const untyped = (blocks: readonly object[]) => blocks as KnownBlock[]

const confirm = {
  title: plain('Sure?'),
  text: plain('It can’t be undone.'),
  confirm: plain('Do it'),
  deny: plain('No'),
}

export const interactive = {
  text: 'Everything to use',
  blocks: untyped([
    section(plain('Everything to use')),
    actions(
      button('Plain', { action_id: 'plain', value: 'v' }),
      button('Asks first', { action_id: 'asks', style: 'danger', confirm }),
      { type: 'overflow', action_id: 'overflow', options: [option('First', '1'), option('Second', '2')] },
      { type: 'static_select', action_id: 'static', placeholder: plain('Static'), options },
      { type: 'external_select', action_id: 'external', placeholder: plain('External'), min_query_length: 1 },
      { type: 'users_select', action_id: 'user', placeholder: plain('User') },
      { type: 'conversations_select', action_id: 'conversation', placeholder: plain('Conversation') },
      { type: 'channels_select', action_id: 'channel', placeholder: plain('Channel') },
      { type: 'datepicker', action_id: 'day', placeholder: plain('A day') },
      { type: 'timepicker', action_id: 'time', placeholder: plain('A time') },
    ),
    section(plain('More'), {
      accessory: {
        type: 'multi_static_select',
        action_id: 'several',
        placeholder: plain('Several'),
        options,
      },
    }),
    actions({ type: 'datetimepicker', action_id: 'moment' }),
    actions(
      { type: 'checkboxes', action_id: 'boxes', options },
      { type: 'radio_buttons', action_id: 'radios', options },
    ),
  ]),
}

const field = (block_id: string, label: string, element: object, optional = true) =>
  input(label, { action_id: block_id, ...element }, { block_id, optional })

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
    actions(button('Another form', { action_id: 'push' })),
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
    field('channels', 'Several channels', { type: 'multi_channels_select' }),
    field('talks', 'Several conversations', { type: 'multi_conversations_select' }),
    field('found', 'Several found', {
      type: 'multi_external_select',
      action_id: 'external',
      min_query_length: 1,
    }),
    field('day', 'Day', { type: 'datepicker' }),
  ]),
} satisfies ModalView
