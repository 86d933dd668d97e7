import { refusalMessage, taskName } from '../blocks/tasks/task-state.ts'
import { visibilityOutputs } from '../blocks/visibility/step-outputs.ts'
import { channelScope } from '../channels/settings.ts'
import { readRecommendations } from '../channels/setup-parse.ts'
import { recommendationIn } from '../commands/act/tasks.ts'
import { digestReferenceIn, resolveDigest } from '../commands/digest-arguments.ts'
import { readQuestion, requestedReport } from '../commands/visibility.ts'
import { digestsIn } from '../digests/manage/manage.ts'
import { postNow } from '../digests/manage/post-now.ts'
import { redrawHome } from '../home/index.ts'
import { Problem } from '../lib/problem.ts'
import type { Permission } from '../model/permission.ts'
import type { TaskState } from '../model/recommendation.ts'
import { quoted } from '../questions/question-text.ts'
import { splitWords } from '../questions/tokenizer.ts'
import type { Caller } from '../slack/plan.ts'
import type { RunInBackground, StepResult } from '../slack/port.ts'
import { messageLink, type Workspace } from '../slack/workspace.ts'
import type { RecommendationRef } from '../store/index.ts'
import { createdMessage, createTask, syncTaskMessages } from '../tasks/create.ts'
import { settledState } from '../tasks/recommendations.ts'

/** What a step gives to the workflow, by the names in `manifest.yml`. */
type Outputs = Extract<StepResult, { ok: true }>['outputs']

/** What a step of Slack's Workflow Builder does. */
export interface Step {
  readonly who: Permission
  /**
   * A rejection ends the step with its sentence.
   * @param caller who runs the workflow, and the channel that the step is about
   * @param input returns one of the step's inputs by its name; empty if the workflow gives none
   * @param inBackground runs work that the workflow doesn't wait for
   */
  run(
    caller: Caller,
    input: (name: string) => string,
    workspace: Workspace,
    inBackground: RunInBackground,
  ): Promise<Outputs>
}

function channelLink({ url }: Pick<Workspace, 'url'>, channel: string): string {
  return new URL(`archives/${channel}`, url).href
}

export const getVisibilityStep: Step = {
  who: 'readers',
  run: async (caller, input, workspace) => {
    const brand = input('brand').replaceAll(/["“”]/g, '').trim()
    const text = [input('engine'), input('period'), brand === '' ? '' : quoted(brand)].join(' ')
    const question = await readQuestion(splitWords(text), caller, workspace)
    const { report } = await requestedReport(question, caller, workspace)
    const outputs = visibilityOutputs(report, brand)
    if (outputs === null)
      throw new Problem(
        'no_such_brand',
        `There are no figures for “${brand}”. Write the brand as in /sightline visibility, or leave it blank for your own.`,
      )
    return { ...outputs, link: channelLink(workspace, caller.channel) }
  },
}

export const postDigestStep: Step = {
  who: 'changers',
  run: async (caller, input, workspace) => {
    // A number or a name, as after the command.
    const named = digestReferenceIn(splitWords(input('digest')))
    const { id } = resolveDigest(await digestsIn(workspace, caller), named, 'now')
    const { channel, ts } = await postNow(workspace, caller, id)
    void redrawHome(workspace)
    return { summary: 'The digest was posted.', link: messageLink(workspace, channel, ts) }
  },
}

/** The same as "Create task". Requesting a recommendation's task again doesn't create a second one. */
export const createTaskStep: Step = {
  who: 'changers',
  run: async (caller, input, workspace, inBackground) => {
    const { team, channel, user } = caller
    const resultId = singleId(input('recommendation'))
    const { organizationId, workspaceId } = await recommendationIn(workspace, caller, resultId)
    const ref = { team, organizationId, workspaceId, resultId }
    const by = { user, channel, messageTs: null }
    const result = await createTask(workspace, ref, { kind: 'first' }, by, () => {})
    if (result.outcome === 'refused')
      throw new Problem('task_refused', refusalMessage(result.error, resultId).sentence)
    const isNew = result.outcome === 'created'
    if (isNew) workspace.outbox.wake()
    const state = result.outcome === 'taken' ? await settledState(workspace, ref) : result.state
    // A step that takes too long would end as “may or may not be done”.
    if (result.outcome !== 'taken') inBackground(() => updateMessages(workspace, ref))
    if (isNew && state.kind === 'created') inBackground(() => announceTask(workspace, caller, ref, state))
    const outputs = outputsOf(state, isNew)
    // The task exists, even if its message can't be found.
    const link = await linkTo(workspace, ref, channel).catch(() => channelLink(workspace, channel))
    return { ...outputs, link }
  },
}

function singleId(typed: string): string {
  const read = readRecommendations(typed)
  if (!read.ok) throw new Problem('bad_recommendation', read.problem)
  const [resultId, another] = read.value
  if (resultId === undefined || another !== undefined)
    throw new Problem('several_recommendations', 'Give this step one recommendation: its address or its id.')
  return resultId
}

/** @throws {Problem} if there is no task, or its outcome is unknown */
function outputsOf(state: TaskState, isNew: boolean): Outputs {
  if (state.kind === 'created') {
    const task = taskName(state.name)
    const summary = isNew
      ? `The task “${task}” was created.`
      : `This recommendation already has a task: “${task}”.`
    return { created: isNew, task, summary }
  }
  throw state.kind === 'none'
    ? new Problem(
        'task_refused',
        'Someone else requested this task at the same time, and the analytics service refused it. Run the workflow again.',
      )
    : new Problem(
        'task_unknown',
        'The analytics service didn’t confirm the task, so it may exist. Nothing was resent. Check the analytics console, or choose “Check again” under the recommendation in Slack.',
      )
}

/** The task's outcome is recorded; a message that can't be updated must not hide it. */
async function updateMessages(workspace: Workspace, ref: RecommendationRef): Promise<void> {
  await syncTaskMessages(workspace, ref).catch((error: unknown) =>
    workspace.log.warn('could not update every message with the task', { team: ref.team, error }),
  )
  void redrawHome(workspace)
}

/** Shows the task's aim to the person who ran the workflow, so that they can correct it, as after "Create task". */
async function announceTask(
  workspace: Workspace,
  caller: Caller,
  ref: RecommendationRef,
  state: Extract<TaskState, { kind: 'created' }>,
): Promise<void> {
  const { channel, user } = caller
  try {
    const message = await createdMessage(workspace, channelScope(workspace, caller), ref, state)
    await workspace.answerAt({ responseAddress: null, channel, user }).ephemeral(message)
  } catch (error) {
    workspace.log.warn('could not show a task’s aim to its creator', { team: ref.team, error })
  }
}

/** Links to the channel's newest message with the recommendation, which shows its task; without one, to the channel. */
async function linkTo(workspace: Workspace, ref: RecommendationRef, channel: string): Promise<string> {
  const copies = await workspace.store.messages.copies(ref)
  const newest = copies.findLast((copy) => copy.channel === channel)
  return newest === undefined ? channelLink(workspace, channel) : messageLink(workspace, channel, newest.ts)
}
