import { redditAnswer } from '../blocks/reddit/reddit.ts'
import { channelScope } from '../channels/settings.ts'
import { loadReddit } from '../insights/reddit.ts'
import { subredditFrom } from '../lib/strings.ts'
import type { RedditNews } from '../model/reddit.ts'
import { periodAt } from '../questions/period.ts'
import { type Parsed, parsed, parseError } from '../questions/read.ts'
import { shortened, type Word } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

/** @returns the subreddits; empty: all; `null`: the channel's */
function redditArguments(words: readonly Word[]): Parsed<readonly string[] | null> {
  if (words.length === 0) return parsed(null)
  if (words.length === 1 && words[0]?.text.toLowerCase() === 'all') return parsed([])
  const names: string[] = []
  const period = words.find((_, at) => periodAt(words, at) !== null)
  if (period !== undefined)
    return parseError(
      `Reddit summaries are always the newest, so you can’t choose a period. For a subreddit of that name, type r/${shortened(period.text)}.`,
      '',
    )
  const sentenceWord = words.find(({ text, quoted }) => !quoted && sentenceWords.has(text.toLowerCase()))
  if (sentenceWord !== undefined)
    return parseError(
      `“${sentenceWord.text}” reads like part of a sentence. If you mean the subreddit, type r/${sentenceWord.text}.`,
    )
  for (const { text } of words) {
    const name = subredditFrom(text)
    if (name === null)
      return parseError(
        `“${text.slice(0, 60)}” isn’t a subreddit. Write them like this: r/saas r/smallbusiness`,
      )
    names.push(name)
  }
  return parsed(names)
}

/** Words of a sentence, not subreddits: `reddit summary please`. */
const sentenceWords: ReadonlySet<string> = new Set(
  'a about and are as can csv do does export for from how in is it me latest mood news now of on or our overview please pls pulse recap report sentiment show summary summaries tell the this to update updates us vibe vibes we what whats with you'.split(
    ' ',
  ),
)

function commandWords(asked: readonly string[] | null): readonly string[] {
  if (asked === null) return []
  return asked.length === 0 ? ['all'] : asked.map((name) => `r/${name}`)
}

/** @param asked the subreddits; empty: all; `null`: the channel's */
export async function requestedReddit(
  asked: readonly string[] | null,
  caller: Caller,
  workspace: Workspace,
): Promise<RedditNews> {
  const scope = await channelScope(workspace, caller)
  // Only a digest records what it has shown, so nothing is new or old here.
  const { news } = await loadReddit(workspace.api, scope.workspace, asked ?? scope.subreddits, {
    seen: new Set(),
    lastSentiments: new Map(),
  })
  return { ...news, thisYear: workspace.clock.now().toZonedDateTimeISO(scope.timeZone).year }
}

export const redditVerb: Verb = defineVerb(
  {
    name: 'reddit',
    aliases: ['sentiment'],
    group: 'ask',
    isCommon: true,
    summary: 'See what Reddit says, by subreddit.',
    usage: 'reddit [all | subreddits…]',
    examples: ['reddit', 'reddit all'],
    who: 'readers',
  },
  redditArguments,
  answering(async (asked, caller, workspace) =>
    redditAnswer(
      await requestedReddit(asked, caller, workspace),
      sharing(caller, ['reddit', ...commandWords(asked)].join(' ')),
    ),
  ),
)
