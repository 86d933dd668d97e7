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
import { type ExhibitGroup, exhibit } from './exhibit.ts'

const answer = problemMessage({ sentence: 'No tasks yet.', reference: null })

export const conversationGroup: ExhibitGroup = {
  title: 'Asked in your own words',
  exhibits: [
    exhibit({
      name: 'read-as',
      when: 'You asked in a channel in your own words; the first line shows how Sightline read it.',
      data: { readAs: 'visibility Perplexity october "Contoso"' },
      draw: (lead) => withLead(answer, lead),
    }),
    exhibit({
      name: 'read-as-about',
      when: 'You asked in a direct message.',
      data: { readAs: 'tasks', about: 'C0BRAND' },
      draw: (lead) => withLead(answer, lead),
    }),
    exhibit({
      name: 'only-you',
      when: 'You asked in a channel that other companies share.',
      data: { readAs: 'tasks', onlyFor: 'C0BRAND' },
      draw: (lead) => withLead(answer, lead),
    }),
    exhibit({
      name: 'courtesy',
      when: 'You thanked or greeted Sightline in a direct message. In a channel, it says nothing.',
      data: {},
      draw: () => courtesyReply(),
    }),
    exhibit({
      name: 'stopped',
      when: 'You pressed “Stop” in the agent view before the answer came.',
      data: {},
      draw: () => stoppedReply(),
    }),
    exhibit({
      name: 'ask-to-share',
      when: 'You share an answer in a channel that other companies share.',
      data: { channel: 'C0BRAND', text: 'review' },
      draw: ({ channel, text }) => askToShare(channel, text, true),
    }),
    exhibit({
      name: 'ask-to-share-unknown',
      when: 'You share an answer, and Slack doesn’t say who is in the channel.',
      data: { channel: 'C0BRAND', text: 'review' },
      draw: ({ channel, text }) => askToShare(channel, text, false),
    }),
    exhibit({
      name: 'readings',
      when: 'Your words may mean several things.',
      data: {
        suggestions: [{ text: 'gaps' }, { text: 'engines october' }, { text: 'digest pause 2', asks: true }],
      },
      draw: ({ suggestions }) => chooseReading(suggestions),
    }),
    exhibit({
      name: 'reading-one',
      when: 'Your words probably mean one thing.',
      data: { suggestions: [{ text: 'gaps' }] },
      draw: ({ suggestions }) => chooseReading(suggestions),
    }),
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
    exhibit({
      name: 'channel-none',
      when: 'You wrote “channel”, and no channel has settings or a digest.',
      data: {},
      draw: () => noChannels(),
    }),
    exhibit({
      name: 'channel-unusable',
      when: 'You named a channel that you or Sightline are not in.',
      data: { name: '#secret' },
      draw: ({ name }) => channelUnusable(name),
    }),
  ],
}
