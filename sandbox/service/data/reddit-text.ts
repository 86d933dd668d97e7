/** The sentences of the weekly subreddit summaries. */

export const SENTIMENTS = ['positive', 'mixed', 'neutral', 'negative'] as const
export type Sentiment = (typeof SENTIMENTS)[number]

/** `{own}`, `{rival}` and `{other}` are brands; `{theme}` is the week's topic. */
export const OPENINGS: Record<Sentiment, readonly string[]> = {
  positive: [
    '{own} was the name most often recommended this week, chiefly for its {theme}.',
    'Several threads praised {own} after the latest release, and {theme} came up again and again.',
    'Users who moved from {rival} to {own} described the change as painless and singled out {theme}.',
    'A long comparison thread ended clearly in favour of {own}; {theme} settled it for most commenters.',
  ],
  mixed: [
    'Opinions on {own} were split: its {theme} won praise, while {rival} was called the safer choice.',
    '{own} and {rival} were recommended about equally often, with {theme} as the dividing line.',
    'Long-time customers defended {own}, but newcomers found {rival} easier to start with, mostly because of {theme}.',
    'Threads on {theme} named {own} in both the best and the worst experiences of the week.',
  ],
  neutral: [
    'Most posts asked for recommendations without taking sides; {own} and {rival} were listed next to each other.',
    '{own} appeared in a handful of how-to threads on {theme}, none of which judged the product.',
    'The week was quiet for {own}: a few setup questions about {theme}, answered by other users.',
    'Discussion centred on {theme} in general, and vendors, {own} among them, were mentioned in passing.',
  ],
  negative: [
    'Complaints about {own} and its {theme} drew more replies than any other post of the week.',
    'A widely shared post explained why its author left {own} for {rival}; {theme} was the last straw.',
    '{own} was criticised for its {theme}, and {rival} was named as the alternative in most answers.',
    'Two threads on {theme} turned against {own}, with screenshots of unanswered support tickets.',
  ],
}

export const DETAILS: readonly string[] = [
  'Commenters compared price tiers of {own}, {rival} and {other} line by line.',
  '{other} was brought up by agency owners who need several client accounts.',
  'A post with a step-by-step migration from {other} gathered the most saves.',
  '{rival} employees took part in the thread, which some readers found helpful and others found pushy.',
  'Readers asked for first-hand numbers rather than vendor pages, and two shared theirs.',
  'Small teams weighed {other} against {rival} and mostly cared about the time to get started.',
  'Several answers quoted what AI assistants say about {own}, not always correctly.',
  'The most upvoted answer recommended testing {own} and {other} with the same contact list.',
]

export const CLOSINGS: readonly string[] = [
  'No vendor has replied to the open questions so far.',
  'Interest is likely to continue, since two follow-up posts were announced.',
  'The thread on {theme} is still active and worth an answer.',
  'Compared with last week, fewer posts mentioned {rival}.',
  'Moderators pinned a summary that links to pages of {rival} but none of {own}.',
]

export const THEMES: readonly string[] = [
  'contact limits',
  'deliverability',
  'email automation',
  'import of contacts',
  'integrations',
  'mobile app',
  'onboarding',
  'pricing',
  'reporting',
  'support response times',
]
