import { z } from 'zod'
import { subredditFrom } from '../insights/subreddit.ts'
import { lazy } from '../lib/lazily.ts'
import { scopeOf, sharing } from './deps.ts'
import type { Word } from './parse/tokenizer.ts'
import { defineVerb, type Verb } from './verb.ts'

const redditArgs = z.array(z.custom<Word>()).transform((words, context) =>
  words.map(({ text }) => {
    const name = subredditFrom(text)
    if (name === null)
      context.addIssue(`“${text.slice(0, 60)}” is no subreddit. Name them like this: r/saas r/smallbusiness`)
    return name ?? ''
  }),
)

const views = lazy(async () => ({
  ...(await import('../insights/reddit.ts')),
  ...(await import('../blocks/reddit/reddit.ts')),
}))

export const redditVerb: Verb = defineVerb(
  {
    name: 'reddit',
    aliases: ['subreddits'],
    summary: 'Shows what Reddit says: the newest summary of each subreddit, and how its sentiment turned.',
    usage: 'reddit [subreddits…]',
    examples: ['reddit', 'reddit saas r/smallbusiness'],
    who: 'readers',
  },
  redditArgs,
  (asked) => ({
    kind: 'work',
    run: async (caller, deps) => {
      const { loadReddit, redditAnswer } = await views()
      const scope = await scopeOf(deps, caller)
      const names = asked.length > 0 ? asked : scope.subreddits
      // Nothing is new or old to somebody who asks: only a digest remembers what it has shown.
      const { news } = await loadReddit(deps.api, scope.workspace, names, {
        seen: new Set(),
        lastSentiments: new Map(),
      })
      return redditAnswer(news, sharing(caller, ['reddit', ...asked].join(' ')))
    },
  }),
)
