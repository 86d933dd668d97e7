import { z } from 'zod'
import { digestPosted } from '../blocks/digest-posted.ts'
import { defineVerb, type Verb } from './verb.ts'
import type { Word } from './words.ts'

const digestArgs = z.array(z.custom<Word>()).transform((words, context) => {
  const [what, extra] = words
  if (what?.text.toLowerCase() === 'now' && extra === undefined) return 'now' as const
  context.addIssue({
    code: 'custom',
    message:
      what === undefined
        ? "Say “now” to post this channel's digest. It comes weekly by itself where the settings say so."
        : `I don't know “${words
            .map(({ text }) => text)
            .join(' ')
            .slice(0, 60)}” here.`,
    params: { suggestion: 'now' },
  })
  return z.NEVER
})

export const digestVerb: Verb = defineVerb(
  {
    name: 'digest',
    aliases: [],
    summary: "Posts this channel's weekly digest now, for everybody here.",
    usage: 'digest now',
    examples: ['digest now'],
    warning: 'The digest is posted in this channel, for everybody here.',
  },
  digestArgs,
  () => ({
    kind: 'work',
    run: async (caller, deps) => digestPosted(await deps.postDigestNow(caller)),
  }),
)
