import { problemMessage } from '../blocks/kit/problem.ts'
import { topicsAnswer } from '../blocks/visibility/topics.ts'
import { isPeriodText, readPeriod } from '../insights/periods.ts'
import { mostTopics, topicReport } from '../insights/topics.ts'
import { Problem } from '../lib/problem.ts'
import { periodsInWords } from '../questions/period.ts'
import { asksOf } from './free-text/asks.ts'
import { periodArguments } from './gaps.ts'
import { scopeOf, sharing } from './scope.ts'
import { defineVerb, type Verb } from './verb.ts'

const usage = 'topics [period]'

/** The service lists no topics: what is known are those that the channel's settings name. */
const noTopics =
  'This channel has no topics yet, and the analytics service doesn’t list them. Add their ids and names in the settings.'

export const topicsVerb: Verb = defineVerb(
  {
    name: 'topics',
    aliases: ['topic'],
    group: 'ask',
    isCommon: false,
    summary: 'Compare your brand across topics.',
    usage,
    details: periodsInWords,
    examples: ['topics', 'topics last month'],
    who: 'readers',
    asks: asksOf('topics'),
  },
  (words) => periodArguments(words, 'this compares your own brand across topics'),
  ({ unit, when }, verb) => ({
    ...verb,
    kind: 'work',
    run: async (caller, workspace) => {
      const { analysis, timeZone, filterNames } = await scopeOf(workspace, caller)
      const names = filterNames.filter(({ filter }) => filter === 'topics')
      if (names.length === 0)
        return problemMessage({ sentence: noTopics, reference: null, suggestions: [{ text: 'settings' }] })
      const period = readPeriod(when ?? '', unit, workspace.clock.now(), timeZone)
      if (!period.ok) throw new Problem('bad_period', period.problem, { usage: `/sightline ${usage}` })
      const report = await topicReport(workspace.api, { scope: analysis, period: period.period }, names)
      const command = ['topics', unit, when].filter((part) => part !== null).join(' ')
      return topicsAnswer(report, Math.max(0, names.length - mostTopics), sharing(caller, command))
    },
  }),
  ({ unit, when }) => isPeriodText(when ?? '', unit),
)
