import { problemMessage } from '../blocks/kit/problem.ts'
import { enginesAnswer } from '../blocks/visibility/engines.ts'
import { gapsAnswer } from '../blocks/visibility/gaps.ts'
import { topicsAnswer } from '../blocks/visibility/topics.ts'
import { channelScope } from '../channels/settings.ts'
import { engineReport } from '../insights/engines.ts'
import { gapReport } from '../insights/gaps.ts'
import { mostTopics, topicReport } from '../insights/topics.ts'
import type { EngineReport } from '../model/engine-report.ts'
import type { GapReport } from '../model/gap-report.ts'
import { hasReadablePeriod, periodsInWords } from '../questions/period.ts'
import { fixedDays, verbText } from '../questions/question-text.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { marketOfAnswer } from '../weeks/report.ts'
import { answering, defineVerb, sharing, type Verb } from './verb.ts'
import {
  type EnginesArguments,
  type PeriodArguments,
  periodArguments,
  requestedPeriod,
} from './visibility.ts'

/** “Share” keeps the displayed days, no matter when it is clicked. */
const verbOn = (verb: string, { engines }: EnginesArguments, { period }: Pick<EngineReport, 'period'>) =>
  verbText(verb, { engines, ...fixedDays(period) })

const enginesUsage = 'engines [engines] [period]'

/** The own brand on each engine, for the caller's channel. @throws {Problem} if the period can't be read */
export async function requestedEngines(
  asked: EnginesArguments,
  caller: Caller,
  workspace: Workspace,
): Promise<EngineReport> {
  const { analysis: scope, timeZone } = await channelScope(workspace, caller)
  const period = requestedPeriod(asked, timeZone, workspace, enginesUsage)
  const question = { scope, engines: asked.engines }
  const market = await marketOfAnswer(workspace, question, period)
  return engineReport(workspace.api, { ...question, period, market, isBrief: false })
}

export const enginesVerb: Verb = defineVerb(
  {
    name: 'engines',
    aliases: ['engine'],
    group: 'ask',
    summary: 'Compare your brand across engines.',
    usage: enginesUsage,
    details: periodsInWords,
    examples: ['engines', 'engines last month'],
    who: 'readers',
  },
  (words, newEngines) =>
    periodArguments(words, {
      newEngines,
      instead: 'this compares your own brand on each engine. For other brands, use /sightline visibility',
    }),
  answering(async (asked, caller, workspace) => {
    const report = await requestedEngines(asked, caller, workspace)
    return enginesAnswer(report, sharing(caller, verbOn('engines', asked, report)))
  }),
  hasReadablePeriod,
)

const topicsUsage = 'topics [period]'

/** The service lists no topics: what is known are those that the channel's settings name. */
const noTopics =
  'This channel has no topics yet, and the analytics service doesn’t list them. Add their ids and names in the settings.'

export const topicsVerb: Verb = defineVerb(
  {
    name: 'topics',
    group: 'ask',
    summary: 'Compare your brand across topics.',
    usage: topicsUsage,
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
    const period = requestedPeriod(asked, timeZone, workspace, topicsUsage)
    const market = await marketOfAnswer(workspace, { scope: analysis, engines: [] }, period)
    const report = await topicReport(workspace.api, { scope: analysis, period, market }, names)
    const omitted = Math.max(0, names.length - mostTopics)
    return topicsAnswer(report, omitted, sharing(caller, verbOn('topics', asked, report)))
  }),
  hasReadablePeriod,
)

const gapsUsage = 'gaps [period]'

/** Where the caller's channel trails the leader. @throws {Problem} if the period can't be read */
export async function requestedGaps(
  asked: PeriodArguments,
  caller: Caller,
  workspace: Workspace,
): Promise<GapReport> {
  const { analysis: scope, timeZone } = await channelScope(workspace, caller)
  const period = requestedPeriod(asked, timeZone, workspace, gapsUsage)
  const market = await marketOfAnswer(workspace, { scope, engines: [] }, period)
  return gapReport(workspace.api, { scope, period, market })
}

export const gapsVerb: Verb = defineVerb(
  {
    name: 'gaps',
    aliases: ['gap'],
    group: 'ask',
    summary: 'See where you trail the leader most.',
    usage: gapsUsage,
    details: periodsInWords,
    examples: ['gaps', 'gaps last month'],
    who: 'readers',
  },
  (words) => periodArguments(words, { instead: 'this compares your own brand with the leader.' }),
  answering(async (asked, caller, workspace) => {
    const gaps = await requestedGaps(asked, caller, workspace)
    return gapsAnswer(gaps, sharing(caller, verbOn('gaps', asked, gaps.report)))
  }),
  hasReadablePeriod,
)
