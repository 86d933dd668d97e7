import { problemMessage } from '../blocks/kit/problem.ts'
import { topicsAnswer } from '../blocks/visibility/topics.ts'
import { channelScope } from '../channels/settings.ts'
import { mostTopics, topicReport } from '../insights/topics.ts'
import { isPeriodText, periodsInWords } from '../questions/period.ts'
import { verbText } from '../questions/question-text.ts'
import { marketOfAnswer } from '../weeks/report.ts'
import { periodArguments, requestedPeriod } from './period-arguments.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'

const usage = 'topics [period]'

/** The service lists no topics: what is known are those that the channel's settings name. */
const noTopics =
  'This channel has no topics yet, and the analytics service doesn’t list them. Add their ids and names in the settings.'

export const topicsVerb: Verb = defineVerb(
  {
    name: 'topics',
    group: 'ask',
    summary: 'Compare your brand across topics.',
    usage,
    details: periodsInWords,
    examples: ['topics', 'topics last month'],
    who: 'readers',
  },
  (words) => periodArguments(words, { instead: 'this compares your own brand across topics.' }),
  answering(async (asked, caller, workspace) => {
    const { analysis, timeZone, filterNames } = await channelScope(workspace, caller)
    const names = filterNames.filter(({ filter }) => filter === 'topics')
    if (names.length === 0)
      return problemMessage({ sentence: noTopics, reference: null, suggestions: [{ text: 'settings' }] })
    const period = requestedPeriod(asked, timeZone, workspace, usage)
    const market = await marketOfAnswer(workspace, { scope: analysis, engines: [] }, period)
    const report = await topicReport(workspace.api, { scope: analysis, period, market }, names)
    return topicsAnswer(
      report,
      Math.max(0, names.length - mostTopics),
      sharing(caller, verbText('topics', asked)),
    )
  }),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
