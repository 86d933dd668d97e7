import {
  channelChoice,
  channelChosen,
  channelUnusable,
  chooseReading,
  courtesyReply,
  noChannels,
  proposal,
  stoppedReply,
  withLead,
} from '../../../src/blocks/conversation/replies.ts'
import { askToShare } from '../../../src/blocks/kit/answer.ts'
import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { unavailableIn } from '../../../src/commands/free-text/unavailable.ts'
import { type Exhibit, type ExhibitGroup, exhibit, type Shown } from './exhibit.ts'

const answer = problemMessage({ sentence: 'No tasks yet.', reference: null })

/** An answer below the line that says how the question was read. */
const led = (name: string, when: string, data: Parameters<typeof withLead>[1]): Exhibit =>
  exhibit({ name, when, data, draw: (lead) => withLead(answer, lead) })

const fixed = (name: string, when: string, draw: () => Shown): Exhibit =>
  exhibit({ name, when, data: {}, draw })

const share = (name: string, when: string, isShared: boolean): Exhibit =>
  exhibit({
    name: `ask-to-share${name}`,
    when,
    data: { channel: 'C0BRAND', text: 'review' },
    draw: ({ channel, text }) => askToShare(channel, text, isShared),
  })

const readings = (name: string, when: string, suggestions: Parameters<typeof chooseReading>[0]): Exhibit =>
  exhibit({ name, when, data: { suggestions }, draw: ({ suggestions }) => chooseReading(suggestions) })

export const conversationGroup: ExhibitGroup = {
  title: 'Asked in your own words',
  exhibits: [
    led('read-as', 'You asked in a channel in your own words; the first line shows how Sightline read it.', {
      readAs: 'visibility Perplexity october "Contoso"',
    }),
    led('read-as-about', 'You asked in a direct message.', { readAs: 'tasks', about: 'C0BRAND' }),
    led('only-you', 'You asked in a channel that other companies share.', {
      readAs: 'tasks',
      onlyFor: 'C0BRAND',
    }),
    fixed(
      'courtesy',
      'You thanked or greeted Sightline in a direct message. In a channel, it says nothing.',
      courtesyReply,
    ),
    fixed('stopped', 'You pressed “Stop” in the agent view before the answer came.', stoppedReply),
    share('', 'You share an answer in a channel that other companies share.', true),
    share('-unknown', 'You share an answer, and Slack doesn’t say who is in the channel.', false),
    readings('readings', 'Your words may mean several things.', [
      { text: 'gaps' },
      { text: 'engines october' },
      { text: 'digest pause 2', asks: true },
    ]),
    readings('reading-one', 'Your words probably mean one thing.', [{ text: 'gaps' }]),
    exhibit({
      name: 'not-available',
      when: 'You asked for something that the analytics service doesn’t have.',
      data: { suggestions: [{ text: 'engines' }, { text: 'gaps' }] },
      draw: ({ suggestions }) =>
        chooseReading(suggestions, unavailableIn('how are we doing in Germany?')?.sentence),
    }),
    exhibit({
      name: 'proposed-form',
      when: 'You asked for something that opens a form.',
      data: { readAs: 'digest add' },
      draw: ({ readAs }) => withLead(proposal(readAs, 'opens a form'), { readAs }),
    }),
    exhibit({
      name: 'proposed-change',
      when: 'You asked for something that makes a change.',
      data: { text: 'digest pause 2' },
      draw: ({ text }) => proposal(text, 'changes something'),
    }),
    exhibit({
      name: 'channel-choice',
      when: 'You asked in a direct message, and several channels have settings of their own.',
      data: { channels: ['C0BRAND', 'C0LEADS'], chosen: null, question: 'how did we do?' },
      draw: channelChoice,
    }),
    exhibit({
      name: 'channel-choice-many',
      when: 'You wrote “channel”, and you are in many channels.',
      data: {
        channels: ['C0BRAND', 'C0MARKETING', 'C0LEADS', ...Array.from({ length: 10 }, () => 'C0TEAM')],
        chosen: 'C0MARKETING',
        question: '',
      },
      draw: channelChoice,
    }),
    exhibit({
      name: 'channel-chosen',
      when: 'You chose the channel that your direct messages are about.',
      data: { channel: 'C0BRAND' },
      draw: ({ channel }) => channelChosen(channel),
    }),
    fixed('channel-none', 'You wrote “channel”, and no channel has settings or a digest.', noChannels),
    exhibit({
      name: 'channel-unusable',
      when: 'You named a channel that you or Sightline are not in.',
      data: { name: '#secret' },
      draw: ({ name }) => channelUnusable(name),
    }),
  ],
}
