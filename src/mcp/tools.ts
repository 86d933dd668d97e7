import * as z from 'zod'
import { actionIdPattern } from '../blocks/kit/codec.ts'
import { redditAnswer } from '../blocks/reddit/reddit.ts'
import { reviewAnswer } from '../blocks/review/review.ts'
import { tasksAnswer } from '../blocks/tasks/tasks.ts'
import { enginesAnswer } from '../blocks/visibility/engines.ts'
import { filtersAnswer } from '../blocks/visibility/filters.ts'
import { gapsAnswer } from '../blocks/visibility/gaps.ts'
import { visibilityAnswer } from '../blocks/visibility/visibility.ts'
import { whyAnswer } from '../blocks/visibility/why.ts'
import { channelScope } from '../channels/settings.ts'
import { actionsMessage } from '../commands/act/actions.ts'
import { reviewOf, sameReview } from '../commands/act/review.ts'
import { confirmTask, recommendationIn, requestedTasks } from '../commands/act/tasks.ts'
import { requestedEngines, requestedGaps } from '../commands/breakdowns.ts'
import { requestedReddit } from '../commands/reddit.ts'
import { readQuestion, requestedReport, requestedWhy } from '../commands/visibility.ts'
import { Problem } from '../lib/problem.ts'
import { subredditFrom } from '../lib/strings.ts'
import type { Permission } from '../model/permission.ts'
import { skippedLead } from '../questions/period-rules.ts'
import { argsText, periodText, verbText, withFixedPeriod } from '../questions/question-text.ts'
import type { Caller } from '../slack/plan.ts'
import type { Workspace } from '../slack/workspace.ts'
import { resultIdFrom, trackedRecommendations } from '../tasks/recommendations.ts'
import { channel, enginesInput, period, periodInput, questionInput, wordsOf } from './input.ts'
import type { Reply } from './reply.ts'
import {
  enginesData,
  gapsData,
  optionsData,
  reasonsData,
  recommendationData,
  redditData,
  reviewData,
  tasksData,
  visibilityData,
} from './structured.ts'

/** The tools that Slackbot can call. Each asks the same functions as its command; none changes anything. */

/** Every tool's arguments name the channel, or leave it open. */
export type ToolInput = z.ZodObject<{ channel: typeof channel }, z.core.$strict>

export interface Tool<Input extends ToolInput = ToolInput> {
  readonly name: string
  readonly title: string
  /** For a language model: what it answers, in which units, and how to retell it. */
  readonly description: string
  /** The command that asks the same, for the log and the metrics. */
  readonly verb: string
  readonly who?: Permission
  readonly input: Input
  run(input: z.infer<Input>, caller: Caller, workspace: Workspace): Promise<Reply>
}

/** The options of an answer that only the person who asked sees, and that Slackbot can't share. */
const unshared = (command: string) => ({ shareable: false, command }) as const

export const tools: readonly Tool[] = [
  defined({
    name: 'get_visibility',
    title: 'Where a brand stands',
    description:
      'How visible the own brand and its competitors are in the answers of AI assistants and search engines. Visibility is a score from 0 to 100, higher is better; place 1 is the best; presence is the share of answers that name the brand; for average_rank_in_answers lower is better. “margin” is half a 95 % interval, in points.',
    verb: 'visibility',
    input: questionInput,
    run: async (input, caller, workspace) => {
      const question = await readQuestion(wordsOf(input), caller, workspace)
      const { report, trend, args } = await requestedReport(question, caller, workspace)
      const shown = withFixedPeriod(args, report.period)
      const options = { ...unshared(argsText(shown)), byEngine: `engines ${periodText(shown)}` }
      return { message: visibilityAnswer(report, options, trend), data: visibilityData(report) }
    },
  }),
  defined({
    name: 'explain_change',
    title: 'Why a score changed',
    description:
      'Splits the change of a visibility score by engine, funnel stage, kind of keyword and kind of site. The points of the parts add up to the change. Only a part with “is_cause” may be called a cause.',
    verb: 'why',
    input: questionInput,
    run: async (input, caller, workspace) => {
      const question = await readQuestion(wordsOf(input), caller, workspace)
      const { report, reasons, options } = await requestedWhy(question, caller, workspace)
      const message = whyAnswer(report, reasons, { ...unshared(options.command), ...options })
      return { message, data: reasonsData(report, reasons) }
    },
  }),
  defined({
    name: 'compare_engines',
    title: 'The own brand on each engine',
    description:
      'The own brand’s visibility (0 to 100) and place on each AI assistant and search engine. “best” and “worst” are null where the engines don’t differ by more than ordinary variation: then call none the best or the worst.',
    verb: 'engines',
    input: enginesInput,
    run: async (input, caller, workspace) => {
      const asked = await readQuestion(wordsOf(input), caller, workspace)
      const report = await requestedEngines(asked, caller, workspace)
      const command = verbText('engines', asked)
      return { message: enginesAnswer(report, unshared(command)), data: enginesData(report) }
    },
  }),
  defined({
    name: 'find_gaps',
    title: 'Where the own brand trails most',
    description:
      'Where the own brand is behind or ahead of the leading competitor by more than ordinary variation: by engine, funnel stage, kind of keyword and kind of site. A negative “points_ahead” means behind. For “where can we gain most?”',
    verb: 'gaps',
    input: periodInput,
    run: async (input, caller, workspace) => {
      const asked = await readQuestion(wordsOf(input), caller, workspace)
      const report = await requestedGaps(asked, caller, workspace)
      const command = verbText('gaps', { ...asked, engines: [] })
      return { message: gapsAnswer(report, unshared(command)), data: gapsData(report) }
    },
  }),
  defined({
    name: 'read_reddit',
    title: 'What Reddit says',
    description:
      'The newest summary of each subreddit: its sentiment, the one before, and the themes. Always the newest; there is no period. A single turn of a sentiment is no trend.',
    verb: 'reddit',
    input: z.strictObject({
      subreddits: z
        .array(z.string().trim().min(1).max(100))
        .max(20)
        .default([])
        .describe('Such as r/saas. Leave it out for those of the channel.'),
      channel,
    }),
    run: async ({ subreddits }, caller, workspace) => {
      const names = subreddits.map((name) => subredditFrom(name) ?? badSubreddit(name))
      const news = await requestedReddit(names.length === 0 ? null : names, caller, workspace)
      const command = ['reddit', ...names.map((name) => `r/${name}`)].join(' ')
      return { message: redditAnswer(news, unshared(command)), data: redditData(news) }
    },
  }),
  defined({
    name: 'list_recommendations',
    title: 'What to do next',
    description:
      'The recommendations that the channel tracks, in the service’s order, each with its brief and whether it has a task. For “what should we do?”',
    verb: 'actions',
    input: z.strictObject({ channel }),
    run: async (_, caller, workspace) => {
      const scope = await channelScope(workspace, caller)
      const sections = await trackedRecommendations(workspace, scope)
      return {
        message: await actionsMessage(workspace, scope, sections),
        data: { recommendations: sections.map(recommendationData) },
      }
    },
  }),
  defined({
    name: 'create_task',
    title: 'Propose the task of a recommendation',
    description:
      'Shows a recommendation with the button “Create task”. It creates nothing: the person has to click the button. Never say that the task was created.',
    verb: 'task',
    who: 'changers',
    input: z.strictObject({
      recommendation: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .describe('Its id from list_recommendations, or its address in the analytics console.'),
      channel,
    }),
    run: async ({ recommendation }, caller, workspace) => {
      if (caller.channel === '')
        throw new Problem(
          'no_channel',
          'A task belongs to a channel. Ask the person which one, then call the tool again with “channel”.',
        )
      const id = resultIdFrom(recommendation)
      if (!id.ok) throw new Problem('bad_recommendation', id.problem)
      const found = await recommendationIn(workspace, caller, id.value)
      return {
        message: await confirmTask(found, caller, workspace),
        data: { ...recommendationData({ ok: true, data: found }), created_by_this_call: false },
        button: actionIdPattern('create_task'),
      }
    },
  }),
  defined({
    name: 'list_tasks',
    title: 'Tasks, and what followed',
    description:
      'The tasks created in the channel, open ones first, and how visibility changed since each. Only the verdicts “up” and “down” may be told as an effect; with any other, nothing can be said yet.',
    verb: 'tasks',
    input: z.strictObject({ page: z.int().min(1).max(100_000).default(1).describe('From 1.'), channel }),
    run: async ({ page }, caller, workspace) => {
      const tasks = await requestedTasks(page, caller, workspace)
      const command = tasks.page === 1 ? 'tasks' : `tasks page ${tasks.page}`
      return { message: tasksAnswer(tasks, unshared(command)), data: tasksData(tasks) }
    },
  }),
  defined({
    name: 'get_review',
    title: 'What was done, and what has changed',
    description:
      'A review of a longer period: tasks created and done, what changed since, what is still open. Its periods also include quarter, last quarter and since october. Default: the last 13 weeks.',
    verb: 'review',
    input: z.strictObject({ period, channel }),
    run: async ({ period = '' }, caller, workspace) => {
      const review = await reviewOf(`review ${period.replace(skippedLead, '')}`, caller, workspace)
      const command = sameReview(review)
      return { message: reviewAnswer(review, command, unshared(command)), data: reviewData(review) }
    },
  }),
  defined({
    name: 'list_options',
    title: 'What can be asked',
    description:
      'The engines, brands, topics, personas, themes and subreddits that the other tools accept, in their spelling. Call it if a name is refused, or if the person asks what they can ask.',
    verb: 'filters',
    input: z.strictObject({ channel }),
    run: async (_, caller, workspace) => {
      const scope = await channelScope(workspace, caller)
      const filters = await workspace.api.insightsFilters(scope.workspace)
      return { message: filtersAnswer(filters, unshared('filters')), data: optionsData(filters, scope) }
    },
  }),
]

function defined<Input extends ToolInput>(tool: Tool<Input>): Tool {
  // Each tool is called only with what its own schema has read.
  return tool as unknown as Tool
}

function badSubreddit(name: string): never {
  throw new Problem('bad_subreddit', `“${name.slice(0, 60)}” isn’t a subreddit. Write it like r/saas.`)
}
