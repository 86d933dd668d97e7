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
import { askToShare } from '../../../src/blocks/kit/elements.ts'
import { problemMessage } from '../../../src/blocks/kit/problem.ts'
import { unavailableIn } from '../../../src/commands/free-text/unavailable.ts'
import { type ExhibitGroup, exhibitsOf } from './exhibit.ts'

const answer = problemMessage({ sentence: 'No tasks yet.', reference: null })

export const conversationGroup: ExhibitGroup = {
  title: 'Asked in your own words',
  exhibits: [
    ...exhibitsOf((lead: Parameters<typeof withLead>[1]) => withLead(answer, lead), {
      'read-as': [
        'You asked in a channel in your own words; the first line shows how Sightline read it.',
        { readAs: 'visibility Perplexity october "Contoso"' },
      ],
      'read-as-about': ['You asked in a direct message.', { readAs: 'tasks', about: 'C0BRAND' }],
      'only-you': [
        'You asked in a channel that other companies share.',
        { readAs: 'tasks', onlyFor: 'C0BRAND' },
      ],
    }),
    ...exhibitsOf(courtesyReply, {
      courtesy: ['You thanked or greeted Sightline in a direct message. In a channel, it says nothing.'],
    }),
    ...exhibitsOf(stoppedReply, {
      stopped: ['You pressed “Stop” in the agent view before the answer came.'],
    }),
    ...exhibitsOf(askToShare, {
      'ask-to-share': [
        'You share an answer in a channel that other companies share.',
        'C0BRAND',
        'review',
        true,
      ],
      'ask-to-share-unknown': [
        'You share an answer, and Slack doesn’t say who is in the channel.',
        'C0BRAND',
        'review',
        false,
      ],
    }),
    ...exhibitsOf(chooseReading, {
      readings: [
        'Your words may mean several things.',
        [{ text: 'gaps' }, { text: 'engines october' }, { text: 'digest pause 2', asks: true }],
      ],
      'reading-one': ['Your words probably mean one thing.', [{ text: 'gaps' }]],
    }),
    ...exhibitsOf(
      (suggestions: Parameters<typeof chooseReading>[0]) =>
        chooseReading(suggestions, unavailableIn('how are we doing in Germany?')?.sentence),
      {
        'not-available': [
          'You asked for something that the analytics service doesn’t have.',
          [{ text: 'engines' }, { text: 'gaps' }],
        ],
      },
    ),
    ...exhibitsOf((readAs: string) => withLead(proposal(readAs, 'opens a form'), { readAs }), {
      'proposed-form': ['You asked for something that opens a form.', 'digest add'],
    }),
    ...exhibitsOf((text: string) => proposal(text, 'changes something'), {
      'proposed-change': ['You asked for something that makes a change.', 'digest pause 2'],
    }),
    ...exhibitsOf(channelChoice, {
      'channel-choice': [
        'You asked in a direct message, and several channels have settings of their own.',
        { channels: ['C0BRAND', 'C0LEADS'], chosen: null, question: 'how did we do?' },
      ],
      'channel-choice-many': [
        'You wrote “channel”, and you are in many channels.',
        {
          channels: ['C0BRAND', 'C0MARKETING', 'C0LEADS', ...Array.from({ length: 10 }, () => 'C0TEAM')],
          chosen: 'C0MARKETING',
          question: '',
        },
      ],
    }),
    ...exhibitsOf(channelChosen, {
      'channel-chosen': ['You chose the channel that your direct messages are about.', 'C0BRAND'],
    }),
    ...exhibitsOf(noChannels, {
      'channel-none': ['You wrote “channel”, and no channel has settings or a digest.'],
    }),
    ...exhibitsOf(channelUnusable, {
      'channel-unusable': ['You named a channel that you or Sightline are not in.', '#secret'],
    }),
  ],
}
