/** One of each part of a message that users can only read. */
import { CHANNELS, USERS } from '../../sandbox/slack/index.ts'
import {
  cell,
  chart,
  figure,
  mrkdwn,
  pie,
  plain,
  rich,
  richSection,
  section,
  text,
} from '../sandbox/slack/blocks.ts'
import { untyped } from './kitchen-sink.ts'

export const readable = {
  text: 'Everything that reads',
  blocks: untyped([
    { type: 'header', text: plain('A header: Everything that reads') },
    section(
      mrkdwn(
        `*Bold*, <https://example.com/|a link>, <@${USERS.member}>, <#${CHANNELS.marketing}>, <!date^1794819600^{date_short}|then> :tada: &lt;b&gt;no markup&lt;/b&gt;`,
      ),
      { fields: [mrkdwn('A field'), plain('Another')] },
    ),
    { type: 'divider' },
    { type: 'context', elements: [mrkdwn('Quiet words')] },
    { type: 'markdown', text: '**Strong**\n\n- one\n- two' },
    rich(richSection(text('Rich', { style: { bold: true } })), {
      type: 'rich_text_preformatted',
      elements: [text('let it = stand')],
    }),
    { type: 'card', title: mrkdwn('A card'), body: mrkdwn('With a body') },
    {
      type: 'container',
      title: plain('A container'),
      is_collapsible: true,
      child_blocks: [section(plain('In the container'))],
    },
  ]),
}

const scores = (title: string, type: string) =>
  chart(
    title,
    type,
    ['May', 'June'],
    { Northwind: [54.1, 1262.4], Contoso: [-1.5, 58] },
    { x_label: 'Month', y_label: 'Score' },
  )
const head = [cell('Brand'), cell('Score')]

/** Slack allows two charts and one table per message, so more of them are in its thread. */
export const chartsMessages = [
  untyped([
    scores('Bars', 'bar'),
    scores('Lines', 'line'),
    {
      type: 'data_table',
      caption: 'Two pages',
      page_size: 5,
      rows: [head, ...[1, 2, 3, 4, 5, 6, 7].map((value) => [cell(`Brand ${value}`), figure(value)])],
    },
  ]),
  untyped([
    scores('Areas', 'area'),
    pie('Parts', { Northwind: 3, Others: 1 }),
    {
      type: 'data_table',
      caption: 'One page',
      rows: [head, [cell('Northwind'), figure(41.2)], [cell('Contoso'), figure(18.5)]],
    },
  ]),
] as const

/** A `table` with all its rows and wrapping cells. */
export const tableMessage = {
  text: 'A table',
  blocks: untyped([
    {
      type: 'table',
      column_settings: [{ is_wrapped: true }, { align: 'right' }],
      rows: [
        [cell('Subreddit'), cell('Mentions')],
        ...Array.from({ length: 12 }, (_, at) => [
          at === 0
            ? rich(richSection({ type: 'link', url: 'https://example.com/r', text: 'r/crm' }))
            : cell(`r/sub${at}`),
          cell(`${at * 7}`),
        ]),
      ],
    },
  ]),
}

/** Pictures from every source: the sandbox (a file, a user) and another website. */
export const pictures = (file: string, avatar: string) => {
  const picture = (alt_text: string) => ({ type: 'image', slack_file: { id: file }, alt_text })
  const person = { type: 'image', image_url: avatar, alt_text: 'Maya' }
  return {
    text: 'Pictures',
    blocks: untyped([
      { ...picture('The kept one'), title: plain('A picture’s title') },
      section(mrkdwn('Beside a picture'), { accessory: picture('The accessory') }),
      { type: 'context', elements: [person, mrkdwn('wrote this')] },
      { type: 'card', title: mrkdwn('Card with a picture'), hero_image: picture('The banner'), icon: person },
      { type: 'card', title: mrkdwn('Card with an icon'), slack_icon: { type: 'icon', name: 'rocket' } },
      {
        type: 'container',
        title: plain('Container with an icon'),
        icon: person,
        child_blocks: [{ type: 'divider' }],
      },
    ]),
  }
}

export const foreignPicture = {
  text: 'Elsewhere',
  blocks: untyped([
    { type: 'image', image_url: 'https://example.com/a.png', alt_text: 'A chart of the week' },
    {
      type: 'context',
      elements: [{ type: 'image', image_url: 'https://example.com/b.png', alt_text: 'Another' }],
    },
  ]),
}
